/*
 * All threads of all blocks add to one total. The last block adds one element more, by the same
 * function, and another of its threads does not wait for that.
 */
#include "main.h"

__device__ __noinline__ void add(int *total, int value)
{
    atomicAdd(total, value);                    /* also: race */
}

__global__ void sum_all(const int *data, int *total, unsigned int *tickets, int *sum, unsigned int n)
{
    __shared__ bool is_last;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    add(total, i < n - 1 ? data[i] : 0);
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        is_last = atomicAdd(tickets, 1) == gridDim.x - 1;
    __syncthreads();
    if (!is_last)
        return;
    __threadfence();
    if (threadIdx.x == 5)
        add(total, data[n - 1]);
#ifdef SOUND
    __syncthreads();
#endif
    if (threadIdx.x == 70)
        *sum = *total;                          /* finding: race */
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1), *sum = device_array(1);
    unsigned int *tickets = (unsigned int *)device_zeros(1);
    sum_all<<<BLOCKS, BLOCK>>>(data, total, tickets, sum, N);
    return verdict(sum_on_host(sum, 1), true_sum(N));
}
