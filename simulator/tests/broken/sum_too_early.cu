/*
 * Sum of a block by atomics, read too early: the last thread reads it while others may
 * still be adding. That the additions are atomic orders nothing.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int sum;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    atomicAdd(&sum, i < n ? data[i] : 0);       /* also: race */
#ifdef SOUND
    __syncthreads();
#endif
    if (threadIdx.x == blockDim.x - 1)
        sums[blockIdx.x] = sum;                 /* finding: race */
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
