/*
 * Step 04: is the time that it gains the bank conflicts' cost?
 *
 * Step 04 adds in another order than step 03. That takes the conflicts away, and some instructions
 * for addresses, too. Here the conflicts go alone, in two ways, and the addresses go alone.
 *
 * Run it:  make step04 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/launches.h"

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

/*
 * The same, but a thread's place in the mask is its number, or its number with the bits reversed:
 * which, an argument says, so that the instructions are the same. In each round as many threads
 * add. By number they are every second, fourth, eighth; reversed, the first half, quarter, eighth.
 */
__device__ __forceinline__ void sumInPlaces(const int *g_idata, int *g_odata, unsigned int n,
                                            unsigned int reversed)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;
    // blockDim.x is a power of two: all bits above those of a thread's number go
    unsigned int place = reversed ? __brev(tid) >> (__clz((int)blockDim.x) + 1) : tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if ((place & (2 * stride - 1)) == 0)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Two kernels for it: counters and the simulator's clock know a kernel by its name. */
__global__ void scatteredPlaces(int *g_idata, int *g_odata, unsigned int n, unsigned int reversed)
{
    sumInPlaces(g_idata, g_odata, n, reversed);
}

__global__ void packedPlaces(int *g_idata, int *g_odata, unsigned int n, unsigned int reversed)
{
    sumInPlaces(g_idata, g_odata, n, reversed);
}

template <auto kernel, unsigned int reversed>
static struct launched in_places(const struct numbers *numbers)
{
    unsigned int block = numbers->block;
    unsigned int grid = (numbers->n - 1) / block + 1;

    kernel<<<grid, block, block * sizeof(int)>>>(numbers->g_idata, numbers->g_odata, numbers->n,
                                                 reversed);
    CHECK(cudaGetLastError());
    return {grid, block, grid};
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

/*
 * The same three where the compiler knows how many rounds there are: it writes them out, and
 * little is left of the instructions for addresses.
 */
template <unsigned int iBlockSize>
__global__ void scatteredKnown(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

#pragma unroll
    for (unsigned int stride = 1; stride < iBlockSize; stride *= 2) {
        if ((tid & (2 * stride - 1)) == 0)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

template <unsigned int iBlockSize>
__global__ void packedKnown(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

#pragma unroll
    for (unsigned int stride = 1; stride < iBlockSize; stride *= 2) {
        unsigned int index = 2 * stride * tid;
        if (index < iBlockSize)
            smem[index] += smem[index + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

template <unsigned int iBlockSize>
__global__ void interleavedKnown(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

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

/*
 * In each round a number of lanes of each warp work, side by side: as few as there must be, or at
 * least that many. With 32 they are packed, with 1 they are scattered, by the same instructions.
 */
__device__ __forceinline__ void sumInShares(const int *g_idata, int *g_odata, unsigned int n,
                                            unsigned int at_least, unsigned int log2_warps)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        unsigned int share = max(stride >> log2_warps, at_least);
        unsigned int word = tid / 32 * share + tid % 32;
        if (tid % 32 < share && word < stride)
            smem[word] += smem[word + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Two kernels for it, as above. */
__global__ void scatteredShares(int *g_idata, int *g_odata, unsigned int n, unsigned int at_least,
                                unsigned int log2_warps)
{
    sumInShares(g_idata, g_odata, n, at_least, log2_warps);
}

__global__ void packedShares(int *g_idata, int *g_odata, unsigned int n, unsigned int at_least,
                             unsigned int log2_warps)
{
    sumInShares(g_idata, g_odata, n, at_least, log2_warps);
}

template <auto kernel, unsigned int at_least>
static struct launched in_shares(const struct numbers *numbers)
{
    unsigned int block = numbers->block;
    unsigned int grid = (numbers->n - 1) / block + 1;
    unsigned int log2_warps = 0;

    while (32U << log2_warps < block)
        log2_warps++;
    kernel<<<grid, block, block * sizeof(int)>>>(numbers->g_idata, numbers->g_odata, numbers->n,
                                                 at_least, log2_warps);
    CHECK(cudaGetLastError());
    return {grid, block, grid};
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
        {'i', "step 02 with a mask, its rounds written out", "scatteredKnown",
         sum_of_size<1, AN_INT_A_THREAD, OF_EACH_SIZE(scatteredKnown)>, SUM_RIGHT},
        {'j', "step 03, its rounds written out", "packedKnown",
         sum_of_size<1, AN_INT_A_THREAD, OF_EACH_SIZE(packedKnown)>, SUM_RIGHT},
        {'k', "step 04, its rounds written out", "interleavedKnown",
         sum_of_size<1, AN_INT_A_THREAD, OF_EACH_SIZE(interleavedKnown)>, SUM_RIGHT},
        {'l', "a share for each warp: scattered lanes", "scatteredShares",
         in_shares<scatteredShares, 1>, SUM_RIGHT},
        {'m', "a share of 32 for some warps: packed lanes", "packedShares",
         in_shares<packedShares, 32>, SUM_RIGHT},
        {'n', "mask of a thread's number: scattered lanes", "scatteredPlaces",
         in_places<scatteredPlaces, 0>, SUM_RIGHT},
        {'o', "of its bits reversed, other words: whole warps", "packedPlaces",
         in_places<packedPlaces, 1>, SUM_WRONG},
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
        {'j', 'k', "all that step 04 takes away, rounds written out"},
        {'i', 'k', "the divergence, rounds written out"},
        {'l', 'm', "the divergence alone, by the same instructions"},
        {'n', 'o', "the divergence of a mask, by the same instructions"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
