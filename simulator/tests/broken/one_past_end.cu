/*
 * One past the end: each thread takes a pair, and the last pair of an odd number
 * of elements has only one.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    int value = i < n ? data[i] : 0;

#ifdef SOUND
    if (i + 1 < n)
#else
    if (i < n)
#endif
        value += data[i + 1];                   /* finding: out of bounds */
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
