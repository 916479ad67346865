/*
 * A barrier of the grid by hand: the last block to arrive lets the others go on. All have their
 * fences, but the block that lets them go has none between what it has found and what it tells.
 */
#include "main.h"

__device__ unsigned int arrived;
__device__ volatile unsigned int go;

__global__ void reduce(const int *data, int *parts, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    parts[i] = i < n ? data[i] : 0;                             /* finding: race between blocks */
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        if (atomicAdd(&arrived, 1) == gridDim.x - 1) {
#ifdef SOUND
            __threadfence();
#endif
            go = 1;
        }
        while (go == 0)
            ;
    }
    __syncthreads();
    __threadfence();
    /* says: Put __threadfence() into the thread that passes the signal on */
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
