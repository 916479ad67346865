/*
 * Step 05: half as many blocks; is that what it gains by?
 *
 * Step 05 halves the number of blocks, lets each thread add two numbers, and makes a detour through
 * global memory. Here the idle threads go in another way, by smaller blocks; the detour goes; the
 * second load waits for the first; and the starts of the blocks stand alone.
 *
 * Run it:  make step05 why
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/why.h"

namespace step04
{
#include "../step04_interleaved/reduce.cu"
}
namespace step05
{
#include "reduce.cu"
}

/* Step 05 without the detour: the sum of the two numbers stays in a register. */
__global__ void inRegister(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    int sum = idx < n ? g_idata[idx] : 0;
    if (idx + blockDim.x < n)
        sum += g_idata[idx + blockDim.x];
    smem[tid] = sum;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* The same, but the second load waits for the first: its address takes the first number. */
__global__ void oneAfterTheOther(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    int sum = idx < n ? g_idata[idx] : 0;
    unsigned int other = idx + blockDim.x + (sum < 0); // no number is below 0
    if (other < n)
        sum += g_idata[other];
    smem[tid] = sum;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
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

enum idle { LEAVE, STAY };

/*
 * Step 05 in blocks half as large, but as many threads are started as before. Those without numbers
 * leave at once, or they stay and come to all barriers.
 */
template <int idle> __global__ void idleThreads(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[];

    unsigned int tid = threadIdx.x;
    unsigned int half = blockDim.x / 2;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    if (idle == LEAVE && tid >= half)
        return;
    if (tid < half) {
        if (idx + half < n)
            g_idata[idx] += g_idata[idx + half];
        smem[tid] = idx < n ? g_idata[idx] : 0;
    }
    __syncthreads();

    for (unsigned int stride = half / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

/* Blocks that start and end. */
__global__ void nothing(int *g_idata, int *g_odata, unsigned int n)
{
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 04: a number a thread", "step04::reduceInterleavedSmem_4",
         sum_with<step04::reduceInterleavedSmem_4, 1>, SUM_RIGHT},
        {'b', "step 05: two, half as many blocks", "step05::reduceUnrolling2_5",
         sum_with<step05::reduceUnrolling2_5, 2>, SUM_RIGHT},
        {'c', "step 05 in blocks half as large", "step05::reduceUnrolling2_5",
         sum_with<step05::reduceUnrolling2_5, 2, 2>, SUM_RIGHT},
        {'d', "step 05 in a register, without the detour", "inRegister", sum_with<inRegister, 2>,
         SUM_RIGHT},
        {'e', "the same in blocks half as large", "inRegister", sum_with<inRegister, 2, 2>,
         SUM_RIGHT},
        {'f', "in a register, one load after the other", "oneAfterTheOther",
         sum_with<oneAfterTheOther, 2>, SUM_RIGHT},
        {'g', "step 04 without its rounds", "noRounds", sum_with<noRounds, 1>, SUM_WRONG},
        {'h', "step 04's blocks, empty", "nothing", sum_with<nothing, 1>, SUM_WRONG},
        {'i', "step 05's blocks, empty", "nothing", sum_with<nothing, 2>, SUM_WRONG},
        {'j', "half of the threads leave at once", "idleThreads<0>",
         sum_with<idleThreads<LEAVE>, 1>, SUM_RIGHT},
        {'k', "half of the threads stay, and are idle", "idleThreads<1>",
         sum_with<idleThreads<STAY>, 1>, SUM_RIGHT},
        {'l', "step 04 in blocks half as large", "step04::reduceInterleavedSmem_4",
         sum_with<step04::reduceInterleavedSmem_4, 1, 2>, SUM_RIGHT},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "all that step 05 takes away"},
        {'a', 'c', "idle threads alone: as many blocks, half as large"},
        {'b', 'c', "step 05's large blocks: twice as many, half as large"},
        {'a', 'e', "the same without the detour"},
        {'b', 'd', "the detour through global memory"},
        {'c', 'e', "the detour, in blocks half as large"},
        {'f', 'd', "the second load's wait for the first"},
        {'a', 'g', "all rounds of step 04: additions and barriers"},
        {'h', 'i', "half of the blocks, which are empty"},
        {'k', 'j', "idle threads at the barriers: they leave at once"},
        {'j', 'c', "the starts of idle threads"},
        {'a', 'l', "step 04's large blocks: twice as many, half as large"},
        {},
    };
    // half of the smallest block would be one warp
    return take_away(argc, argv, {2 * BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
