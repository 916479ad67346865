/*
 * A barrier between blocks, made of one counter: it holds the blocks up, but without a
 * fence before and after it, what they wrote need not be visible behind it.
 */
#include "main.h"
#include "block_sum.h"

static __device__ void grid_barrier(unsigned int *arrived)
{
#ifdef SOUND
    __threadfence();
#endif
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < gridDim.x)
        ;
#ifdef SOUND
    __threadfence();
#endif
}

__global__ void reduce(const int *data, int *parts, unsigned int *arrived, int *total,
                       unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x != 0)
        return;
    parts[blockIdx.x] = value;                  /* finding: race between blocks */
    grid_barrier(arrived);
    if (blockIdx.x != 0)
        return;
    value = 0;
    for (unsigned int block = 0; block < gridDim.x; block++)
        value += parts[block];                  /* also: race between blocks */
    *total = value;
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(BLOCKS), *total = device_array(1);
    unsigned int *arrived = (unsigned int *)device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, parts, arrived, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
