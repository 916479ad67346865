/*
 * Each block's first thread adds up by a function that calls itself: once for each number of the
 * whole input, and not with halves of its block's part, which take eight calls at a time.
 */
#include "main.h"

/* The sum of n numbers. */
__device__ __noinline__ int sum_of(const int *data, unsigned int n)
{ /* finding: stack overflow */ /* says: thread 0 of block 0 needs more than 64 KiB of stack */
    if (n < 2)
        return n ? data[0] : 0;
#ifdef SOUND
    unsigned int half = n / 2;
#else
    unsigned int half = n - 1;
#endif
    int rest = sum_of(data, half);
    return rest + sum_of(data + half, n - half);
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int first = blockIdx.x * BLOCK, left = n - first;
    if (threadIdx.x == 0)
#ifdef SOUND
        sums[blockIdx.x] = sum_of(data + first, left < BLOCK ? left : BLOCK);
#else
        sums[blockIdx.x] = sum_of(data, n);
#endif
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict_or_error(sums, BLOCKS);
}
