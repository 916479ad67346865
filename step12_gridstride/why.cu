/*
 * Step 12: what does the second launch cost, what the walk, and why?
 *
 * Step 12 does more than step 11, and is slower. The page says that the second launch is the smaller
 * part of that, and the walk the larger: its blocks stay to the end, and no new block fills in for
 * one that is done. So here the second launch goes, and then its work; and the walk is changed: other
 * waves, tiles in a fixed order, tiles that a block draws when it is ready, a block for each tile.
 * All walks leave their blocks' sums to the host, as step 11 does.
 *
 * Run it:  make step12 why
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/why/launches.h"

namespace step11
{
#include "../step11_vectorized/reduce.cu"
}
namespace step12
{
#include "reduce.cu"
}

enum order {
    EACH_TILE_ITS_BLOCK,
    FIXED_ORDER,
    DRAWN,
    FIXED_AND_TOLD /* a fixed order, but one thread tells the others, as if it had been drawn */
};

/*
 * Step 12, but what a block loads in one trip lies side by side: a tile. A block has one tile, or
 * it walks to the next in strides of the grid, or it draws the next one from a counter.
 */
template <int order>
__global__ void inTiles(const int *g_idata, long long *g_odata, unsigned int *g_drawn, size_t n)
{
    __shared__ unsigned int drawn;

    unsigned int tid = threadIdx.x;

    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    long long sum = 0;
    size_t stride = blockDim.x;
    unsigned int tile = blockIdx.x;
    while (4 * stride * tile < count) {
        size_t idx = 4 * stride * tile + tid;
        int4 a = step12::fourOrZeros(fours, idx, count);
        int4 b = step12::fourOrZeros(fours, idx + stride, count);
        int4 c = step12::fourOrZeros(fours, idx + 2 * stride, count);
        int4 d = step12::fourOrZeros(fours, idx + 3 * stride, count);
        if (order == DRAWN && tid == 0)
            drawn = gridDim.x + atomicAdd(g_drawn, 1); // on its way together with the loads
        if (order == FIXED_AND_TOLD && tid == 0)
            drawn = gridDim.x + tile;
        sum += (long long)a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
        sum += (long long)c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
        if (order == EACH_TILE_ITS_BLOCK)
            break;
        if (order == FIXED_ORDER) {
            tile += gridDim.x;
        } else {
            __syncthreads(); // the tile is there
            tile = drawn;
            __syncthreads(); // all have seen it
        }
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    sum = step12::blockSum(sum);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

/* Step 12, but each thread has a part of the input to itself. */
__global__ void partsOfThreads(const int *g_idata, long long *g_odata, size_t n)
{
    unsigned int tid = threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;

    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    unsigned int part = ((unsigned int)count + threads - 1) / threads;
    size_t idx = ((size_t)blockIdx.x * blockDim.x + tid) * part;
    size_t end = min(idx + part, count);

    long long sum = 0;
#pragma unroll 1
    for (; idx < end; idx += 4) {
        int4 a = step12::fourOrZeros(fours, idx, end);
        int4 b = step12::fourOrZeros(fours, idx + 1, end);
        int4 c = step12::fourOrZeros(fours, idx + 2, end);
        int4 d = step12::fourOrZeros(fours, idx + 3, end);
        sum += (long long)a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
        sum += (long long)c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    sum = step12::blockSum(sum);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

/* Step 12, but a thread asks for sixteen bytes and waits for them before it asks again. */
__global__ void oneLoadATrip(const int *g_idata, long long *g_odata, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    long long sum = 0;
#pragma unroll 1
    for (; idx < count; idx += stride) {
        int4 a = fours[idx];
        sum += (long long)a.x + a.y + a.z + a.w;
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    sum = step12::blockSum(sum);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

__global__ void nothing()
{
}

/* The grid of step 12's first kernel, or of one like it, and no second launch. */
template <auto kernel, unsigned int waves> static struct launched walk(const struct numbers *numbers)
{
    unsigned int grid = grid_of_waves<kernel>(numbers, waves);

    kernel<<<grid, numbers->block>>>(numbers->g_idata, numbers->g_sums, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, grid};
}

static struct launched two_launches(const struct numbers *numbers)
{
    struct launched launched = walk<step12::reduceGridStride_12, 2>(numbers);

    step12::reduceBlockSums_12<<<1, launched.block>>>(numbers->g_sums, numbers->g_total,
                                                      launched.grid);
    CHECK(cudaGetLastError());
    launched.long_sums = 0;
    return launched;
}

static struct launched second_launch_of_nothing(const struct numbers *numbers)
{
    struct launched launched = walk<step12::reduceGridStride_12, 2>(numbers);

    nothing<<<1, launched.block>>>();
    CHECK(cudaGetLastError());
    return launched;
}

template <int order, unsigned int waves>
static struct launched walk_tiles(const struct numbers *numbers)
{
    unsigned int tiles = (numbers->n - 1) / (16 * numbers->block) + 1;
    unsigned int grid =
        order == EACH_TILE_ITS_BLOCK ? tiles : grid_of_waves<inTiles<order>>(numbers, waves);

    inTiles<order><<<grid, numbers->block>>>(numbers->g_idata, numbers->g_sums,
                                             (unsigned int *)numbers->g_zeros, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, numbers->block, 0, grid};
}

int main(int argc, char **argv)
{
    static const struct variant variants[] = {
        {'a', "step 11: a block for 8 numbers a thread", "step11::reduceVectorized_11",
         sum_of<step11::reduceVectorized_11, 8, NO_DYNAMIC_SHARED>, SUM_RIGHT, TOTAL_POISONED},
        {'b', "step 12: a walk of 2 waves, two launches", "step12::reduceGridStride_12",
         two_launches, SUM_RIGHT, TOTAL_POISONED},
        {'c', "the second launch does nothing", "step12::reduceGridStride_12",
         second_launch_of_nothing, SUM_RIGHT, TOTAL_POISONED},
        {'d', "one launch: the walk of 2 waves alone", "step12::reduceGridStride_12",
         walk<step12::reduceGridStride_12, 2>, SUM_RIGHT, TOTAL_POISONED},
        {'e', "the walk, 1 wave", "step12::reduceGridStride_12",
         walk<step12::reduceGridStride_12, 1>, SUM_RIGHT, TOTAL_POISONED},
        {'f', "the walk, 4 waves", "step12::reduceGridStride_12",
         walk<step12::reduceGridStride_12, 4>, SUM_RIGHT, TOTAL_POISONED},
        {'g', "tiles in a fixed order, 1 wave", "inTiles<1", walk_tiles<FIXED_ORDER, 1>, SUM_RIGHT,
         TOTAL_POISONED},
        {'h', "tiles drawn by ready blocks, 1 wave", "inTiles<2", walk_tiles<DRAWN, 1>, SUM_RIGHT,
         TOTAL_POISONED, NOT_MODELLED},
        {'i', "a block for each tile", "inTiles<0", walk_tiles<EACH_TILE_ITS_BLOCK, 0>, SUM_RIGHT,
         TOTAL_POISONED},
        {'j', "a part of the input for each thread, 2 waves", "partsOfThreads",
         walk<partsOfThreads, 2>, SUM_RIGHT, TOTAL_POISONED},
        {'k', "one load a trip, not four, 2 waves", "oneLoadATrip", walk<oneLoadATrip, 2>,
         SUM_RIGHT, TOTAL_POISONED},
        {'l', "tiles in a fixed order, told to the block", "inTiles<3",
         walk_tiles<FIXED_AND_TOLD, 1>, SUM_RIGHT, TOTAL_POISONED},
        {},
    };
    static const struct comparison comparisons[] = {
        {'a', 'b', "the host's share of the sum: all of step 12's change"},
        {'b', 'd', "the second launch"},
        {'b', 'c', "the work of the second kernel"},
        {'c', 'd', "the second launch without its work"},
        {'d', 'i', "blocks that stay: a block for each tile, not 2 waves"},
        {'e', 'g', "strides of the grid: a trip's loads lie side by side"},
        {'l', 'h', "the fixed order: who is ready takes the next tile"},
        {'l', 'g', "one thread's word: two barriers in each trip"},
        {'g', 'h', "both: drawn tiles, with the barriers that it takes"},
        {'g', 'i', "blocks that stay: a block for each tile, not 1 wave"},
        {'e', 'd', "half of a block's walk: 2 waves, not 1"},
        {'d', 'f', "half of a block's walk: 4 waves, not 2"},
        {'j', 'd', "a part for each thread: a warp's lanes side by side"},
        {'k', 'd', "the wait after each load: four under way"},
        {},
    };
    return take_away(argc, argv, {BLOCK_MIN, BLOCK_MAX}, variants, comparisons);
}
