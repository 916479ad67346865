/*
 * Step 06: its two ideas, and what is in the first one
 *
 * Eight data blocks are fewer blocks with fewer barriers, and more loads under way at a time. The last
 * warp by itself saves barriers, and the instructions of idle warps. Here each of them goes alone.
 *
 * Run it:  make step06 why
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

/* Step 05 with the last warp by itself. */
__global__ void twoLastWarp(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    if (idx + blockDim.x < n)
        g_idata[idx] += g_idata[idx + blockDim.x];
    smem[tid] = idx < n ? g_idata[idx] : 0;
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

/* The same, but all warps stay and come to six more barriers, without the loop's instructions. */
__global__ void twoSixBarriers(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    if (idx + blockDim.x < n)
        g_idata[idx] += g_idata[idx + blockDim.x];
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid < 32) { // the first warp comes to a barrier after each of its rounds
        int sum = smem[tid];
        sum += smem[tid + 32]; __syncwarp(); smem[tid] = sum; __syncthreads();
        sum += smem[tid + 16]; __syncwarp(); smem[tid] = sum; __syncthreads();
        sum += smem[tid + 8];  __syncwarp(); smem[tid] = sum; __syncthreads();
        sum += smem[tid + 4];  __syncwarp(); smem[tid] = sum; __syncthreads();
        sum += smem[tid + 2];  __syncwarp(); smem[tid] = sum; __syncthreads();
        sum += smem[tid + 1];  __syncwarp(); smem[tid] = sum; __syncthreads();
    } else { // and so do all others, which have nothing else to do
        __syncthreads();
        __syncthreads();
        __syncthreads();
        __syncthreads();
        __syncthreads();
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 05 without the block's barriers in the last six rounds: all warps still go through them. */
__global__ void twoLoopNoBarriers(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    if (idx + blockDim.x < n)
        g_idata[idx] += g_idata[idx + blockDim.x];
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        if (stride > 32)
            __syncthreads();
        else
            __syncwarp();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 06 with step 05's loop down to stride 1. */
__global__ void eightLoop(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + tid;

    if (idx + 7 * blockDim.x < n) {
        int a1 = g_idata[idx];
        int a2 = g_idata[idx + blockDim.x];
        int a3 = g_idata[idx + 2 * blockDim.x];
        int a4 = g_idata[idx + 3 * blockDim.x];
        int a5 = g_idata[idx + 4 * blockDim.x];
        int a6 = g_idata[idx + 5 * blockDim.x];
        int a7 = g_idata[idx + 6 * blockDim.x];
        int a8 = g_idata[idx + 7 * blockDim.x];
        g_idata[idx] = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
    } else {
        for (unsigned int next = idx + blockDim.x; next < n; next += blockDim.x)
            g_idata[idx] += g_idata[next];
    }
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/*
 * Step 06 with some of its eight loads under way at a time: the addresses of the next ones take
 * the sum of those before.
 */
template <unsigned int at_a_time>
__global__ void eightLoads(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + tid;

    if (idx + 7 * blockDim.x < n) {
        int sum = 0;
#pragma unroll
        for (unsigned int first = 0; first < 8; first += at_a_time) {
            unsigned int next = idx + first * blockDim.x + (sum < 0); // no number is below 0
            int a[at_a_time];
#pragma unroll
            for (unsigned int k = 0; k < at_a_time; k++)
                a[k] = g_idata[next + k * blockDim.x];
#pragma unroll
            for (unsigned int k = 0; k < at_a_time; k++)
                sum += a[k];
        }
        g_idata[idx] = sum;
    } else {
        for (unsigned int next = idx + blockDim.x; next < n; next += blockDim.x)
            g_idata[idx] += g_idata[next];
    }
    smem[tid] = idx < n ? g_idata[idx] : 0;
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

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 05: two data blocks, loop", "step05::reduceUnrolling2_5",
         sum_with<step05::reduceUnrolling2_5, 2>, SUM_RIGHT},
        {'b', "two data blocks, last warp by itself", "twoLastWarp", sum_with<twoLastWarp, 2>,
         SUM_RIGHT},
        {'c', "eight data blocks, loop", "eightLoop", sum_with<eightLoop, 8>, SUM_RIGHT},
        {'d', "step 06: eight, last warp by itself", "step06::reduceUnrollingWarp8_6",
         sum_with<step06::reduceUnrollingWarp8_6, 8>, SUM_RIGHT},
        {'e', "two data blocks, six barriers for all warps", "twoSixBarriers",
         sum_with<twoSixBarriers, 2>, SUM_RIGHT},
        {'f', "step 06 with four loads at a time", "eightLoads<4>", sum_with<eightLoads<4>, 8>,
         SUM_RIGHT},
        {'g', "step 06 with two loads at a time", "eightLoads<2>", sum_with<eightLoads<2>, 8>,
         SUM_RIGHT},
        {'h', "step 06 with one load at a time", "eightLoads<1>", sum_with<eightLoads<1>, 8>,
         SUM_RIGHT},
        {'i', "step 06 with eight, as the three above", "eightLoads<8>",
         sum_with<eightLoads<8>, 8>, SUM_RIGHT},
        {'j', "two data blocks, loop, six barriers less", "twoLoopNoBarriers",
         sum_with<twoLoopNoBarriers, 2>, SUM_RIGHT},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'd', "all that step 06 takes away"},
        {'a', 'c', "three of four blocks, with more loads at a time"},
        {'b', 'd', "the same, where the last warp is by itself"},
        {'a', 'b', "six barriers and idle warps, of two data blocks"},
        {'c', 'd', "six barriers and idle warps, of eight data blocks"},
        {'a', 'e', "of these: the loop's instructions"},
        {'e', 'b', "of these: the barriers"},
        {'a', 'j', "the other way round: the barriers first"},
        {'j', 'b', "and then the instructions of idle warps"},
        {'b', 'g', "three of four blocks, two loads at a time as before"},
        {'g', 'i', "waits for loads: eight at a time for two"},
        {'f', 'i', "waits for loads: eight at a time for four"},
        {'h', 'i', "waits for loads: eight at a time for one"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
