/*
 * Barriers at different lines: both branches have one, and so all threads wait
 * at a barrier, but not at the same.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    if (i < n) {
        smem[tid] = data[i];
#ifndef SOUND
        __syncthreads();                        /* finding: barrier at different lines */
#endif
    } else {
        smem[tid] = 0;
#ifndef SOUND
        __syncthreads();                        /* also: barrier at different lines */
#endif
    }
#ifdef SOUND
    __syncthreads();
#endif
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
