/*
 * Early return: threads past the end leave before they write their element of
 * shared memory, which the others then read. (The barrier itself is legal since
 * Volta: only threads that have not exited must reach it.)
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

#ifdef SOUND
    smem[tid] = i < n ? data[i] : 0;
#else
    if (i >= n)
        return;
    smem[tid] = data[i];
#endif
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];    /* finding: uninitialised read */
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
