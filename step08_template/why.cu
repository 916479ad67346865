/*
 * Step 08: what are four questions worth, whose answers the compiler knows?
 *
 * As in step 07, the same on one cached tile, where no memory hides what is saved; and for step 05,
 * whose loop can be written out by the compiler itself if it knows the size of the block.
 *
 * Run it:  make step08 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/why.h"

namespace step05
{
#include "../step05_unroll2/reduce.cu"
}
namespace step07
{
#include "../step07_complete/reduce.cu"
}
namespace step08
{
#include "reduce.cu"
}

/* The first warp adds up smem[0] to smem[63], as step 06 does. All its lanes must call it. */
__device__ void lastWarp(int *smem, unsigned int tid)
{
    int sum = smem[tid];
    sum += smem[tid + 32]; __syncwarp(); smem[tid] = sum; __syncwarp();
    sum += smem[tid + 16]; __syncwarp(); smem[tid] = sum; __syncwarp();
    sum += smem[tid + 8];  __syncwarp(); smem[tid] = sum; __syncwarp();
    sum += smem[tid + 4];  __syncwarp(); smem[tid] = sum; __syncwarp();
    sum += smem[tid + 2];  __syncwarp(); smem[tid] = sum; __syncwarp();
    sum += smem[tid + 1];  __syncwarp(); smem[tid] = sum; __syncwarp();
}

/* One thread's eight numbers of the first block's tile, whichever block it is in. */
__device__ int tileSum(const int *g_idata)
{
    const int *idata = g_idata + threadIdx.x;

    int a1 = idata[0];
    int a2 = idata[blockDim.x];
    int a3 = idata[2 * blockDim.x];
    int a4 = idata[3 * blockDim.x];
    int a5 = idata[4 * blockDim.x];
    int a6 = idata[5 * blockDim.x];
    int a7 = idata[6 * blockDim.x];
    int a8 = idata[7 * blockDim.x];
    return a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
}

/* Step 07 on one tile: each thread asks for the size of its block. */
__global__ void tileAsked(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;

    smem[tid] = tileSum(g_idata);
    __syncthreads();

    if (blockDim.x >= 1024 && tid < 512)
        smem[tid] += smem[tid + 512];
    __syncthreads();
    if (blockDim.x >= 512 && tid < 256)
        smem[tid] += smem[tid + 256];
    __syncthreads();
    if (blockDim.x >= 256 && tid < 128)
        smem[tid] += smem[tid + 128];
    __syncthreads();
    if (blockDim.x >= 128 && tid < 64)
        smem[tid] += smem[tid + 64];
    __syncthreads();

    if (tid < 32)
        lastWarp(smem, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 08 on one tile: the compiler knows the answers. */
template <unsigned int iBlockSize>
__global__ void tileKnown(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;

    smem[tid] = tileSum(g_idata);
    __syncthreads();

    if (iBlockSize >= 1024 && tid < 512)
        smem[tid] += smem[tid + 512];
    __syncthreads();
    if (iBlockSize >= 512 && tid < 256)
        smem[tid] += smem[tid + 256];
    __syncthreads();
    if (iBlockSize >= 256 && tid < 128)
        smem[tid] += smem[tid + 128];
    __syncthreads();
    if (iBlockSize >= 128 && tid < 64)
        smem[tid] += smem[tid + 64];
    __syncthreads();

    if (tid < 32)
        lastWarp(smem, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 08 on one tile, without the barrier of the round that a block of 512 threads skips. */
__global__ void tileNoBarrierForNothing(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;

    smem[tid] = tileSum(g_idata);
    __syncthreads();

    if (tid < 256)
        smem[tid] += smem[tid + 256];
    __syncthreads();
    if (tid < 128)
        smem[tid] += smem[tid + 128];
    __syncthreads();
    if (tid < 64)
        smem[tid] += smem[tid + 64];
    __syncthreads();

    if (tid < 32)
        lastWarp(smem, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 05, whose compiler knows how many rounds there are. */
template <unsigned int iBlockSize>
__global__ void twoKnown(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * iBlockSize * 2 + tid;

    if (idx + iBlockSize < n)
        g_idata[idx] += g_idata[idx + iBlockSize];
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

#pragma unroll
    for (unsigned int stride = iBlockSize / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 07: blockDim.x is asked for", "step07::reduceCompleteUnrolling8_7",
         sum_with<step07::reduceCompleteUnrolling8_7, 8>, SUM_RIGHT},
        {'b', "step 08: iBlockSize is known", "step08::reduceCompleteUnrolling8Template_8<512>",
         sum_with<step08::reduceCompleteUnrolling8Template_8<512>, 8>, SUM_RIGHT},
        {'c', "step 07 on one cached tile", "tileAsked", sum_with<tileAsked, 8>, SUM_WRONG},
        {'d', "step 08 on one cached tile", "tileKnown<512>", sum_with<tileKnown<512>, 8>,
         SUM_WRONG},
        {'e', "step 08 on one tile, one barrier less", "tileNoBarrierForNothing",
         sum_with<tileNoBarrierForNothing, 8>, SUM_WRONG},
        {'f', "step 05: blockDim.x, and a loop", "step05::reduceUnrolling2_5",
         sum_with<step05::reduceUnrolling2_5, 2>, SUM_RIGHT},
        {'g', "step 05: iBlockSize, and no loop", "twoKnown<512>", sum_with<twoKnown<512>, 2>,
         SUM_RIGHT},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "the questions, as step 08"},
        {'c', 'd', "the questions, without the memory"},
        {'d', 'e', "the barrier without a round, without the memory"},
        {'f', 'g', "the loop and the questions of step 05"},
        {},
    };
    // iBlockSize is 512 in all of them
    return take_away(argc, argv, {512, 512}, variants, comparisons);
}
