/*
 * Two mistakes: a barrier is missing, and then a pair of sums is stored at an odd place. The second
 * one ends the launch, and does not hide the first.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * blockDim.x + tid;

    smem[tid] = i < n ? data[i] : 0;        /* also: race */
#ifdef SOUND
    __syncthreads();
#endif
    int pair = smem[tid] + smem[tid ^ 1];   /* finding: race */
    int *place = sums + blockIdx.x * BLOCK;
    place[tid] = tid % 2 ? 0 : pair;
#ifndef SOUND
    if (tid == 31)
        *(int2 *)(place + tid) = make_int2(0, 0);   /* finding: misaligned access */
        /* says: the address is 4 more than a multiple of 8 */
#endif
}

int main(void)
{
    int *data = device_input(N), *sums = device_zeros(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict_or_error(sums, BLOCKS * BLOCK);
}
