/*
 * The block with the last number takes the total for complete: blocks run in any order,
 * and others may still have to add to it.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *total, int *result, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0) {
        atomicAdd(total, value);                /* also: race between blocks */
#ifndef SOUND
        if (blockIdx.x == gridDim.x - 1)
            *result = *total;                   /* finding: race between blocks */
#endif
    }
}

__global__ void finish(const int *total, int *result)
{
    *result = *total;
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1), *result = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, result, N);
#ifdef SOUND
    finish<<<1, 1>>>(total, result);
#endif
    return verdict(sum_on_host(result, 1), true_sum(N));
}
