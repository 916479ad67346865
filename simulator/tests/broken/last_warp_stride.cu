/*
 * The loop goes one stride too far: the last warp itself adds what lies 64 apart,
 * four elements a lane, and so adds again what the loop's last round has added.
 */
#include "main.h"

#define THREADS 256

__device__ int last_warp(const int *smem, unsigned int lane)
{
    int value = smem[lane] + smem[lane + 32] + smem[lane + 64] + smem[lane + 96];
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(0xffffffff, value, offset);
    return value;
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[THREADS];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
#ifdef SOUND
    for (unsigned int stride = blockDim.x / 2; stride > 64; stride >>= 1) {
#else
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride >>= 1) { /* wrong sum */
#endif
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid < 32) {
        int value = last_warp(smem, tid);
        if (tid == 0)
            sums[blockIdx.x] = value;
    }
}

int main(void)
{
    const int blocks = (N + THREADS - 1) / THREADS;
    int *data = device_input(N), *sums = device_array(blocks);
    reduce<<<blocks, THREADS>>>(data, sums, N);
    return verdict(sum_on_host(sums, blocks), true_sum(N));
}
