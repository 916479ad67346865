/*
 * Wrong mask: the few lanes that add up the warps' sums name all 32 lanes, while
 * the rest of their warp waits at the barrier.
 */
#include "main.h"

#define WARPS (BLOCK / 32)

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int warp_sums[WARPS];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    int value = i < n ? data[i] : 0;
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (tid % 32 == 0)
        warp_sums[tid / 32] = value;
    __syncthreads();
#ifdef SOUND
    const unsigned int mask = (1u << WARPS) - 1;
#else
    const unsigned int mask = 0xffffffff;
#endif
    if (tid < WARPS) {
        value = warp_sums[tid];
        for (int offset = WARPS / 2; offset > 0; offset >>= 1)
            value += __shfl_down_sync(mask, value, offset, WARPS); /* finding: mask mismatch */
            /* says: waits at the barrier at tests/broken/shuffle_wrong_mask.cu: */
        warp_sums[tid] = value;
    }
    __syncthreads();
    if (tid == BLOCK - 1)
        sums[blockIdx.x] = warp_sums[0];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
