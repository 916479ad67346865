/*
 * Step 11: what is a wide load worth, and where?
 *
 * Two loads of 16 bytes have as many bytes under way as eight of 4. The page says that the memory is
 * the limit, and that the wide loads only buy room. So here are more bytes under way, and fewer; one
 * block on a multiprocessor instead of four; and numbers that need no memory.
 *
 * Run it:  make step11 why
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step10
{
#include "../step10_shuffle/reduce.cu"
}
namespace step11
{
#include "reduce.cu"
}

__device__ int sumOf(int piece) { return piece; }
__device__ int sumOf(int4 piece) { return piece.x + piece.y + piece.z + piece.w; }

/*
 * Step 11 with a number of loads for each thread, of a piece: int or int4. in_cache: all blocks sum
 * the first block's numbers.
 */
template <typename piece, unsigned int iLoads, bool in_cache>
__global__ void inPieces(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ int smem[32];

    const unsigned int numbers = sizeof(piece) / sizeof(int);
    unsigned int tid = threadIdx.x;
    unsigned int idx = (in_cache ? 0 : blockIdx.x * blockDim.x * iLoads) + tid;

    unsigned int head = min((unsigned int)(-(uintptr_t)g_idata % sizeof(piece) / sizeof(int)), n);
    const piece *pieces = (const piece *)(g_idata + head);
    unsigned int count = (n - head) / numbers;
    unsigned int tail = head + numbers * count;

    int sum = 0;
    if (idx + (iLoads - 1) * blockDim.x < count) {
        piece a[iLoads];
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++)
            a[k] = pieces[idx + k * blockDim.x];
#pragma unroll
        for (unsigned int k = 0; k < iLoads; k++)
            sum += sumOf(a[k]);
    } else {
        for (; idx < count; idx += blockDim.x)
            sum += sumOf(pieces[idx]);
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    sum = step11::warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads();

    if (tid < 32)
        sum = step11::warpSum(tid < blockDim.x / 32 ? smem[tid] : 0);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

/* A grid that does nothing: n is never 0, but the compiler does not know. */
__global__ void nothing(const int *g_idata, int *g_odata, unsigned int n)
{
    if (n == 0)
        g_odata[blockIdx.x] = g_idata[0];
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 10: 8 loads of 4 bytes", "step10::reduceShuffle_10",
         sum_of<step10::reduceShuffle_10, 8, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        {'b', "step 11: 2 loads of 16 bytes", "step11::reduceVectorized_11",
         sum_of<step11::reduceVectorized_11, 8, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        {'c', "4 loads of 4 bytes", "inPieces<int, 4, false",
         sum_of<inPieces<int, 4, false>, 4, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        // of eight loads nvcc has four under way, and the others as those come in
        {'d', "8 loads of 16 bytes", "inPieces<int4, 8, false",
         sum_of<inPieces<int4, 8, false>, 32, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        {'e', "8 of 4 bytes, one block a multiprocessor", "step10::reduceShuffle_10",
         sum_of<step10::reduceShuffle_10, 8, ALONE>, SUM_RIGHT, TOTAL_POISONED},
        {'f', "2 of 16 bytes, one block a multiprocessor", "step11::reduceVectorized_11",
         sum_of<step11::reduceVectorized_11, 8, ALONE>, SUM_RIGHT, TOTAL_POISONED},
        {'g', "4 of 4 bytes, one block a multiprocessor", "inPieces<int, 4, false",
         sum_of<inPieces<int, 4, false>, 4, ALONE>, SUM_RIGHT, TOTAL_POISONED},
        {'h', "8 of 16 bytes, one block a multiprocessor", "inPieces<int4, 8, false",
         sum_of<inPieces<int4, 8, false>, 32, ALONE>, SUM_RIGHT, TOTAL_POISONED},
        {'i', "8 of 4 bytes, numbers in the cache", "inPieces<int, 8, true",
         sum_of<inPieces<int, 8, true>, 8, NO_DYNAMIC_SHARED>, SUM_WRONG, TOTAL_POISONED},
        {'j', "2 of 16 bytes, numbers in the cache", "inPieces<int4, 2, true",
         sum_of<inPieces<int4, 2, true>, 8, NO_DYNAMIC_SHARED>, SUM_WRONG, TOTAL_POISONED},
        {'k', "a grid of step 11 that does nothing", "nothing",
         sum_of<nothing, 8, NO_DYNAMIC_SHARED>, SUM_WRONG, TOTAL_POISONED},
        {'l', "4 of 16 bytes, one block a multiprocessor", "inPieces<int4, 4, false",
         sum_of<inPieces<int4, 4, false>, 16, ALONE>, SUM_RIGHT, TOTAL_POISONED},
        {'m', "4 loads of 16 bytes", "inPieces<int4, 4, false",
         sum_of<inPieces<int4, 4, false>, 16, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "all that step 11 takes away"},
        {'e', 'f', "the same, with one block on a multiprocessor"},
        {'i', 'j', "the same, with numbers in the cache"},
        {'c', 'a', "half of the blocks: 8 loads of 4 bytes, not 4"},
        {'b', 'd', "three of four blocks: 8 loads of 16 bytes, not 2"},
        {'b', 'm', "half of the blocks: 4 loads of 16 bytes, not 2"},
        {'g', 'e', "8 loads of 4 bytes, not 4, one block a multiprocessor"},
        {'f', 'h', "8 loads of 16 bytes, not 2, one block"},
        {'f', 'l', "4 loads of 16 bytes, not 2, one block"},
        {'l', 'h', "8 loads of 16 bytes, not 4, one block"},
        {'b', 'f', "the other blocks of the multiprocessor"},
        {'b', 'j', "the memory"},
        {'b', 'k', "all but the starts of the blocks"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
