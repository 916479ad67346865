/*
 * The loop stops one stride too soon: it leaves 64 to the last warp, which
 * starts at 32.
 */
#include "main.h"

__device__ void last_warp(int *smem, unsigned int lane)
{
    int value = smem[lane] + smem[lane + 32];
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (lane == 0)
        smem[0] = value;
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
#ifdef SOUND
    for (unsigned int stride = blockDim.x / 2; stride > 32; stride >>= 1) {
#else
    for (unsigned int stride = blockDim.x / 2; stride > 64; stride >>= 1) { /* wrong sum */
#endif
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid < 32)
        last_warp(smem, tid);
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
