/*
 * A sound sum over a block, for the kernels whose mistake lies elsewhere.
 */
#ifndef BROKEN_BLOCK_SUM_H
#define BROKEN_BLOCK_SUM_H

/*
 * Returns the sum of the values of the block's threads to thread 0, something
 * else to the others. All BLOCK threads of the block must call it, once.
 */
static __device__ int block_sum(int value)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;
    smem[tid] = value;
    __syncthreads();
    for (unsigned int stride = BLOCK / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    return smem[tid];
}

#endif
