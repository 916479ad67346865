/*
 * An unsigned index below 0: the index of the element two places to the left wraps around
 * for the first two, to almost 2^32. The differences sum to the last two elements.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = 0;
#ifdef SOUND
    if (i < n)
        value = data[i] - (i >= 2 ? data[i - 2] : 0);
#else
    if (i < n)
        value = data[i] - data[i - 2];          /* finding: out of bounds */
#endif                                          /* says: an unsigned index below 0 */
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), element(N - 1) + element(N - 2));
}
