/*
 * Two instances of one function, and a barrier in each: they stand on one line of the source and
 * are two. In the twin all threads of a block call the same.
 */
#include "main.h"

template <int first> static __device__ __forceinline__ void add_pairs(int *smem, unsigned int tid)
{
    if (tid < BLOCK / 2)
        smem[tid] += smem[tid + BLOCK / 2];
    __syncthreads();                            /* finding: barrier at different lines */
    if (tid < first)
        smem[tid] += smem[tid + first];
}

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;
    __syncthreads();
#ifdef SOUND
    if (blockIdx.x % 2 == 0)
#else
    if (tid < BLOCK / 2)
#endif
        add_pairs<32>(smem, tid);
    else
        add_pairs<BLOCK / 4>(smem, tid);
    if (tid < 32)
        atomicAdd(&sums[blockIdx.x], smem[tid]);
}

int main(void)
{
    int *data = device_input(N), *sums = device_zeros(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
