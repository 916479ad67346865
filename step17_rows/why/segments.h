/*
 * Step 17's kernel for rows of unequal lengths, with one change.
 */
#ifndef WHY_SEGMENTS_H
#define WHY_SEGMENTS_H

#include "ends.h"

enum change {
    SEARCH_BY_WARPS, /* each warp searches among all rows, not among its block's */
    NO_SEARCH,       /* all rows have 256 numbers: a division says which is where */
    NO_MEETING,      /* rows that go over a block's border are left out: a wrong result */
    WRITE_AT_ENDS    /* the thread that comes to a row's end writes its result */
};

template <int change>
static __device__ size_t endedBefore(const size_t *g_offsets, size_t low, size_t high, size_t place)
{
    if (change == NO_SEARCH)
        return min(place / (256 + 1), high); // a place more for each row's end
    return step17::rowsEndedBefore(g_offsets, low, high, place);
}

/* Finds the rows that are open at the first place of each warp, and at the block's last. */
template <int change>
static __device__ void findRows(const size_t *g_offsets, size_t rows, size_t first_place,
                                size_t place, size_t last_place, size_t *s_rows)
{
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    if (warp < 2) {
        size_t row = endedBefore<change>(g_offsets, 0, rows, warp == 0 ? first_place : last_place);
        if (lane == 0)
            s_rows[warp * step17::SEGMENTS_WARPS] = row;
    }
    if (change != SEARCH_BY_WARPS)
        __syncthreads(); // the block's rows are known
    size_t row = endedBefore<change>(
        g_offsets, change == SEARCH_BY_WARPS ? 0 : s_rows[0],
        change == SEARCH_BY_WARPS ? rows : s_rows[step17::SEGMENTS_WARPS], place);
    if (lane == 0 && warp > 0)
        s_rows[warp] = row;
    __syncthreads(); // the warps' rows are known
}

/* Step 17's reduceSegments_17 for sums, but for the change. */
template <int change>
__global__ void __launch_bounds__(step17::SEGMENTS_BLOCK,
                                  step17::blocksWithRoom(RowSum::short_blocks))
    segmentsWith(const float *g_idata, const size_t *g_offsets, float *g_odata, size_t rows,
                 size_t n, size_t warp_share, struct step17::meeting<RowSum> meeting)
{
    const unsigned int WARPS = step17::SEGMENTS_WARPS;
    __shared__ struct step17::tile<RowSum> s_tiles[WARPS];
    __shared__ size_t s_rows[WARPS + 1];
    __shared__ float s_first[WARPS], s_open[WARPS];
    __shared__ struct step17::cut_row s_cut[2];
    __shared__ float s_parts[2];

    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t share = WARPS * warp_share;
    size_t first_place = blockIdx.x * share;
    size_t last_place = min(first_place + share, n + rows);
    size_t place = min(first_place + warp * warp_share, last_place);
    size_t next_place = min(place + warp_share, last_place);

    s_tiles[warp].begins[lane] = 0;
    if (lane == 0)
        s_tiles[warp].begins[32] = 0;
    findRows<change>(g_offsets, rows, first_place, place, last_place, s_rows);
    if (threadIdx.x < 2) {
        s_cut[lane] = step17::cutRow(g_offsets, s_rows[lane * WARPS], rows,
                                     lane == 0 ? first_place : last_place, share);
        if (lane == 0 && s_rows[0] == s_rows[WARPS])
            s_cut[0].is_there = false;
    }

    size_t number = place - s_rows[warp], last_number = next_place - s_rows[warp + 1];
    float open = change == WRITE_AT_ENDS
                     ? reduceShareToEnds(g_idata, g_offsets, number, last_number, s_rows[warp],
                                         s_rows[warp + 1], &s_tiles[warp],
                                         {g_odata, &s_first[warp], s_rows[warp]})
                     : step17::reduceShare<RowSum>(g_idata, g_offsets, g_odata, number, last_number,
                                                   s_rows[warp], s_rows[warp + 1], &s_tiles[warp],
                                                   &s_first[warp]);
    open = RowSum::combineLanes(open, 32);
    if (lane == 0)
        s_open[warp] = open;
    __syncthreads(); // every warp has left its parts

    if (warp > 0)
        return;
    step17::joinWarps<RowSum>(s_rows, s_first, s_open, s_cut, s_parts, g_odata);
    if (change != NO_MEETING)
        step17::meetBlocks<RowSum>(s_cut, s_parts, g_odata, meeting);
}

#endif
