/*
 * Read before write: the second stage reads as many block sums as it has
 * threads, the first has written fewer.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

__global__ void reduce_sums(const int *sums, int *total, unsigned int count)
{
#ifdef SOUND
    int value = threadIdx.x < count ? sums[threadIdx.x] : 0;
#else
    int value = sums[threadIdx.x];              /* finding: uninitialised read */
#endif
    value = block_sum(value);
    if (threadIdx.x == 0)
        *total = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCK), *total = device_array(1);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    CHECK(cudaGetLastError());
    reduce_sums<<<1, BLOCK>>>(sums, total, BLOCKS);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
