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

// blocks for each multiprocessor, where rows are long; op::short_blocks where they are short
enum { LONG_BLOCKS = 4 };

/*
 * As many blocks for each multiprocessor as are wanted, but not more than it has room for: of
 * compute capability 7.5 it holds 1024 threads, all others hold 1536 or more.
 */
static constexpr unsigned int blocksWithRoom(unsigned int wanted)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 750
    return wanted * SEGMENTS_BLOCK <= 1024 ? wanted : 1024 / SEGMENTS_BLOCK;
#else
    return wanted;
#endif
}

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

/* A row that goes over a border of this block. */
struct cut_row {
    bool is_there; // whether there is one
    size_t row;
    size_t first;        // the block in which it begins
    unsigned int others; // how many blocks behind that one have parts of it
};

/*
 * The row that is open at a border of the block, if it has begun before. A block has `share`
 * places.
 */
static __device__ struct cut_row cutRow(const size_t *g_offsets, size_t row, size_t rows,
                                        size_t border, size_t share)
{
    if (row == rows || g_offsets[row] + row >= border)
        return {};
    size_t first = (g_offsets[row] + row) / share, last = (g_offsets[row + 1] + row) / share;
    return {true, row, first, (unsigned int)(last - first)};
}

/*
 * Rows that end in another warp's share than they begin in: combines the warps' parts of them. If
 * other blocks have parts of a row, too, it goes to s_parts: the block's first row, or its last.
 * All lanes of one warp call it, each for a warp.
 */
template <class op>
static __device__ void joinWarps(const size_t *s_rows, const typename op::accumulator *s_first,
                                 const typename op::accumulator *s_open,
                                 const struct cut_row *s_cut, typename op::accumulator *s_parts,
                                 typename op::result *g_odata)
{
    unsigned int lane = threadIdx.x % 32;
    bool is_warp = lane < SEGMENTS_WARPS;
    bool has_end = is_warp && s_rows[lane] < s_rows[lane + 1]; // a row ends there

    opened<op> open = scanLanes<op>({is_warp ? s_open[lane] : op::identity(), has_end});
    typename op::accumulator before = op::fromLaneBefore(open.part, 1);
    if (has_end) {
        typename op::accumulator part = lane == 0 ? s_first[0] : op::combine(before, s_first[lane]);
        if (s_rows[lane] == s_rows[0] && s_cut[0].is_there)
            s_parts[0] = part;
        else
            g_odata[s_rows[lane]] = op::finish(part);
    }
    if (lane == SEGMENTS_WARPS - 1)
        s_parts[1] = open.part;
    __syncwarp(); // the parts that other blocks wait for are known
}

/* Brings this block's part of a row. Returns whether all parts of that row are there now. */
template <class op>
static __device__ bool bringPart(const struct cut_row &cut, typename op::accumulator part,
                                 struct meeting<op> meeting)
{
    // a block has at most two parts that it shares: of a row that began before, and of one that
    // goes on
    meeting.g_parts[2 * blockIdx.x + (blockIdx.x == cut.first)] = part;
    __threadfence(); // a block that sees this ticket drawn sees this part, too
    bool is_last = atomicInc(&meeting.g_tickets[cut.first], cut.others) == cut.others;
    __threadfence(); // and the last one sees the parts of all
    return is_last;
}

/* Joins all parts of a row, in their order. All lanes of a warp must call it. */
template <class op>
static __device__ void joinParts(const struct cut_row &cut, typename op::result *g_odata,
                                 struct meeting<op> meeting)
{
    unsigned int lane = threadIdx.x % 32;
    typename op::accumulator part = op::identity();

    for (unsigned int i = lane; i <= cut.others; i += 32)
        part = op::combine(part, meeting.g_parts[2 * (cut.first + i) + (i == 0)]);
    part = op::combineLanes(part, 32);
    if (lane == 0)
        g_odata[cut.row] = op::finish(part);
}

/*
 * Meets the other blocks at the rows that go over this block's borders: two lanes bring a part
 * each, at the same time. All lanes of one warp must call it.
 */
template <class op>
static __device__ void meetBlocks(const struct cut_row *s_cut,
                                  const typename op::accumulator *s_parts,
                                  typename op::result *g_odata, struct meeting<op> meeting)
{
    unsigned int lane = threadIdx.x % 32;
    bool is_last =
        lane < 2 && s_cut[lane].is_there && bringPart<op>(s_cut[lane], s_parts[lane], meeting);
    unsigned int lasts = __ballot_sync(0xFFFFFFFF, is_last);

    __syncwarp(); // what these lanes see, all see
    for (unsigned int i = 0; i < 2; i++)
        if (lasts >> i & 1)
            joinParts<op>(s_cut[i], g_odata, meeting);
}

/*
 * Reduces each row r, the numbers from g_offsets[r] on and below g_offsets[r + 1], to g_odata[r].
 * Each warp gets warp_share places. Needs one block for each SEGMENTS_WARPS of these shares; for
 * each block two parts and a ticket to meet by. iBlocks fit a multiprocessor, if it has room: a
 * thread has as many registers as that leaves it.
 */
template <class op, unsigned int iBlocks>
__global__ void __launch_bounds__(SEGMENTS_BLOCK, blocksWithRoom(iBlocks))
    reduceSegments_17(const float *g_idata, const size_t *g_offsets, typename op::result *g_odata,
                      size_t rows, size_t n, size_t warp_share, struct meeting<op> meeting)
{
    __shared__ struct tile<op> s_tiles[SEGMENTS_WARPS];
    __shared__ size_t s_rows[SEGMENTS_WARPS + 1]; // the row that is open at each warp's first place
    __shared__ typename op::accumulator s_first[SEGMENTS_WARPS], s_open[SEGMENTS_WARPS];
    __shared__ struct cut_row s_cut[2];             // the rows at the block's borders
    __shared__ typename op::accumulator s_parts[2]; // and this block's parts of them

    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    size_t share = SEGMENTS_WARPS * warp_share;
    size_t first_place = blockIdx.x * share;
    size_t last_place = min(first_place + share, n + rows);          // the first behind the block's
    size_t place = min(first_place + warp * warp_share, last_place); // the warp's first
    size_t next_place = min(place + warp_share, last_place);

    // first the block's rows, so that its warps have few to search
    if (warp < 2) {
        size_t row = rowsEndedBefore(g_offsets, 0, rows, warp == 0 ? first_place : last_place);
        if (lane == 0)
            s_rows[warp * SEGMENTS_WARPS] = row;
    }
    s_tiles[warp].begins[lane] = 0;
    if (lane == 0)
        s_tiles[warp].begins[32] = 0;
    __syncthreads(); // the block's rows are known
    size_t row = rowsEndedBefore(g_offsets, s_rows[0], s_rows[SEGMENTS_WARPS], place);
    if (lane == 0 && warp > 0)
        s_rows[warp] = row;
    __syncthreads(); // the warps' rows are known

    // who has parts of the rows at the borders is asked before the long wait for numbers; a row
    // that goes over both borders is the last one alone
    if (threadIdx.x < 2) {
        s_cut[lane] = cutRow(g_offsets, s_rows[lane * SEGMENTS_WARPS], rows,
                             lane == 0 ? first_place : last_place, share);
        if (lane == 0 && s_rows[0] == s_rows[SEGMENTS_WARPS])
            s_cut[0].is_there = false;
    }

    typename op::accumulator open = reduceShare<op>(
        g_idata, g_offsets, g_odata, place - s_rows[warp], next_place - s_rows[warp + 1],
        s_rows[warp], s_rows[warp + 1], &s_tiles[warp], &s_first[warp]);
    open = op::combineLanes(open, 32);
    if (lane == 0)
        s_open[warp] = open;
    __syncthreads(); // every warp has left its parts

    if (warp == 0) {
        joinWarps<op>(s_rows, s_first, s_open, s_cut, s_parts, g_odata);
        meetBlocks<op>(s_cut, s_parts, g_odata, meeting);
    }
}

#endif
