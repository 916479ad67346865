/*
 * The last block adds up what all threads of the others have written. They have all executed a
 * fence before their block's thread 0 draws the ticket, but one that only orders for its own
 * thread's signal (acq_rel). The twin's fences are those of __threadfence (seq_cst).
 */
#include <cuda/atomic>

#include "main.h"

#ifdef SOUND
#define ORDER cuda::memory_order_seq_cst
#else
#define ORDER cuda::memory_order_acq_rel
#endif

__global__ void reduce(const int *data, int *parts, unsigned int *tickets, int *total,
                       unsigned int n)
{
    __shared__ bool is_last;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[i] = i < n ? data[i] : 0;                             /* finding: race between blocks */
    cuda::atomic_thread_fence(ORDER, cuda::thread_scope_device);
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(tickets, 1) == gridDim.x - 1;
    __syncthreads();
    if (!is_last)
        return;
    cuda::atomic_thread_fence(ORDER, cuda::thread_scope_device);
    int value = 0;
    for (unsigned int block = 0; block < gridDim.x; block++)
        value += parts[block * blockDim.x + threadIdx.x];       /* also: race between blocks */
    atomicAdd(total, value);
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(BLOCKS * BLOCK);
    int *total = device_zeros(1);
    unsigned int *tickets = (unsigned int *)device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, parts, tickets, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
