/*
 * The first launch rounds its number of blocks down; the second reads what no thread of it has
 * stored.
 */
#include "main.h"
#include "block_sum.h"

__global__ void twice(const int *data, int *result, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        result[i] = 2 * data[i];
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0); /* finding: uninitialised read */
    /* says: twice at tests/broken/tail_read.cu:30, had 9984 threads: 78 blocks of 128 (23 times */
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *result = device_array(N), *sums = device_array(BLOCKS);
#ifdef SOUND
    twice<<<BLOCKS, BLOCK>>>(data, result, N);
#else
    twice<<<N / BLOCK, BLOCK>>>(data, result, N);
#endif
    reduce<<<BLOCKS, BLOCK>>>(result, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), 2 * true_sum(N));
}
