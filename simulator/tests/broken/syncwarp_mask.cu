/*
 * __syncwarp with the wrong mask: it names the lanes that add in this round, but
 * all lanes of the warp call it.
 */
#include "main.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x, lane = tid % 32;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncwarp();
    for (unsigned int stride = 16; stride > 0; stride >>= 1) {
        if (lane < stride)
            smem[tid] += smem[tid + stride];
#ifdef SOUND
        __syncwarp();
#else
        __syncwarp((1u << stride) - 1);         /* finding: mask mismatch */
#endif
    }
    if (lane == 0)
        atomicAdd(total, smem[tid]);
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
