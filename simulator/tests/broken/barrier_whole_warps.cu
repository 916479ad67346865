/*
 * The first half of the block adds and waits; whole warps go around its barrier, and the next
 * thing that they do is to leave.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
    if (tid < BLOCK / 2) {
        smem[tid] += smem[tid + BLOCK / 2];
#ifndef SOUND
        __syncthreads();        /* finding: barrier not reached by all threads */
#endif
    }
#ifdef SOUND
    __syncthreads();
#endif
    if (tid >= 32) /* of two warps, one is left: leaving is no mistake */
        return;
    int value = smem[tid] + smem[tid + 32];
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (tid == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
