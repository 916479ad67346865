/*
 * Early exit: a block takes 100 elements, and the threads that it does not need
 * leave at once. They may, since a barrier waits only for threads that have not
 * exited, but here one thread too many leaves, and its element stays unwritten.
 */
#include "main.h"

#define PART 100        /* elements of a block */

/* A real call, so that the barrier stands in another function than the exit. */
__device__ __noinline__ void store(int *smem, unsigned int tid, int value)
{
    smem[tid] = value;
    __syncthreads();
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[PART];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * PART + tid;

#ifdef SOUND
    if (tid >= PART)
#else
    if (tid >= PART - 1)
#endif
        return;
    store(smem, tid, i < n ? data[i] : 0);
    for (unsigned int stride = BLOCK / 2; stride > 0; stride >>= 1) {
        if (tid < stride && tid + stride < PART)
            smem[tid] += smem[tid + stride];    /* finding: uninitialised read */
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

int main(void)
{
    const int blocks = (N + PART - 1) / PART;
    int *data = device_input(N), *sums = device_array(blocks);
    reduce<<<blocks, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, blocks), true_sum(N));
}
