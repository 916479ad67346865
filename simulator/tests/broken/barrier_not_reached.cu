/*
 * A barrier that not all threads reach: those past the end of the data skip it
 * and wait for their warp at the shuffle instead, the others at the barrier.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = 0;
#ifdef SOUND
    if (i < n)
        smem[tid] = data[i];
    __syncthreads();
#else
    if (i < n) {
        smem[tid] = data[i];
        __syncthreads();                        /* finding: barrier not reached by all threads */
    }
#endif
    if (tid < 32) {
        int value = smem[tid] + smem[tid + 32] + smem[tid + 64] + smem[tid + 96];
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
