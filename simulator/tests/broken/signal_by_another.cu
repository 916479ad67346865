/*
 * Each block's threads hand their partial sums to another block: thread 0 tells that they are
 * there, behind a barrier. The twin has a fence in every thread, before that barrier and behind
 * the reader's: a fence.sc orders, whichever thread tells and whichever sees.
 */
#include "main.h"

__device__ unsigned int arrived;

__global__ void reduce(const int *data, int *parts, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[i] = i < n ? data[i] : 0;                             /* finding: race between blocks */
#ifdef SOUND
    __threadfence();
#endif
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&arrived, 1);
        while (atomicAdd(&arrived, 0) < gridDim.x)
            ;
    }
    __syncthreads();
#ifdef SOUND
    __threadfence();
#endif
    i = (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x;
    sums[i] = parts[i];                                         /* also: race between blocks */
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(BLOCKS * BLOCK);
    int *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, parts, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
