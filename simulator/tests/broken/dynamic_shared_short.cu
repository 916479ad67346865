/*
 * Too little dynamic shared memory: the launch asks for elements, not for bytes.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    extern __shared__ int smem[];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;            /* finding: out of bounds */
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];    /* finding: out of bounds */
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
#ifdef SOUND
    reduce<<<BLOCKS, BLOCK, BLOCK * sizeof(int)>>>(data, sums, N);
#else
    reduce<<<BLOCKS, BLOCK, BLOCK>>>(data, sums, N);
#endif
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
