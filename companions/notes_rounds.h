/*
 * The common part of notes_volatile and notes_lockstep: everything before the last warp.
 */
#ifndef NOTES_ROUNDS_H
#define NOTES_ROUNDS_H

/*
 * The last warp's 32 lanes all take part in every round, also where a block is smaller
 * than that and half of them find no partner: a block of 32 reads up to 16 places past
 * its numbers. There are zeros.
 */
enum { ZEROS_BEHIND = 16 };

/*
 * Loads the block's numbers (0 past the end of n) into sdata, blockSize + ZEROS_BEHIND
 * of them, and reduces them to the first 64, or fewer in a smaller block. Number is int
 * or volatile int. The block size is known to the compiler: of the guards nothing is left.
 */
template <unsigned int blockSize, typename Number>
static __device__ void reduce_to_last_warp(Number *sdata, const int *g_idata, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockSize + tid;

    sdata[tid] = idx < n ? g_idata[idx] : 0;
    if (tid < ZEROS_BEHIND)
        sdata[blockSize + tid] = 0;
    __syncthreads();

    if (blockSize >= 1024) {
        if (tid < 512)
            sdata[tid] = sdata[tid] + sdata[tid + 512];
        __syncthreads();
    }
    if (blockSize >= 512) {
        if (tid < 256)
            sdata[tid] = sdata[tid] + sdata[tid + 256];
        __syncthreads();
    }
    if (blockSize >= 256) {
        if (tid < 128)
            sdata[tid] = sdata[tid] + sdata[tid + 128];
        __syncthreads();
    }
    if (blockSize >= 128) {
        if (tid < 64)
            sdata[tid] = sdata[tid] + sdata[tid + 64];
        __syncthreads();
    }
}

#endif
