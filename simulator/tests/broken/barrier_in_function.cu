/*
 * The barrier stands in a function, and only the warps that add call it. What stands behind the
 * branch, a compiler may put in front of it for the others. In the twin they leave before it.
 */
#include "main.h"

__device__ int add_pairs(int *smem, unsigned int tid)
{
    smem[tid] += smem[tid + BLOCK / 2];
    __syncthreads();                    /* finding: barrier not reached by all threads */
    return tid < 32 ? smem[tid] + smem[tid + 32] : 0;
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;
    int value = 0;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
#ifdef SOUND
    if (tid >= BLOCK / 2) {
        sums[i] = 0;
        return;
    }
#else
    if (tid < BLOCK / 2)
#endif
        value = add_pairs(smem, tid);
    sums[i] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
