/*
 * A whole warp goes around a barrier behind which nothing follows. A compiler makes the same of the
 * twin, whose idle warps leave before it: that is no mistake.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
#ifdef SOUND
    if (tid >= BLOCK / 2)
        return;
#endif
    if (tid < BLOCK / 2) {
        smem[tid] += smem[tid + BLOCK / 2];
        __syncthreads(); /* finding: barrier not reached by all threads */
        if (tid == 0) {
            int sum = 0;
            for (unsigned int k = 0; k < BLOCK / 2; k++)
                sum += smem[k];
            sums[blockIdx.x] = sum;
        }
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
