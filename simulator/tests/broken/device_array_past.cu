/*
 * Past the end of a __device__ array: it has a place for each full block, and there is
 * one block more.
 */
#include "main.h"
#include "block_sum.h"

#ifdef SOUND
__device__ int sums[BLOCKS];
#else
__device__ int sums[N / BLOCK];
#endif

__global__ void reduce(const int *data, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;               /* finding: out of bounds */
}                                               /* says: sums + 312 bytes (a variable */

int main(void)
{
    int *data = device_input(N);
    reduce<<<BLOCKS, BLOCK>>>(data, N);
    void *device_sums;
    CHECK(cudaGetSymbolAddress(&device_sums, sums));
    return verdict(sum_on_host((int *)device_sums, BLOCKS), true_sum(N));
}
