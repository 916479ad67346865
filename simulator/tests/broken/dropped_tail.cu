/*
 * Dropped tail: two data blocks a block, but where the second has no element
 * left, the first one's is lost with it.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x * 2 + threadIdx.x;
    int value = 0;

#ifdef SOUND
    if (i < n)
        value = data[i];
    if (i + blockDim.x < n)
        value += data[i + blockDim.x];
#else
    if (i + blockDim.x < n)
        value = data[i] + data[i + blockDim.x]; /* wrong sum */
#endif
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    const int blocks = (BLOCKS + 1) / 2;
    int *data = device_input(N), *sums = device_array(blocks);
    reduce<<<blocks, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, blocks), true_sum(N));
}
