/*
 * Step 04: is the time that it gains the bank conflicts' cost?
 *
 * Step 04 adds in another order than step 03. That takes the conflicts away, and some instructions
 * for addresses, too. Here the conflicts go alone, in two ways.
 *
 * Run it:  make step04 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/why.h"

namespace step03
{
#include "../step03_nodivergence/reduce.cu"
}
namespace step04
{
#include "reduce.cu"
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

/* Step 03, whose threads ask what they ask there, and then add neighbouring words. */
__global__ void packedOtherWords(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        unsigned int index = 2 * stride * tid;
        if (index < blockDim.x)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Divergent, and with neither conflicts nor a remainder: step 02 with a mask. */
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

/* Step 04 with the same padding, which cures nothing here: its instructions alone. */
__global__ void interleavedPadded(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid + tid / 32] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride) {
            unsigned int other = tid + stride;
            smem[tid + tid / 32] += smem[other + other / 32];
        }
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 04 with the barrier of each round left out. */
__global__ void interleavedNoBarriers(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        noBarrier();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Step 04 with all its rounds left out: loads, one barrier, one store. */
__global__ void noRounds(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    // which word it is, only the numbers tell: so all of them must be loaded
    if (tid == 0)
        g_odata[blockIdx.x] = smem[smem[0] % blockDim.x];
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 03: conflicts", "step03::reduceNeighboredSmemNoDivergence_3",
         sum_with<step03::reduceNeighboredSmemNoDivergence_3, 1>, SUM_RIGHT},
        {'b', "step 03, padded: no conflicts", "packedPadded", sum_padded<packedPadded>, SUM_RIGHT},
        {'c', "step 03, other words: no conflicts", "packedOtherWords",
         sum_with<packedOtherWords, 1>, SUM_WRONG},
        {'d', "step 04: interleaved", "step04::reduceInterleavedSmem_4",
         sum_with<step04::reduceInterleavedSmem_4, 1>, SUM_RIGHT},
        {'e', "step 02 with a mask: divergent", "scatteredMask", sum_with<scatteredMask, 1>,
         SUM_RIGHT},
        {'f', "step 04, padded", "interleavedPadded", sum_padded<interleavedPadded>, SUM_RIGHT},
        {'g', "step 04 without the rounds' barriers", "interleavedNoBarriers",
         sum_with<interleavedNoBarriers, 1>, SUM_WRONG},
        {'h', "step 04 without its rounds", "noRounds", sum_with<noRounds, 1>, SUM_WRONG},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'd', "all that step 04 takes away"},
        {'a', 'b', "the conflicts, by padding, which takes instructions"},
        {'f', 'd', "the instructions of the padding"},
        {'a', 'c', "the conflicts and some addresses, by other words"},
        {'c', 'd', "the rest of the instructions for addresses"},
        {'e', 'd', "the divergence; nothing else is left of step 02"},
        {'d', 'g', "the rounds' barriers of step 04"},
        {'d', 'h', "all rounds of step 04: additions and barriers"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
