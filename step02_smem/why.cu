/*
 * Step 02: what is the traffic worth that shared memory takes away, and what is left?
 *
 * Step 02 loads an eighth of step 01's sectors, and most of the time stays. Here the remainder,
 * the barriers and the rounds go, one at a time.
 *
 * Run it:  make step02 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/why.h"

namespace step01
{
#include "../step01_neighbored_gmem/reduce.cu"
}
namespace step02
{
#include "reduce.cu"
}

/* Step 01 without the remainder: a mask asks the same, since 2 * stride is a power of two. */
__global__ void globalMask(int *g_idata, int *g_odata, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;
    int *idata = g_idata + blockIdx.x * blockDim.x;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if ((tid & (2 * stride - 1)) == 0 && idx + stride < n)
            idata[tid] += idata[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = idata[0];
}

/* Step 02 without the remainder. */
__global__ void sharedMask(int *g_idata, int *g_odata, unsigned int n)
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

/* Step 02 with the barrier of each round left out. */
__global__ void sharedNoBarriers(int *g_idata, int *g_odata, unsigned int n)
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

/* Step 02 with all its rounds left out: loads, one barrier, one store. */
__global__ void sharedNoRounds(int *g_idata, int *g_odata, unsigned int n)
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
        {'a', "step 01: rounds in global memory", "step01::reduceNeighboredGmem_1",
         sum_with<step01::reduceNeighboredGmem_1, 1>, SUM_RIGHT},
        {'b', "step 01 with a mask for the remainder", "globalMask", sum_with<globalMask, 1>,
         SUM_RIGHT},
        {'c', "step 02: rounds in shared memory", "step02::reduceNeighboredSmem_2",
         sum_with<step02::reduceNeighboredSmem_2, 1>, SUM_RIGHT},
        {'d', "step 02 with a mask for the remainder", "sharedMask", sum_with<sharedMask, 1>,
         SUM_RIGHT},
        {'e', "step 02 without the rounds' barriers", "sharedNoBarriers",
         sum_with<sharedNoBarriers, 1>, SUM_WRONG},
        {'f', "step 02 without its rounds", "sharedNoRounds", sum_with<sharedNoRounds, 1>,
         SUM_WRONG},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'c', "the rounds' traffic to global memory, as step 02"},
        {'b', 'd', "the same traffic, where no remainder is taken"},
        {'a', 'b', "the remainder of step 01"},
        {'c', 'd', "the remainder of step 02"},
        {'c', 'e', "the rounds' barriers of step 02"},
        {'c', 'f', "all rounds of step 02: additions and barriers"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
