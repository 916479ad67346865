/*
 * The rounds that need whole warps have their barrier in the if: the other warps go around it,
 * round after round, and leave.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[2 * BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    smem[tid + BLOCK] = 0;
    __syncthreads();
    for (unsigned int stride = BLOCK; stride >= 32; stride /= 2) {
        if (tid < stride) {
            smem[tid] += smem[tid + stride];
#ifndef SOUND
            __syncthreads();    /* finding: barrier not reached by all threads */
#endif
        }
#ifdef SOUND
        __syncthreads();
#endif
    }
    if (tid < 32) {
        int value = smem[tid];
        for (int offset = 16; offset > 0; offset >>= 1)
            value += __shfl_down_sync(0xffffffff, value, offset);
        if (tid == 0)
            sums[blockIdx.x] = value;
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
