/*
 * Step 07: why does nothing gain here?
 *
 * Step 07 writes the rounds out, and the time stays. Two reasons come to mind: the memory hides what
 * is saved, or there is nothing to save. Here the memory is taken away, since all blocks read one tile,
 * which is in the cache; and the rounds of step 05 are written out, where memory is not the limit.
 *
 * Run it:  make step07 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/why.h"

namespace step05
{
#include "../step05_unroll2/reduce.cu"
}
namespace step06
{
#include "../step06_unrollwarp/reduce.cu"
}
namespace step07
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

/* Step 06 on one tile: its rounds in a loop, and no memory to wait for. */
__global__ void tileLoop(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;

    smem[tid] = tileSum(g_idata);
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid < 32)
        lastWarp(smem, tid);
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 07 on one tile: its rounds written out, and no memory to wait for. */
__global__ void tileWrittenOut(int *g_idata, int *g_odata, unsigned int n)
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

/* One tile, and no rounds at all. */
__global__ void tileNoRounds(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;

    smem[tid] = tileSum(g_idata);
    __syncthreads();

    // which word it is, only the numbers tell: so all of them must be loaded
    if (tid == 0)
        g_odata[blockIdx.x] = smem[smem[0] % blockDim.x];
}

/* Step 05 with all its rounds written out, down to stride 1, and all its barriers. */
__global__ void twoWrittenOut(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    if (idx + blockDim.x < n)
        g_idata[idx] += g_idata[idx + blockDim.x];
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

#pragma unroll
    for (unsigned int stride = BLOCK_MAX / 2; stride > 0; stride /= 2) {
        if (blockDim.x >= 2 * stride) { // the same for all threads of the block
            if (tid < stride)
                smem[tid] += smem[tid + stride];
            __syncthreads();
        }
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 06: rounds in a loop", "step06::reduceUnrollingWarp8_6",
         sum_with<step06::reduceUnrollingWarp8_6, 8>, SUM_RIGHT},
        {'b', "step 07: rounds written out", "step07::reduceCompleteUnrolling8_7",
         sum_with<step07::reduceCompleteUnrolling8_7, 8>, SUM_RIGHT},
        {'c', "step 06 on one cached tile", "tileLoop", sum_with<tileLoop, 8>, SUM_WRONG},
        {'d', "step 07 on one cached tile", "tileWrittenOut", sum_with<tileWrittenOut, 8>,
         SUM_WRONG},
        {'e', "no rounds, on one cached tile", "tileNoRounds", sum_with<tileNoRounds, 8>,
         SUM_WRONG},
        {'f', "step 05: rounds in a loop", "step05::reduceUnrolling2_5",
         sum_with<step05::reduceUnrolling2_5, 2>, SUM_RIGHT},
        {'g', "step 05: rounds written out", "twoWrittenOut", sum_with<twoWrittenOut, 2>,
         SUM_RIGHT},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "the loop, as step 07"},
        {'a', 'c', "the memory: one tile for all, nothing written back"},
        {'c', 'd', "the loop, without the memory"},
        {'c', 'e', "all rounds, without the memory"},
        {'f', 'g', "the loop of step 05"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
