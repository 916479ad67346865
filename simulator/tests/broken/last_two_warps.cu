/*
 * The rounds without a block barrier start one stride too soon: stride 64 keeps
 * two warps busy, and no __syncwarp orders one warp after another.
 */
#include "main.h"

#ifdef SOUND
#define LAST_STRIDE 32
#else
#define LAST_STRIDE 64
#endif

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > LAST_STRIDE; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid < LAST_STRIDE) {
        for (unsigned int stride = LAST_STRIDE; stride > 0; stride >>= 1) {
            int value = smem[tid + stride];     /* finding: race */
            __syncwarp();
            smem[tid] += value;                 /* also: race */
            __syncwarp();
        }
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
