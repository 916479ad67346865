/*
 * A tree that halves its stride needs a power of two of threads, and says so.
 */
#include "main.h"
#include <assert.h>

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    assert((blockDim.x & (blockDim.x - 1)) == 0);   /* finding: assertion failed */
    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
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
#ifdef SOUND
    const int block = BLOCK;
#else
    const int block = 96;
#endif
    const int blocks = (N + block - 1) / block;
    int *data = device_input(N), *sums = device_array(blocks);
    reduce<<<blocks, block>>>(data, sums, N);
    return verdict(sum_on_host(sums, blocks), true_sum(N));
}
