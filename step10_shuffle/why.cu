/*
 * Step 10: what do shuffles gain, and where is the tree hidden?
 *
 * Step 10 puts shuffles in the place of shared memory and of four of five barriers, and the time
 * does not change: the page says that the tree is hidden behind other blocks' loads. So here the
 * other blocks are taken away, and the loads, and both; and the tree.
 *
 * Run it:  make step10 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step09
{
#include "../step09_registers/reduce.cu"
}
namespace step10
{
#include "reduce.cu"
}

enum loads {
    EIGHT_OF_MEMORY, /* as in the steps */
    EIGHT_OF_CACHE,  /* all blocks sum the first block's numbers: the sum is not that of the input */
    ONE_OF_MEMORY    /* one number for each thread, and eight times as many blocks */
};

enum barriers { OF_THE_BLOCK, OF_THE_WARP /* a round may start too early: the sum is not right */ };

/* A barrier after a round. */
template <int barriers> __device__ void endRound()
{
    if (barriers == OF_THE_BLOCK)
        __syncthreads();
    else
        __syncwarp();
}

/* Step 09, but for its loads or its barriers. */
template <int loads, int barriers, unsigned int iBlockSize>
__global__ void sharedTree(const int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int numbers = loads == ONE_OF_MEMORY ? 1 : 8;
    unsigned int idx = (loads == EIGHT_OF_CACHE ? 0 : blockIdx.x) * blockDim.x * numbers + tid;

    int sum = 0;
    if (loads == ONE_OF_MEMORY) {
        sum = idx < n ? g_idata[idx] : 0;
    } else if (idx + 7 * blockDim.x < n) {
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
    endRound<barriers>();

    if (iBlockSize >= 1024 && tid < 512)
        smem[tid] += smem[tid + 512];
    endRound<barriers>();
    if (iBlockSize >= 512 && tid < 256)
        smem[tid] += smem[tid + 256];
    endRound<barriers>();
    if (iBlockSize >= 256 && tid < 128)
        smem[tid] += smem[tid + 128];
    endRound<barriers>();
    if (iBlockSize >= 128 && tid < 64)
        smem[tid] += smem[tid + 64];
    __syncthreads(); // step 10 has this one, too

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

/* Step 10, but for its loads; without a tree, a thread keeps its sum for itself. */
template <int loads, bool with_tree>
__global__ void shuffleTree(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ int smem[32];

    unsigned int tid = threadIdx.x;
    unsigned int numbers = loads == ONE_OF_MEMORY ? 1 : 8;
    unsigned int idx = (loads == EIGHT_OF_CACHE ? 0 : blockIdx.x) * blockDim.x * numbers + tid;

    int sum = 0;
    if (loads == ONE_OF_MEMORY) {
        sum = idx < n ? g_idata[idx] : 0;
    } else if (idx + 7 * blockDim.x < n) {
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

    if (!with_tree) {
        // never below 0; the compiler does not know, and a warp waits for its loads
        if (__any_sync(0xFFFFFFFF, sum < 0))
            g_odata[blockIdx.x] = sum;
        return;
    }
    sum = step10::warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads();

    if (tid < 32)
        sum = step10::warpSum(tid < blockDim.x / 32 ? smem[tid] : 0);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

#define IN_SHARED(loads, barriers) OF_EACH_SIZE_AND(sharedTree, loads, barriers)

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 09: shared memory", "step09::reduceRegisters_9",
         sum_of_size<8, AN_INT_A_THREAD, OF_EACH_SIZE(step09::reduceRegisters_9)>, SUM_RIGHT,
         TOTAL_POISONED},
        {'b', "step 10: shuffles", "step10::reduceShuffle_10",
         sum_of<step10::reduceShuffle_10, 8, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        {'c', "shared memory, one block a multiprocessor", "step09::reduceRegisters_9",
         sum_of_size<8, ALONE, OF_EACH_SIZE(step09::reduceRegisters_9)>, SUM_RIGHT,
         TOTAL_POISONED},
        {'d', "shuffles, one block a multiprocessor", "step10::reduceShuffle_10",
         sum_of<step10::reduceShuffle_10, 8, ALONE>, SUM_RIGHT, TOTAL_POISONED},
        {'e', "shared memory, numbers in the cache", "sharedTree<1, 0",
         sum_of_size<8, AN_INT_A_THREAD, IN_SHARED(EIGHT_OF_CACHE, OF_THE_BLOCK)>, SUM_WRONG,
         TOTAL_POISONED},
        {'f', "shuffles, numbers in the cache", "shuffleTree<1, true",
         sum_of<shuffleTree<EIGHT_OF_CACHE, true>, 8, NO_DYNAMIC_SHARED>, SUM_WRONG,
         TOTAL_POISONED},
        {'g', "shared memory, one block, in the cache", "sharedTree<1, 0",
         sum_of_size<8, ALONE, IN_SHARED(EIGHT_OF_CACHE, OF_THE_BLOCK)>, SUM_WRONG,
         TOTAL_POISONED},
        {'h', "shuffles, one block, in the cache", "shuffleTree<1, true",
         sum_of<shuffleTree<EIGHT_OF_CACHE, true>, 8, ALONE>, SUM_WRONG, TOTAL_POISONED},
        {'i', "shared memory, one number a thread", "sharedTree<2, 0",
         sum_of_size<1, AN_INT_A_THREAD, IN_SHARED(ONE_OF_MEMORY, OF_THE_BLOCK)>, SUM_RIGHT,
         TOTAL_POISONED},
        {'j', "shuffles, one number a thread", "shuffleTree<2, true",
         sum_of<shuffleTree<ONE_OF_MEMORY, true>, 1, NO_DYNAMIC_SHARED>, SUM_RIGHT,
         TOTAL_POISONED},
        {'k', "shared memory, in the cache, one block barrier", "sharedTree<1, 1",
         sum_of_size<8, AN_INT_A_THREAD, IN_SHARED(EIGHT_OF_CACHE, OF_THE_WARP)>, SUM_WRONG,
         TOTAL_POISONED},
        {'l', "no tree", "shuffleTree<0, false",
         sum_of<shuffleTree<EIGHT_OF_MEMORY, false>, 8, NO_DYNAMIC_SHARED>, SUM_WRONG,
         TOTAL_POISONED},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "all that step 10 takes away"},
        {'c', 'd', "the same, with one block on a multiprocessor"},
        {'e', 'f', "the same, with numbers in the cache"},
        {'g', 'h', "the same, with one block and numbers in the cache"},
        {'i', 'j', "the same, with one number a thread"},
        {'e', 'k', "four of the barriers, with numbers in the cache"},
        {'k', 'f', "most of shared memory, with numbers in the cache"},
        {'b', 'l', "the tree of step 10"},
        {'b', 'd', "the other blocks of the multiprocessor"},
        {'b', 'f', "the memory"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
