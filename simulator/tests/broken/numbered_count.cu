/*
 * The block's first half adds up by itself, behind a barrier of PTX for one warp where two take
 * part.
 */
#include "main.h"

#ifdef SOUND
#define THREADS 64
#else
#define THREADS 32
#endif

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x, i = blockIdx.x * BLOCK + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
    if (tid < BLOCK / 2) {
        smem[tid] += smem[tid + BLOCK / 2];                     /* also: race */
        asm volatile("bar.sync 1, %0;" ::"r"(THREADS) : "memory");
        if (tid < 32)
            atomicAdd(total, smem[tid] + smem[tid + 32]);       /* finding: race */
    }
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
