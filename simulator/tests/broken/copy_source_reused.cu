/*
 * Each block copies its elements asynchronously, tells the next block by a flag that it has them, and
 * that one then sets them to 0, to be filled again later. The flag comes before the wait for the
 * copies, which may still read.
 */
#include <cuda_pipeline.h>

#include "main.h"

#include "block_sum.h"

__device__ unsigned int taken[BLOCKS]; /* flags: the block has its elements */

__global__ void reduce(int *data, int *total, unsigned int n)
{
    __shared__ int stage[BLOCK];
    unsigned int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;
    __pipeline_memcpy_async(&stage[tid], &data[i < n ? i : 0], 4, i < n ? 0 : 4); /* also: race between blocks */
    __pipeline_commit();
#ifdef SOUND
    __pipeline_wait_prior(0);
#endif
    __syncthreads();
    if (tid == 0) {
        __threadfence();
        atomicExch(&taken[blockIdx.x], 1);
    }
    __pipeline_wait_prior(0);
    int value = block_sum(stage[tid]);
    if (tid == 0)
        atomicAdd(total, value); /* right sum */
    if (tid == 0 && blockIdx.x > 0) {
        unsigned int before = blockIdx.x - 1;
        while (atomicAdd(&taken[before], 0) == 0)
            ;
        __threadfence();
        data[before * BLOCK + 5] = 0; /* finding: race between blocks */ /* says: Wait for the asynchronous copy before this block tells others */
    }
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
