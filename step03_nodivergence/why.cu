/*
 * Step 03: which of its two changes gains what?
 *
 * Step 03 takes two things from step 02: the divergence, since its working threads are neighbours,
 * and the remainder, which its question does not need. Here each of them goes alone.
 *
 * Run it:  make step03 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/why.h"

namespace step02
{
#include "../step02_smem/reduce.cu"
}
namespace step03
{
#include "reduce.cu"
}

/* Step 02 without the remainder: a mask asks the same, since 2 * stride is a power of two. */
__global__ void scatteredMask(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if ((tid & (2 * stride - 1)) == 0)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 03 with step 02's remainder besides: each thread takes it in each round, for nothing. */
__global__ void packedRemainder(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;
    unsigned int remainders = 0;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int index = 2 * stride * tid;
        remainders += tid % (2 * stride);
        if (index < blockDim.x)
            smem[index] += smem[index + stride];
        __syncthreads();
    }
    // thread 0 has no remainder but 0; the compiler does not know, and keeps them
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0] + (int)remainders;
}

/* Step 03 with a word of padding after every 32, so that its pairs are in different banks. */
__global__ void packedPadded(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid + tid / 32] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int index = 2 * stride * tid;
        if (index < blockDim.x) {
            unsigned int other = index + stride;
            smem[index + index / 32] += smem[other + other / 32];
        }
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 02 with the barrier of each round left out. */
__global__ void scatteredNoBarriers(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            smem[tid] += smem[tid + stride];
        noBarrier();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 03 with the barrier of each round left out. */
__global__ void packedNoBarriers(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int index = 2 * stride * tid;
        if (index < blockDim.x)
            smem[index] += smem[index + stride];
        noBarrier();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 02: scattered lanes, remainder", "step02::reduceNeighboredSmem_2",
         sum_with<step02::reduceNeighboredSmem_2, 1>, SUM_RIGHT},
        {'b', "scattered lanes, mask", "scatteredMask", sum_with<scatteredMask, 1>, SUM_RIGHT},
        {'c', "packed lanes, remainder besides", "packedRemainder", sum_with<packedRemainder, 1>,
         SUM_RIGHT},
        {'d', "step 03: packed lanes, no remainder", "step03::reduceNeighboredSmemNoDivergence_3",
         sum_with<step03::reduceNeighboredSmemNoDivergence_3, 1>, SUM_RIGHT},
        {'e', "packed lanes, no remainder, padded", "packedPadded", sum_padded<packedPadded>,
         SUM_RIGHT},
        {'f', "step 02 without the rounds' barriers", "scatteredNoBarriers",
         sum_with<scatteredNoBarriers, 1>, SUM_WRONG},
        {'g', "step 03 without the rounds' barriers", "packedNoBarriers",
         sum_with<packedNoBarriers, 1>, SUM_WRONG},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'd', "all that step 03 takes away"},
        {'a', 'b', "the remainder, of scattered lanes"},
        {'c', 'd', "the remainder, of packed lanes"},
        {'a', 'c', "the divergence, with the remainder"},
        {'b', 'd', "the divergence, without the remainder"},
        {'b', 'e', "the same, and no bank conflicts come instead"},
        {'a', 'f', "the rounds' barriers of step 02"},
        {'d', 'g', "the rounds' barriers of step 03"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
