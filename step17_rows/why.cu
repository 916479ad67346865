/*
 * Step 17: what is each way to share out rows worth, and what does each part of it cost?
 *
 * The same numbers are cut into rows in several ways. For each, step 17's kernel and others that
 * differ from it in one thing; every row's result is checked.
 *
 * Run it:  make step17 why
 */
#include <cuda_runtime.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "../common/lab.h"
#include "../common/result.h"
#include "../common/rows/row_check.h"
#include "../common/why/launches.h"
#include "why/rows.h"

namespace step17
{
#include "reduce.cu"
}
#include "why/kernels.h"
#include "why/segments.h"

// room for the pieces of the fewest rows of the most numbers; tickets are 0 between launches
enum { PARTS = 1 << 16, TICKETS = 1 << 14 };
__device__ float g_parts[PARTS];
__device__ unsigned int g_tickets[TICKETS];

/* Where blocks meet; asked once, since launches are timed. Only those of sums have to. */
template <class op> static struct step17::meeting<op> place_to_meet(void) {
    static struct step17::meeting<op> place;

    if (place.g_tickets == NULL && sizeof(typename op::accumulator) == sizeof(float)) {
        CHECK(cudaGetSymbolAddress((void **)&place.g_parts, g_parts));
        CHECK(cudaGetSymbolAddress((void **)&place.g_tickets, g_tickets));
    }
    return place;
}

static struct launched
of_rows(size_t grid, unsigned int block, enum rows_of task, struct cut cut)
{
    if (cuts[task].values == NULL)
        cuts[task] = cut;
    return {(unsigned int)grid, block, 0, 0, task};
}

/* Launches a kernel of step 17 for the rows of a matrix. */
template <class op>
static struct launched launch_matrix(const struct numbers *numbers, enum rows_of task,
                                     const struct step17::shape<op> &shape)
{
    void *g_results = task == SOFTMAX_OF_256 ? (void *)numbers->g_sums : (void *)numbers->g_odata;

    shape.kernel<<<shape.grid, shape.block>>>((const float *)numbers->g_idata,
                                              (typename op::result *)g_results, shape.sharing,
                                              place_to_meet<op>());
    CHECK(cudaGetLastError());
    return of_rows(shape.grid, shape.block, task, {shape.sharing.rows, shape.sharing.columns});
}

/* The sum under other names, so that the simulator's counters are told apart. */
struct OneLane : RowSum {
};
struct EightLanes : RowSum {
};

/* Rows of 32 or 33 numbers, which a block has in its shared memory. */
template <class op, unsigned int columns, unsigned int lanes>
static struct launched in_tiles(const struct numbers *numbers)
{
    return launch_matrix(numbers, columns == 32 ? ROWS_OF_32 : ROWS_OF_33,
                         step17::by_lanes<op, 128, 4>(numbers->n / columns, columns, lanes));
}

/* The same numbers of lanes, but each row is read where it lies, or its words are others. */
template <auto kernel, unsigned int columns, unsigned int lanes>
static struct launched without_tile(const struct numbers *numbers)
{
    size_t rows = numbers->n / columns, grid = step17::divided_up(rows, 128 / lanes);

    kernel<<<grid, 128>>>((const float *)numbers->g_idata, (float *)numbers->g_odata, rows, columns,
                          lanes);
    CHECK(cudaGetLastError());
    return of_rows(grid, 128, columns == 32 ? ROWS_OF_32 : ROWS_OF_33, {rows, columns});
}

static struct launched warp_for_33(const struct numbers *numbers)
{
    return launch_matrix(numbers, ROWS_OF_33, step17::by_warp<RowSum, 1, 4>(numbers->n / 33, 33));
}

/* Rows of 256 numbers. */
template <class op, enum rows_of task, unsigned int iRows>
static struct launched warp_for_256(const struct numbers *numbers)
{
    return launch_matrix(numbers, task, step17::by_warp<op, 2, iRows>(numbers->n / 256, 256));
}

static struct launched block_for_256(const struct numbers *numbers)
{
    return launch_matrix(numbers, ROWS_OF_256,
                         step17::by_blocks<RowSum, 128, 1>(numbers->n / 256, 256, 256));
}

static struct launched two_passes(const struct numbers *numbers)
{
    auto shape = step17::by_warp<RowMaximum, 2, 2>(numbers->n / 256, 256);
    const float *g_idata = (const float *)numbers->g_idata;
    float *g_maxima = (float *)numbers->g_odata;

    shape.kernel<<<shape.grid, shape.block>>>(g_idata, g_maxima, shape.sharing,
                                              place_to_meet<RowMaximum>());
    rowPowers<<<shape.grid, shape.block>>>(g_idata, g_maxima,
                                           (struct softmax_pair *)numbers->g_sums, shape.sharing);
    CHECK(cudaGetLastError());
    return of_rows(shape.grid, shape.block, SOFTMAX_OF_256, {numbers->n / 256, 256});
}

/* Numbers for each block, where four rows are shared out as step 17 does: four pieces for each
 * multiprocessor. */
static size_t piece(const struct numbers *numbers)
{
    size_t columns = numbers->n / 4;
    size_t share = 4 * columns / (4 * (size_t)numbers->device->multiprocessors) / 4 * 4;

    share = share < 4096 ? 4096 : share > 65536 ? 65536 : share;
    return share < columns ? share : columns;
}

template <unsigned int iLoads> static struct launched four_rows(const struct numbers *numbers)
{
    return launch_matrix(numbers, FOUR_ROWS,
                         step17::by_blocks<RowSum, 512, iLoads>(4, numbers->n / 4, piece(numbers)));
}

static struct launched block_for_each_of_four(const struct numbers *numbers)
{
    size_t columns = numbers->n / 4;

    return launch_matrix(numbers, FOUR_ROWS,
                         step17::by_blocks<RowSum, 512, 4>(4, columns, columns));
}

/* As many blocks with as many numbers, but none has to meet another. */
static struct launched pieces_alone(const struct numbers *numbers)
{
    size_t columns = piece(numbers);

    return launch_matrix(numbers, PIECES_OF_ROWS,
                         step17::by_blocks<RowSum, 512, 4>(numbers->n / columns, columns, columns));
}

/* Step 17's kernel for short rows of unequal lengths. */
static constexpr auto segments_kernel = step17::reduceSegments_17<RowSum, RowSum::short_blocks>;

/* Rows by their offsets: of unequal lengths, or of 256 numbers each. */
template <enum rows_of task, auto kernel>
static struct launched by_offsets(const struct numbers *numbers)
{
    static int resident_blocks; // asked for once: launches are timed
    bool is_unequal = task == UNEQUAL_ROWS;
    size_t rows = is_unequal ? unequal_rows : numbers->n / 256;
    size_t n = is_unequal ? numbers->n : 256 * rows;

    if (resident_blocks == 0)
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, segments_kernel,
                                                            step17::SEGMENTS_BLOCK, 0));
    size_t warps =
        (size_t)resident_blocks * numbers->device->multiprocessors * step17::SEGMENTS_WARPS;
    size_t share = step17::divided_up(n + rows, warps);
    if (share < step17::TILE)
        share = step17::TILE;
    size_t grid = step17::divided_up(n + rows, step17::SEGMENTS_WARPS * share);
    kernel<<<grid, step17::SEGMENTS_BLOCK>>>(
        (const float *)numbers->g_idata, is_unequal ? d_offsets : d_equal_offsets,
        (float *)numbers->g_odata, rows, n, share, place_to_meet<RowSum>());
    CHECK(cudaGetLastError());
    return of_rows(grid, step17::SEGMENTS_BLOCK, task, {rows, 256, is_unequal ? h_offsets : NULL});
}

template <unsigned int threads>
static struct launched threads_for_each(const struct numbers *numbers)
{
    size_t grid = step17::divided_up(unequal_rows, 128 / threads);

    rowsOfThreads<threads><<<grid, 128>>>((const float *)numbers->g_idata, d_offsets,
                                          (float *)numbers->g_odata, unequal_rows);
    CHECK(cudaGetLastError());
    return of_rows(grid, 128, UNEQUAL_ROWS, {unequal_rows, 0, h_offsets});
}

#define RIGHT SUM_RIGHT, TOTAL_POISONED, ANYWHERE
#define WRONG SUM_WRONG, TOTAL_POISONED, ANYWHERE

static const struct variant variants[] = {
    {'a', "step 17: 256 columns, a warp for 2 rows",
     "step17::reduceRowsByWarp_17<RowSum, 256, 2, 2", warp_for_256<RowSum, ROWS_OF_256, 2>, RIGHT},
    {'b', "256 columns, a warp for 1 row", "step17::reduceRowsByWarp_17<RowSum, 256, 2, 1",
     warp_for_256<RowSum, ROWS_OF_256, 1>, RIGHT},
    {'c', "256 columns, a block for 1 row", "step17::reduceRowsByBlocks_17<RowSum", block_for_256,
     RIGHT},
    {'d', "33 columns, 2 lanes for a row of a tile", "step17::reduceRowsByLanes_17<RowSum",
     in_tiles<RowSum, 33, 2>, RIGHT},
    {'e', "33 columns, 2 lanes for a row, no tile", "rowsWithoutTile",
     without_tile<rowsWithoutTile, 33, 2>, RIGHT},
    {'f', "33 columns, a warp for 4 rows", "step17::reduceRowsByWarp_17<RowSum", warp_for_33,
     RIGHT},
    {'g', "32 columns, 8 lanes for a row of a tile", "step17::reduceRowsByLanes_17<EightLanes",
     in_tiles<EightLanes, 32, 8>, RIGHT},
    {'h', "32 columns, 1 lane for a row of a tile", "step17::reduceRowsByLanes_17<OneLane",
     in_tiles<OneLane, 32, 1>, RIGHT},
    {'i', "4 rows, several blocks for each", "step17::reduceRowsByBlocks_17<RowSum, 512, 4",
     four_rows<4>, RIGHT},
    {'j', "4 rows, a block for each", "step17::reduceRowsByBlocks_17<RowSum",
     block_for_each_of_four, RIGHT},
    {'k', "the blocks' pieces as rows of their own", "step17::reduceRowsByBlocks_17<RowSum",
     pieces_alone, RIGHT},
    {'l', "4 rows, several blocks, 1 load at a time",
     "step17::reduceRowsByBlocks_17<RowSum, 512, 1", four_rows<1>, RIGHT},
    {'m', "softmax of 256 columns, one pass", "step17::reduceRowsByWarp_17<Softmax",
     warp_for_256<Softmax, SOFTMAX_OF_256, 2>, RIGHT},
    {'n', "softmax, a kernel for the maxima before", "rowPowers", two_passes, RIGHT},
    {'o', "softmax, the sum scaled for each number", "step17::reduceRowsByWarp_17<ScaledForEach",
     warp_for_256<ScaledForEach, SOFTMAX_OF_256, 2>, RIGHT},
    {'p', "rows of 1 to 79 numbers, equal shares", "step17::reduceSegments_17<RowSum",
     by_offsets<UNEQUAL_ROWS, segments_kernel>, RIGHT},
    {'q', "rows of 1 to 79 numbers, a warp for each", "rowsOfThreads<32", threads_for_each<32>,
     RIGHT},
    {'r', "rows of 1 to 79 numbers, a block for each", "rowsOfThreads<128", threads_for_each<128>,
     RIGHT},
    {'s', "equal shares, each warp searches all rows", "segmentsWith<0",
     by_offsets<UNEQUAL_ROWS, segmentsWith<SEARCH_BY_WARPS>>, RIGHT},
    {'t', "256 columns by offsets, equal shares", "step17::reduceSegments_17<RowSum",
     by_offsets<ROWS_OF_256, segments_kernel>, RIGHT},
    {'u', "the same, a division instead of a search", "segmentsWith<1",
     by_offsets<ROWS_OF_256, segmentsWith<NO_SEARCH>>, RIGHT},
    {'v', "the same as t, blocks that do not meet", "segmentsWith<2",
     by_offsets<ROWS_OF_256, segmentsWith<NO_MEETING>>, WRONG},
    {'w', "equal shares, results written at rows' ends", "segmentsWith<3",
     by_offsets<UNEQUAL_ROWS, segmentsWith<WRITE_AT_ENDS>>, RIGHT},
    {'x', "33 columns, 2 lanes, other words: side by side", "wordsSideBySide",
     without_tile<wordsSideBySide, 33, 2>, WRONG},
    {'y', "32 columns, 1 lane for a row, no tile", "rowsWithoutTile",
     without_tile<rowsWithoutTile, 32, 1>, RIGHT},
    {'z', "32 columns, 1 lane, other words: side by side", "wordsSideBySide",
     without_tile<wordsSideBySide, 32, 1>, WRONG},
    {},
};

static const struct comparison comparisons[] = {
    {'c', 'a', "a block for each row: a warp"},
    {'b', 'a', "loads of one row alone: of two rows under way"},
    {'e', 'd', "reading rows where they lie: through a tile"},
    {'e', 'x', "words apart: side by side, still one load at a time"},
    {'y', 'z', "the same, where L1 is too small for the rows"},
    {'f', 'd', "a warp for a short row: two lanes"},
    {'h', 'g', "rows at the same bank: eight lanes for each"},
    {'j', 'i', "idle multiprocessors: several blocks for a row"},
    {'l', 'i', "one load at a time: four under way"},
    {'i', 'k', "the meeting of a row's blocks"},
    {'n', 'm', "a second pass over the numbers"},
    {'o', 'm', "a scaling for each number: one for all of a lane"},
    {'m', 'a', "the powers: a sum instead"},
    {'r', 'p', "a block for each row: equal shares"},
    {'q', 'p', "a warp for each row: equal shares"},
    {'s', 'p', "the warps' searches among all rows: the block's"},
    {'w', 'p', "results written one by one: side by side"},
    {'t', 'u', "the search for rows"},
    {'t', 'v', "the meeting of the blocks"},
    {'t', 'a', "offsets and shares: a matrix's kernel"},
    {},
};

int main(int argc, char **argv)
{
    static const struct work rows = {"floats", make_rows, rows_are_right};
    return take_away_of(&rows, argc, argv, {512, 512}, variants, comparisons);
}
