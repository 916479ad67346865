/*
 * Null pointer in a kernel: nobody has allocated the block sums.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;               /* finding: null pointer */
}

int main(void)
{
    int *data = device_input(N), *sums = NULL;
#ifdef SOUND
    sums = device_array(BLOCKS);
#endif
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
