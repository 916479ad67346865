/*
 * Step 13: what does the end of the sum cost?
 *
 * Step 13 saves a launch. Its blocks wait for a fence, for a ticket and for a second fence, and the
 * last block reads the sums of all. Here the parts of that go one by one; and the other end that the
 * page looks at, one atomic addition a block, stands beside it, with and without the memset that it
 * needs, and with an addition for each warp and for each thread.
 *
 * Run it:  make step13 why
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step12
{
#include "../step12_gridstride/reduce.cu"
}
namespace step13
{
#include "reduce.cu"
}
namespace exhibit
{
#include "block_atomics.cu"
}

enum end {
    SUMS_READ,     /* as in step 13 */
    SUMS_NOT_READ, /* the last block adds up numbers that nobody stored */
    TICKET_ONLY    /* the last block knows that it is the last, and leaves the sums to the host */
};

/* Step 13 with one or both of its two fences; with one, the second is missing. */
template <int end, int fences>
__global__ void singlePass(const int *g_idata, long long *g_odata, long long *g_total,
                           unsigned int *g_ticket, size_t n)
{
    __shared__ bool is_last;

    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    long long sum = 0;
    for (; idx < count; idx += 4 * stride) {
        int4 a = step13::fourOrZeros(fours, idx, count);
        int4 b = step13::fourOrZeros(fours, idx + stride, count);
        int4 c = step13::fourOrZeros(fours, idx + 2 * stride, count);
        int4 d = step13::fourOrZeros(fours, idx + 3 * stride, count);
        sum += (long long)a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
        sum += (long long)c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    sum = step13::blockSum(sum);
    if (tid == 0) {
        g_odata[blockIdx.x] = sum;
        if (fences >= 1)
            __threadfence();
        is_last = atomicInc(g_ticket, gridDim.x - 1) == gridDim.x - 1;
        if (fences >= 2)
            __threadfence();
    }
    __syncthreads();
    if (!is_last)
        return;
    if (end == TICKET_ONLY) {
        if (tid == 0)
            *g_total = 0;
        return;
    }

    sum = 0;
    for (unsigned int i = tid; i < gridDim.x; i += blockDim.x)
        sum += end == SUMS_READ ? g_odata[i] : i;

    sum = step13::blockSum(sum);
    if (tid == 0)
        *g_total = sum;
}

/* One atomic addition for each warp, or for each thread, to a total that is 0 before. */
template <bool each_thread>
__global__ void manyAtomics(const int *g_idata, unsigned long long *g_total, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    long long sum = 0;
    for (; idx < count; idx += 4 * stride) {
        int4 a = step13::fourOrZeros(fours, idx, count);
        int4 b = step13::fourOrZeros(fours, idx + stride, count);
        int4 c = step13::fourOrZeros(fours, idx + 2 * stride, count);
        int4 d = step13::fourOrZeros(fours, idx + 3 * stride, count);
        sum += (long long)a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
        sum += (long long)c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    if (!each_thread)
        sum = step13::warpSum(sum);
    if (each_thread || tid % 32 == 0)
        atomicAdd(g_total, (unsigned long long)sum);
}

static struct launched first_launch(const struct numbers *numbers)
{
    unsigned int grid = grid_of_waves<step12::reduceGridStride_12>(numbers, 2);

    step12::reduceGridStride_12<<<grid, numbers->block>>>(numbers->g_idata, numbers->g_sums,
                                                          numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, grid};
}

static struct launched two_launches(const struct numbers *numbers)
{
    struct launched launched = first_launch(numbers);

    step12::reduceBlockSums_12<<<1, launched.block>>>(numbers->g_sums, numbers->g_total,
                                                      launched.grid);
    CHECK(cudaGetLastError());
    launched.long_sums = 0;
    return launched;
}

/* As step 13 launches its kernel. */
template <auto kernel, bool left_to_host = false>
static struct launched one_launch(const struct numbers *numbers)
{
    unsigned int grid = grid_of_waves<kernel>(numbers, 2);

    kernel<<<grid, numbers->block>>>(numbers->g_idata, numbers->g_sums, numbers->g_total,
                                     (unsigned int *)numbers->g_zeros, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, left_to_host ? grid : 0};
}

/* As step 13's exhibit launches its kernel. */
template <auto kernel, bool with_memset = false>
static struct launched add_to_total(const struct numbers *numbers)
{
    unsigned int grid = grid_of_waves<kernel>(numbers, 2);

    if (with_memset)
        CHECK(cudaMemset(numbers->g_total, 0, sizeof(long long)));
    kernel<<<grid, numbers->block>>>(numbers->g_idata, (unsigned long long *)numbers->g_total,
                                     numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, 0};
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 12: two launches", "step12::reduceGridStride_12", two_launches, SUM_RIGHT,
         TOTAL_POISONED},
        {'b', "step 13: two fences, sums read again", "step13::reduceSinglePass_13",
         one_launch<step13::reduceSinglePass_13>, SUM_RIGHT, TOTAL_POISONED},
        {'c', "without the second fence", "singlePass<0, 1",
         one_launch<singlePass<SUMS_READ, 1>>, SUM_WRONG, TOTAL_POISONED},
        {'d', "without both fences", "singlePass<0, 0", one_launch<singlePass<SUMS_READ, 0>>,
         SUM_WRONG, TOTAL_POISONED},
        {'e', "two fences, the sums not read again", "singlePass<1, 2",
         one_launch<singlePass<SUMS_NOT_READ, 2>>, SUM_WRONG, TOTAL_POISONED},
        {'f', "two fences and a ticket, and no more", "singlePass<2, 2",
         one_launch<singlePass<TICKET_ONLY, 2>, true>, SUM_RIGHT, TOTAL_POISONED},
        {'g', "no ticket: step 12's first kernel", "step12::reduceGridStride_12", first_launch,
         SUM_RIGHT, TOTAL_POISONED},
        {'h', "a memset, and one atomic addition a block", "exhibit::reduceBlockAtomics",
         add_to_total<exhibit::reduceBlockAtomics, true>, SUM_RIGHT, TOTAL_POISONED},
        {'i', "one atomic addition a block", "exhibit::reduceBlockAtomics",
         add_to_total<exhibit::reduceBlockAtomics>, SUM_RIGHT, TOTAL_ZERO},
        {'j', "one atomic addition a warp", "manyAtomics<false",
         add_to_total<manyAtomics<false>>, SUM_RIGHT, TOTAL_ZERO},
        {'k', "one atomic addition a thread", "manyAtomics<true", add_to_total<manyAtomics<true>>,
         SUM_RIGHT, TOTAL_ZERO},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "the second launch: all that step 13 takes away"},
        {'b', 'g', "all of the end: the sums are left to the host"},
        {'b', 'c', "the second fence"},
        {'c', 'd', "the first fence"},
        {'b', 'e', "reading the sums again"},
        {'b', 'f', "adding up the sums"},
        {'f', 'g', "the fences and the ticket"},
        {'b', 'i', "the ticket: one atomic addition, without its memset"},
        {'b', 'h', "the ticket: one atomic addition, with its memset"},
        {'a', 'h', "step 12's second launch: memset and addition instead"},
        {'h', 'i', "the memset"},
        {'j', 'i', "additions by each warp: one a block"},
        {'k', 'i', "additions by each thread: one a block"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
