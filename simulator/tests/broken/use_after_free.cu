/*
 * Use after free: the block sums are freed before the second stage reads them.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? data[i] : 0;            /* finding: use after free */
    value = block_sum(value);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS), *total = device_array(1);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    CHECK(cudaGetLastError());
    CHECK(cudaFree(data));
#ifndef SOUND
    CHECK(cudaFree(sums));
#endif
    reduce<<<1, BLOCK>>>(sums, total, BLOCKS);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
