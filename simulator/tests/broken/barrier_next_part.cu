/*
 * Barrier in a branch: only the threads that work in a round wait at its end; the
 * others run ahead to a barrier of the next part and wait there.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    int total = 0;

    for (unsigned int start = blockIdx.x * BLOCK; start < n; start += gridDim.x * BLOCK) {
        smem[tid] = start + tid < n ? data[start + tid] : 0;
        __syncthreads();                        /* also: barrier at different lines */
        for (unsigned int stride = BLOCK / 2; stride > 0; stride >>= 1) {
            if (tid < stride) {
                smem[tid] += smem[tid + stride];
#ifndef SOUND
                __syncthreads();                /* finding: barrier at different lines */
#endif
            }
#ifdef SOUND
            __syncthreads();
#endif
        }
        total += smem[0];
        __syncthreads();                        /* also: barrier at different lines */
    }
    if (tid == 0)
        sums[blockIdx.x] = total;
}

int main(void)
{
    const int blocks = 10;
    int *data = device_input(N), *sums = device_array(blocks);
    reduce<<<blocks, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, blocks), true_sum(N));
}
