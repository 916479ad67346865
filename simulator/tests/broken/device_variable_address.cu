/*
 * The block sums lie in a __device__ array. Its name is known to the host too, but
 * there its address is not the one that a kernel can use.
 */
#include "main.h"
#include "block_sum.h"

__device__ int block_sums[BLOCKS];

__global__ void reduce(const int *data, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        block_sums[blockIdx.x] = value;
}

__global__ void add_up(const int *sums, int *total)
{
    int sum = threadIdx.x < BLOCKS ? sums[threadIdx.x] : 0;     /* finding: host pointer */
    int value = block_sum(sum);
    if (threadIdx.x == 0)
        *total = value;
}

int main(void)
{
    int *data = device_input(N), *total = device_array(1), *sums = block_sums;
#ifdef SOUND
    CHECK(cudaGetSymbolAddress((void **)&sums, block_sums));
#endif
    reduce<<<BLOCKS, BLOCK>>>(data, N);
    add_up<<<1, BLOCK>>>(sums, total);
    CHECK(cudaDeviceSynchronize());
    return verdict(sum_on_host(total, 1), true_sum(N));
}
