/*
 * Rows of unequal lengths: before the launch it is not known which are long and which are empty, so
 * none of the kernels for a matrix fits all of them. Here every warp gets the same share of the
 * work, wherever rows begin and end.
 *
 * All numbers and all ends of rows stand in one line of places: first the numbers of row 0, then a
 * place for its end, where its result is written, then the numbers of row 1, and so on. A number at
 * i in row r has place i + r, the end of row r has place offsets[r + 1] + r. Blocks and their warps
 * share out these places evenly. (The places of a row's end keep even a million empty rows from
 * being the work of one warp.)
 *
 * A warp goes through its numbers tile by tile: tile.h.
 */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include "operators.h"
#include "tile.h"

enum { SEGMENTS_BLOCK = 256, SEGMENTS_WARPS = SEGMENTS_BLOCK / 32 };

// rows that a lane tries at a time: more of them are fewer rounds, and each round waits for memory
enum { LANE_TRIES = 4, TRIES = 32 * LANE_TRIES };

/*
 * How many rows end at places before `place`; these are at least low and at most high. All lanes of
 * a warp call it for the same place. A billion rows take 5 rounds.
 */
static __device__ size_t rowsEndedBefore(const size_t *g_offsets, size_t low, size_t high,
                                         size_t place)
{
    while (low < high) {
        size_t step = (high - low - 1) / TRIES + 1;
        bool before[LANE_TRIES];
        unsigned int yes = 0; // how many tries say so: these are the first

#pragma unroll
        for (unsigned int k = 0; k < LANE_TRIES; k++) {
            size_t row = low + (threadIdx.x % 32 + 32 * k) * step;
            before[k] = row < high && g_offsets[row + 1] + row < place;
        }
#pragma unroll
        for (unsigned int k = 0; k < LANE_TRIES; k++)
            yes += __popc(__ballot_sync(0xFFFFFFFF, before[k]));

        high = min(high, low + yes * step);
        if (yes > 0)
            low += (yes - 1) * step + 1;
    }
    return low;
}

/*
 * Reduces a warp's share: the numbers from `number` on and below last_number, where `row` is open
 * at first, and the ends of the rows below last_row. Writes the results of the rows that end, but
 * the first one's, of which others may have parts: it goes to *s_first. Returns each lane's part of
 * the row that is open behind the share.
 */
template <class op>
static __device__ typename op::accumulator
reduceShare(const float *g_idata, const size_t *g_offsets, typename op::result *g_odata,
            size_t number, size_t last_number, size_t row, size_t last_row, struct tile<op> *tile,
            typename op::accumulator *s_first)
{
    unsigned int lane = threadIdx.x % 32;
    typename op::accumulator open = op::identity();
    size_t first_row = row;
    // after the first tile, all begin at multiples of 128 bytes
    unsigned int room = TILE - (unsigned int)((uintptr_t)(g_idata + number) / sizeof(float) % 32);

    do {
        unsigned int count = (unsigned int)min(last_number - number, (size_t)room);

        // all loads are on their way before the first is waited for
        float x[LANE_NUMBERS];
        unsigned int ends[LANE_ROWS];
        loadTile<op>(x, g_idata + number, count);
        findEnds(ends, g_offsets, row, last_row, number);

        if (__any_sync(0xFFFFFFFF, ends[0] <= count)) {
            unsigned int ended =
                markBegins<op>(tile, ends, g_offsets, row, last_row, number, count);
            open = scanTile<op>(tile, x, open);
            for (size_t r = row + lane; r < row + ended; r += 32) {
                size_t begin = max(g_offsets[r], number) - number;
                typename op::accumulator a = rowOfTile<op>(
                    tile, (unsigned int)begin, (unsigned int)(g_offsets[r + 1] - number));
                if (r == first_row)
                    *s_first = a;
                else
                    g_odata[r] = op::finish(a);
            }
            __syncwarp(); // the tile's room is free
            row += ended;
        } else
            open = op::take(open, x); // no row ends here
        number += count;
        room = TILE;
    } while (number < last_number);
    return open;
}

/* A part of a row of which other blocks have parts, too. */
template <class op> struct shared_part {
    bool is_there; // whether there is one
    typename op::accumulator part;
    size_t row;
};

/*
 * Brings this block's part of a row. Returns whether all parts of that row are there now. A block
 * has `share` places.
 */
template <class op>
static __device__ bool bringPart(const struct shared_part<op> *mine, const size_t *g_offsets,
                                 size_t share, struct meeting<op> meeting)
{
    size_t first = (g_offsets[mine->row] + mine->row) / share; // the block in which the row begins
    size_t last = (g_offsets[mine->row + 1] + mine->row) / share; // and the one in which it ends
    unsigned int others = (unsigned int)(last - first);

    // a block has at most two parts that it shares: of a row that began before, and of one that
    // goes on
    meeting.g_parts[2 * blockIdx.x + (blockIdx.x == first)] = mine->part;
    __threadfence(); // a block that sees this ticket drawn sees this part, too
    bool is_last = atomicInc(&meeting.g_tickets[first], others) == others;
    __threadfence(); // and the last one sees the parts of all
    return is_last;
}

/* Joins all parts of a row, in their order. All threads must call it. */
template <class op>
static __device__ void joinParts(size_t row, const size_t *g_offsets, typename op::result *g_odata,
                                 size_t share, struct meeting<op> meeting)
{
    size_t first = (g_offsets[row] + row) / share, last = (g_offsets[row + 1] + row) / share;
    typename op::accumulator part = op::identity();

    for (size_t block = first + threadIdx.x; block <= last; block += SEGMENTS_BLOCK)
        part = op::combine(part, meeting.g_parts[2 * block + (block == first)]);
    part = blockCombine<op, SEGMENTS_BLOCK>(part);
    if (threadIdx.x == 0)
        g_odata[row] = op::finish(part);
}

/*
 * Rows that end in another warp's share than they begin in: combines the warps' parts of them. If
 * other blocks have parts of a row, too, it goes to s_parts: the block's first row, or its last.
 * One thread of a block calls it.
 */
template <class op>
__device__ __forceinline__ void
joinWarps(const size_t *s_rows, const typename op::accumulator *s_first,
          const typename op::accumulator *s_open, const bool *s_is_cut,
          struct shared_part<op> *s_parts, typename op::result *g_odata)
{
    typename op::accumulator part = op::identity();

    s_parts[0].is_there = false;
    for (unsigned int i = 0; i < SEGMENTS_WARPS; i++) {
        if (s_rows[i] < s_rows[i + 1]) { // a row ends there
            part = op::combine(part, s_first[i]);
            if (s_rows[i] == s_rows[0] && s_is_cut[0])
                s_parts[0] = {true, part, s_rows[0]};
            else
                g_odata[s_rows[i]] = op::finish(part);
            part = op::identity();
        }
        part = op::combine(part, s_open[i]);
    }
    s_parts[1] = {s_is_cut[1], part, s_rows[SEGMENTS_WARPS]};
}

/*
 * Reduces each row r, the numbers from g_offsets[r] on and below g_offsets[r + 1], to g_odata[r].
 * Each warp gets warp_share places. Needs one block for each SEGMENTS_WARPS of these shares; for
 * each block two parts and a ticket to meet by.
 */
template <class op>
__global__ void __launch_bounds__(SEGMENTS_BLOCK)
    reduceSegments_17(const float *g_idata, const size_t *g_offsets, typename op::result *g_odata,
                      size_t rows, size_t n, size_t warp_share, struct meeting<op> meeting)
{
    __shared__ struct tile<op> s_tiles[SEGMENTS_WARPS];
    __shared__ size_t s_rows[SEGMENTS_WARPS + 1]; // the row that is open at each warp's first place
    __shared__ typename op::accumulator s_first[SEGMENTS_WARPS], s_open[SEGMENTS_WARPS];
    __shared__ struct shared_part<op> s_parts[2]; // of the block's first row, and of its last
    __shared__ bool s_is_cut[2];                  // whether the block's borders are inside a row
    __shared__ bool is_last[2];                   // whether this block is the last of that row

    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t share = SEGMENTS_WARPS * warp_share;
    size_t first_place = blockIdx.x * share;
    size_t last_place = min(first_place + share, n + rows);          // the first behind the block's
    size_t place = min(first_place + warp * warp_share, last_place); // the warp's first
    size_t next_place = min(place + warp_share, last_place);

    // first the block's rows, so that its warps have few to search
    if (warp < 2) {
        size_t border = warp == 0 ? first_place : last_place;
        size_t row = rowsEndedBefore(g_offsets, 0, rows, border);
        if (lane == 0) {
            s_rows[warp * SEGMENTS_WARPS] = row;
            s_is_cut[warp] = row < rows && g_offsets[row] + row < border;
        }
    }
    s_tiles[warp].begins[lane] = 0;
    if (lane == 0)
        s_tiles[warp].begins[32] = 0;
    __syncthreads(); // the block's rows are known
    size_t row = rowsEndedBefore(g_offsets, s_rows[0], s_rows[SEGMENTS_WARPS], place);
    if (lane == 0 && warp > 0)
        s_rows[warp] = row;
    __syncthreads(); // the warps' rows are known

    typename op::accumulator open = reduceShare<op>(
        g_idata, g_offsets, g_odata, place - s_rows[warp], next_place - s_rows[warp + 1],
        s_rows[warp], s_rows[warp + 1], &s_tiles[warp], &s_first[warp]);
    open = op::combineLanes(open, 32);
    if (lane == 0)
        s_open[warp] = open;
    __syncthreads(); // every warp has left its parts

    if (threadIdx.x == 0)
        joinWarps<op>(s_rows, s_first, s_open, s_is_cut, s_parts, g_odata);
    __syncthreads(); // the parts that other blocks wait for are known

    if (lane == 0 && warp < 2)
        is_last[warp] =
            s_parts[warp].is_there && bringPart<op>(&s_parts[warp], g_offsets, share, meeting);
    __syncthreads(); // all know whether theirs is the last block
    if (is_last[0])
        joinParts<op>(s_parts[0].row, g_offsets, g_odata, share, meeting);
    __syncthreads(); // the shared memory of that row is free
    if (is_last[1])
        joinParts<op>(s_parts[1].row, g_offsets, g_odata, share, meeting);
}

#endif
