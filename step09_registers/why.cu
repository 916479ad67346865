/*
 * Step 09: what of the written sums costs time, and what hides a shorter tree?
 *
 * Step 08 stores a thread's sum in global memory and loads it again. Here the load goes first, then
 * the way from the cache to the memory, then the store. Steps 07 and 08 made the tree shorter and
 * gained nothing, and their pages say that the memory is the limit. Here the three trees stand in
 * step 09's place, once behind the loads of the step and once behind loads that need no memory.
 *
 * Run it:  make step09 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step08
{
#include "../step08_template/reduce.cu"
}
namespace step09
{
#include "reduce.cu"
}

enum { WINDOW = 1 << 19 }; // ints: 2 MiB, which stay in the L2 cache
__device__ int g_window[WINDOW];

/*
 * Step 09, but each thread stores its sum besides, as step 08 does: where its first number was, or
 * in 2 MiB that all blocks share. As many stores either way; of those the memory never sees many.
 */
template <bool into_window, unsigned int iBlockSize>
__global__ void storedOnly(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + tid;

    int sum = 0;
    if (idx + 7 * blockDim.x < n) {
        int a1 = g_idata[idx];
        int a2 = g_idata[idx + blockDim.x];
        int a3 = g_idata[idx + 2 * blockDim.x];
        int a4 = g_idata[idx + 3 * blockDim.x];
        int a5 = g_idata[idx + 4 * blockDim.x];
        int a6 = g_idata[idx + 5 * blockDim.x];
        int a7 = g_idata[idx + 6 * blockDim.x];
        int a8 = g_idata[idx + 7 * blockDim.x];
        sum = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
    } else {
        for (unsigned int next = idx; next < n; next += blockDim.x)
            sum += g_idata[next];
    }

    if (into_window)
        g_window[(blockIdx.x * blockDim.x + tid) % WINDOW] = sum;
    else if (idx < n)
        g_idata[idx] = sum;
    smem[tid] = sum;
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

    if (tid < 32) {
        sum = smem[tid];
        sum += smem[tid + 32]; __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 16]; __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 8];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 4];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 2];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 1];  __syncwarp(); smem[tid] = sum; __syncwarp();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/*
 * Step 09 with the tree of step 06, 07 or 08. in_cache: all blocks sum the first block's numbers, and no
 * number but those comes from the memory.
 */
template <int tree, bool in_cache, unsigned int iBlockSize>
__global__ void withTree(const int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = (in_cache ? 0 : blockIdx.x * blockDim.x * 8) + tid;

    int sum = 0;
    if (idx + 7 * blockDim.x < n) {
        int a1 = g_idata[idx];
        int a2 = g_idata[idx + blockDim.x];
        int a3 = g_idata[idx + 2 * blockDim.x];
        int a4 = g_idata[idx + 3 * blockDim.x];
        int a5 = g_idata[idx + 4 * blockDim.x];
        int a6 = g_idata[idx + 5 * blockDim.x];
        int a7 = g_idata[idx + 6 * blockDim.x];
        int a8 = g_idata[idx + 7 * blockDim.x];
        sum = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
    } else {
        for (unsigned int next = idx; next < n; next += blockDim.x)
            sum += g_idata[next];
    }

    smem[tid] = sum;
    __syncthreads();

    if (tree == 6) {
        for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
            if (tid < stride)
                smem[tid] += smem[tid + stride];
            __syncthreads();
        }
    } else {
        // step 07 asks when the program runs; step 08 asks the compiler
        unsigned int size = tree == 7 ? blockDim.x : iBlockSize;

        if (size >= 1024 && tid < 512)
            smem[tid] += smem[tid + 512];
        __syncthreads();
        if (size >= 512 && tid < 256)
            smem[tid] += smem[tid + 256];
        __syncthreads();
        if (size >= 256 && tid < 128)
            smem[tid] += smem[tid + 128];
        __syncthreads();
        if (size >= 128 && tid < 64)
            smem[tid] += smem[tid + 64];
        __syncthreads();
    }

    if (tid < 32) {
        sum = smem[tid];
        sum += smem[tid + 32]; __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 16]; __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 8];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 4];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 2];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 1];  __syncwarp(); smem[tid] = sum; __syncwarp();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 08: sums stored and loaded again",
         "step08::reduceCompleteUnrolling8Template_8",
         sum_of_size<8, AN_INT_A_THREAD,
                     OF_EACH_SIZE(step08::reduceCompleteUnrolling8Template_8)>,
         SUM_RIGHT, TOTAL_POISONED},
        {'b', "sums stored, and not loaded again", "storedOnly<false",
         sum_of_size<8, AN_INT_A_THREAD, OF_EACH_SIZE_AND(storedOnly, false)>, SUM_RIGHT,
         TOTAL_POISONED},
        {'c', "sums stored in 2 MiB that stay in the cache", "storedOnly<true",
         sum_of_size<8, AN_INT_A_THREAD, OF_EACH_SIZE_AND(storedOnly, true)>, SUM_RIGHT,
         TOTAL_POISONED},
        {'d', "step 09: sums in registers", "step09::reduceRegisters_9",
         sum_of_size<8, AN_INT_A_THREAD, OF_EACH_SIZE(step09::reduceRegisters_9)>, SUM_RIGHT,
         TOTAL_POISONED},
        {'e', "step 09 with the loop of step 06", "withTree<6, false",
         sum_of<withTree<6, false, 0>, 8, AN_INT_A_THREAD>, SUM_RIGHT, TOTAL_POISONED},
        {'f', "step 09 with the rounds of step 07", "withTree<7, false",
         sum_of<withTree<7, false, 0>, 8, AN_INT_A_THREAD>, SUM_RIGHT, TOTAL_POISONED},
        {'g', "numbers in the cache: the loop of step 06", "withTree<6, true",
         sum_of<withTree<6, true, 0>, 8, AN_INT_A_THREAD>, SUM_WRONG, TOTAL_POISONED},
        {'h', "numbers in the cache: the rounds of step 07", "withTree<7, true",
         sum_of<withTree<7, true, 0>, 8, AN_INT_A_THREAD>, SUM_WRONG, TOTAL_POISONED},
        {'i', "numbers in the cache: step 09", "withTree<8, true",
         sum_of_size<8, AN_INT_A_THREAD, OF_EACH_SIZE_AND(withTree, 8, true)>, SUM_WRONG,
         TOTAL_POISONED},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'd', "all that step 09 takes away"},
        {'a', 'b', "loading the sums again"},
        {'b', 'c', "the stored sums' way from the cache to the memory"},
        {'c', 'd', "storing the sums in the cache"},
        {'b', 'd', "storing the sums at all"},
        {'e', 'f', "the loop of the tree (step 07's idea)"},
        {'f', 'd', "questions about the block size (step 08's idea)"},
        {'g', 'h', "the loop of the tree, with numbers in the cache"},
        {'h', 'i', "questions about the block size, numbers in the cache"},
        {'d', 'i', "the memory"},
        {},
    };
    return take_away(argc, argv, {64, BLOCK_MAX}, variants, comparisons);
}
