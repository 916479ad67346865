/*
 * Two barriers on one line are two: the threads that add wait at one, the others at the other.
 */
#include "main.h"

#ifdef SOUND
#define WAIT_APART(condition) __syncthreads()
#else
#define WAIT_APART(condition) if (condition) __syncthreads(); else __syncthreads()
#endif

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads(); __syncthreads(); /* twice, for all: no mistake */
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        WAIT_APART(tid < stride);   /* finding: barrier at different lines */ /* says: on one line */
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
