/*
 * Off by one: `<=` lets one thread too many into each round. It reads behind the
 * array in the first, and changes an element that a neighbour reads in all.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
#ifdef SOUND
        if (tid < stride)
#else
        if (tid <= stride)
#endif
            smem[tid] += smem[tid + stride];    /* finding: out of bounds, race */
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
