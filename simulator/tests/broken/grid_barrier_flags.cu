/*
 * A barrier between blocks with a flag for each: block 0 sees them all set and sets them back, and
 * so lets the others go on, without a fence between the two.
 */
#include "main.h"

__device__ volatile unsigned int flags[BLOCKS];

__device__ void wait_for_all(void)
{
    unsigned int t = threadIdx.x;

    __threadfence();
    __syncthreads();
    if (blockIdx.x == 0) {
        if (t == 0)
            flags[0] = 1;
        if (t < gridDim.x)
            while (flags[t] == 0)
                __threadfence_block();
        __syncthreads();
#ifdef SOUND
        __threadfence();
#endif
        if (t < gridDim.x)
            flags[t] = 0;
    } else if (t == 0) {
        flags[blockIdx.x] = 1;
        while (flags[blockIdx.x] == 1)
            __threadfence_block();
    }
    __syncthreads();
    __threadfence();
}

__global__ void sum_neighbours(const int *data, int *parts, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int all = gridDim.x * blockDim.x;

    parts[i] = i < n ? data[i] : 0;             /* also: race between blocks */
    wait_for_all();
    /* says: Put __threadfence() into the thread that passes the signal on */
    sums[i] = parts[(i + BLOCK) % all];         /* finding: race between blocks */
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(BLOCKS * BLOCK);
    int *sums = device_array(BLOCKS * BLOCK);
    sum_neighbours<<<BLOCKS, BLOCK>>>(data, parts, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
