/*
 * The threads copy to shared memory, meet at the barrier and then wait, each for its own copy. The
 * barrier must come behind the wait: here a thread adds what another's copy may not have written.
 */
#include <cooperative_groups.h>
#include <cuda/pipeline>

#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int copied[BLOCK];
    cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    pipe.producer_acquire();
    if (i < n)
        cuda::memcpy_async(&copied[tid], &data[i], sizeof(int), pipe); /* also: race, copy not waited for */
    else
        copied[tid] = 0;
    pipe.producer_commit();
#ifndef SOUND
    __syncthreads();
#endif
    pipe.consumer_wait();
#ifdef SOUND
    __syncthreads();
#endif
    int value = copied[BLOCK - 1 - tid];        /* finding: race, copy not waited for */
    pipe.consumer_release();
    value = block_sum(value);
    if (tid == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
