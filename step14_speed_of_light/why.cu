/*
 * Step 14: tiles, words that meet, and what is left
 *
 * Step 14 differs from step 13 in two things: each block has one tile instead of a walk, and the
 * sums meet in two words instead of an array with a ticket. Here is each without the other. Then
 * things go from step 14 one by one, down to loads of the same tiles and nothing else: what is left
 * then is not the sum's. The page's other ideas and other tiles stand beside it.
 *
 * Run it:  make step14 why
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <type_traits>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step13
{
#include "../step13_singlepass/reduce.cu"
}
namespace step14
{
#include "reduce.cu"
}
// once more, with both words of a meeting in one line of the L2 cache
namespace close
{
#define alignas(bytes)
#include "reduce.cu"
#undef alignas
}

/* What differs from step 14. */
enum change {
    TICKET,     /* the sums meet as in step 13 */
    ONE_LINE,   /* both words are in one line of the L2 cache */
    SHUFFLES,   /* 64-bit shuffles add up a warp's sums, as in step 13 */
    HINTED,     /* the loads say that nobody needs the line again */
    NO_MEETING, /* the sums are left to the host */
    LOADS_ONLY  /* a thread keeps the sum of its numbers for itself */
};

/* Joins a block's sum with those of the others as step 13 does. All threads must call it. */
__device__ void joinByTicket(long long sum, long long *g_odata, long long *g_total,
                             unsigned int *g_ticket)
{
    __shared__ bool is_last;
    unsigned int tid = threadIdx.x;

    if (tid == 0) {
        g_odata[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicInc(g_ticket, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();
    }
    __syncthreads();
    if (!is_last)
        return;
    sum = 0;
    for (unsigned int i = tid; i < gridDim.x; i += blockDim.x)
        sum += g_odata[i];
    sum = step13::blockSum(sum);
    if (tid == 0)
        *g_total = sum;
}

/* Step 14 but for one change. */
template <int change, unsigned int iBlockSize, unsigned int iLoads, bool iAlone>
__global__ void __launch_bounds__(iBlockSize)
    changed(const int *g_idata, long long *g_odata, long long *g_total, void *g_meeting, size_t n)
{
    typedef typename std::conditional<iAlone, unsigned int, size_t>::type index;
    index end = (index)n;

    unsigned int tid = threadIdx.x;
    index idx = iAlone ? tid : (index)blockIdx.x * iBlockSize * iLoads + tid;

    index head = min((index)(-(unsigned int)(uintptr_t)g_idata / sizeof(int) % 4), end);
    const int4 *fours = (const int4 *)(g_idata + head);
    index count = (end - head) / 4;
    index tail = head + 4 * count;

    int4 a[iLoads];
    long long sum = 0;
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++, idx += iBlockSize)
        if (change == HINTED)
            a[k] = idx < count ? __ldcs(&fours[idx]) : make_int4(0, 0, 0, 0);
        else
            a[k] = idx < count ? fours[idx] : make_int4(0, 0, 0, 0);
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        sum += (long long)a[k].x + a[k].y + a[k].z + a[k].w;
    index odd = tid < head ? tid : tail + (tid - head);
    if (blockIdx.x == 0 && odd < end)
        sum += g_idata[odd];

    if (change == LOADS_ONLY) {
        // never below 0; the compiler does not know, and a warp waits for its loads
        if (__any_sync(0xFFFFFFFF, sum < 0))
            *g_total = sum;
        return;
    }
    sum = change == SHUFFLES ? step13::blockSum(sum) : step14::blockSum<iBlockSize>(sum);
    if (change == TICKET && !iAlone) {
        joinByTicket(sum, g_odata, g_total, (unsigned int *)g_meeting);
        return;
    }
    if (tid > 0)
        return;
    if (change == NO_MEETING)
        g_odata[blockIdx.x] = sum;
    else if (iAlone || (change == ONE_LINE
                            ? close::joinLast((struct close::meeting *)g_meeting, &sum)
                            : step14::joinLast((struct step14::meeting *)g_meeting, &sum)))
        *g_total = sum;
}

/* Step 13, but its blocks' sums meet as in step 14. */
__global__ void walkAndMeet(const int *g_idata, long long *g_total, struct step14::meeting *g_meeting,
                            size_t n)
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

    sum = step13::blockSum(sum);
    if (tid == 0 && step14::joinLast(g_meeting, &sum))
        *g_total = sum;
}

__global__ void nothing()
{
}

static struct launched walk_with_ticket(const struct numbers *numbers)
{
    unsigned int grid = grid_of_waves<step13::reduceSinglePass_13>(numbers, 2);

    step13::reduceSinglePass_13<<<grid, numbers->block>>>(
        numbers->g_idata, numbers->g_sums, numbers->g_total, (unsigned int *)numbers->g_zeros,
        numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, 0};
}

static struct launched walk_with_words(const struct numbers *numbers)
{
    unsigned int grid = grid_of_waves<walkAndMeet>(numbers, 2);

    walkAndMeet<<<grid, numbers->block>>>(numbers->g_idata, numbers->g_total,
                                          (struct step14::meeting *)numbers->g_zeros, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, 0};
}

static struct launched launch_shape(const struct numbers *numbers, struct step14::shape shape)
{
    shape.kernel<<<shape.grid, shape.block>>>(numbers->g_idata, numbers->g_total,
                                              (struct step14::meeting *)numbers->g_zeros,
                                              numbers->n);
    CHECK(cudaGetLastError());
    return {shape.grid, shape.block, 0, 0};
}

static struct launched step_14(const struct numbers *numbers)
{
    return launch_shape(numbers, step14::choose_shape(numbers->n, numbers->device));
}

template <unsigned int iBlockSize, unsigned int iLoads>
static struct launched tiles_of(const struct numbers *numbers)
{
    return launch_shape(numbers, step14::shape_of<iBlockSize, iLoads>(numbers->n));
}

static struct launched tiles_of_nothing(const struct numbers *numbers)
{
    struct step14::shape shape = step14::choose_shape(numbers->n, numbers->device);

    nothing<<<shape.grid, shape.block>>>();
    CHECK(cudaGetLastError());
    return {shape.grid, shape.block, 0, 0};
}

/* Launches the changed kernel if this is the shape that step 14 chose. */
template <int change, unsigned int iBlockSize, unsigned int iLoads, bool iAlone>
static void launch_if(const struct numbers *numbers, struct step14::shape shape)
{
    if (shape.kernel != step14::reduceSpeedOfLight_14<iBlockSize, iLoads, iAlone>)
        return;
    changed<change, iBlockSize, iLoads, iAlone><<<shape.grid, shape.block>>>(
        numbers->g_idata, numbers->g_sums, numbers->g_total, numbers->g_zeros, numbers->n);
    CHECK(cudaGetLastError());
}

template <int change> static struct launched with(const struct numbers *numbers)
{
    struct step14::shape shape = step14::choose_shape(numbers->n, numbers->device);

    launch_if<change, 256, 1, true>(numbers, shape);
    launch_if<change, 256, 2, true>(numbers, shape);
    launch_if<change, 256, 4, true>(numbers, shape);
    launch_if<change, 512, 4, true>(numbers, shape);
    launch_if<change, 512, 4, false>(numbers, shape);
    launch_if<change, 512, 8, false>(numbers, shape);
    launch_if<change, 768, 4, false>(numbers, shape);
    return {shape.grid, shape.block, 0, change == NO_MEETING ? shape.grid : 0};
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 13: a walk, and a ticket", "step13::reduceSinglePass_13", walk_with_ticket,
         SUM_RIGHT, TOTAL_POISONED},
        {'b', "a walk, and words that meet", "walkAndMeet", walk_with_words, SUM_RIGHT,
         TOTAL_POISONED},
        {'c', "tiles, and a ticket", "changed<0", with<TICKET>, SUM_RIGHT, TOTAL_POISONED},
        {'d', "step 14: tiles, and words that meet", "step14::reduceSpeedOfLight_14", step_14,
         SUM_RIGHT, TOTAL_POISONED},
        {'e', "tiles, their sums left to the host", "changed<4", with<NO_MEETING>, SUM_RIGHT,
         TOTAL_POISONED},
        {'f', "loads of the same tiles and nothing else", "changed<5", with<LOADS_ONLY>, SUM_WRONG,
         TOTAL_POISONED},
        {'g', "blocks of the same tiles that do nothing", "nothing", tiles_of_nothing, SUM_WRONG,
         TOTAL_POISONED},
        {'h', "both words in one line of L2", "changed<1", with<ONE_LINE>, SUM_RIGHT,
         TOTAL_POISONED},
        {'i', "64-bit shuffles within a block", "changed<2", with<SHUFFLES>, SUM_RIGHT,
         TOTAL_POISONED},
        {'j', "__ldcs in the place of plain loads", "changed<3", with<HINTED>, SUM_RIGHT,
         TOTAL_POISONED},
        {'k', "tiles of 512 threads x 1 load", "step14::reduceSpeedOfLight_14<512, 1",
         tiles_of<512, 1>, SUM_RIGHT, TOTAL_POISONED},
        {'l', "tiles of 512 threads x 2 loads", "step14::reduceSpeedOfLight_14<512, 2",
         tiles_of<512, 2>, SUM_RIGHT, TOTAL_POISONED},
        {'m', "tiles of 512 threads x 4 loads", "step14::reduceSpeedOfLight_14<512, 4",
         tiles_of<512, 4>, SUM_RIGHT, TOTAL_POISONED},
        {'n', "tiles of 512 threads x 8 loads", "step14::reduceSpeedOfLight_14<512, 8",
         tiles_of<512, 8>, SUM_RIGHT, TOTAL_POISONED},
        {'o', "tiles of 1024 threads x 4 loads", "step14::reduceSpeedOfLight_14<1024, 4",
         tiles_of<1024, 4>, SUM_RIGHT, TOTAL_POISONED},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'd', "all that step 14 takes away"},
        {'a', 'c', "the walk, with a ticket"},
        {'b', 'd', "the walk, with words"},
        {'a', 'b', "the ticket, with a walk"},
        {'c', 'd', "the ticket, with tiles"},
        {'d', 'e', "the meeting"},
        {'e', 'f', "adding up within the block"},
        {'d', 'f', "all but the loads"},
        {'f', 'g', "the loads: blocks that do nothing"},
        {'h', 'd', "the words' common line"},
        {'i', 'd', "64-bit shuffles: __reduce_add_sync instead"},
        {'j', 'd', "the hint of the loads"},
        {'k', 'l', "half of the blocks: 2 loads a thread, not 1"},
        {'l', 'm', "half of the blocks: 4 loads a thread, not 2"},
        {'m', 'n', "half of the blocks: 8 loads a thread, not 4"},
        {'m', 'o', "half of the blocks: 1024 threads, not 512"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
