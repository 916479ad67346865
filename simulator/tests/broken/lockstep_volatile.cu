/*
 * Lockstep, as taught before Volta: the last warp relies on its lanes moving
 * together. `volatile` keeps the accesses where they stand, and so the sum is
 * right, but it orders nothing between lanes: each round races with the next.
 */
#include "main.h"

__device__ void last_warp(volatile int *smem, unsigned int lane)
{
#ifdef SOUND
    for (int offset = 32; offset > 0; offset >>= 1) {
        int value = smem[lane + offset];
        __syncwarp();
        smem[lane] += value;
        __syncwarp();
    }
#else
    smem[lane] += smem[lane + 32];              /* also: race */
    smem[lane] += smem[lane + 16];              /* finding: race */
    smem[lane] += smem[lane + 8];               /* also: race */
    smem[lane] += smem[lane + 4];               /* also: race */
    smem[lane] += smem[lane + 2];               /* also: race */
    smem[lane] += smem[lane + 1];               /* also: race */
#endif
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid < 32)
        last_warp(smem, tid);
    if (tid == 0)
        sums[blockIdx.x] = smem[0];              /* right sum */
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
