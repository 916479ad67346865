/*
 * A tile: some numbers side by side that a warp reduces together, wherever rows end among them.
 */
#ifndef TILE_H
#define TILE_H

#include "operators.h"

// numbers of a lane: an odd number, so that lanes side by side use different banks
enum { LANE_NUMBERS = 15, TILE = 32 * LANE_NUMBERS };

// how many offsets of rows a lane asks for at a time
enum { LANE_ROWS = 2, WINDOW = 32 * LANE_ROWS };

/* The part of shared memory in which the lanes of a warp exchange a tile. */
template <class op> struct tile {
    union {
        float numbers[TILE];
        typename op::accumulator known[TILE]; // of the row up to a place, from the lane's first on
    };
    typename op::accumulator before[32]; // the part that is open behind the lanes before
    unsigned int begins[33]; // bit j of lane l: a row begins at its j-th place; 0 between tiles
};

/* A part of the row that is open at the end of some places, and whether a row begins among them. */
template <class op> struct opened {
    typename op::accumulator part; // of the last row that begins there, or of the one open before
    bool has_begin;
};

/* The part that is open behind the places of a, followed by those of b. */
template <class op> static __device__ opened<op> follow(opened<op> a, opened<op> b)
{
    return {b.has_begin ? b.part : op::combine(a.part, b.part), a.has_begin || b.has_begin};
}

/* The open part of the lane `distance` before this one. All 32 lanes must call it. */
template <class op>
static __device__ opened<op> fromLaneBefore(opened<op> mine, unsigned int distance)
{
    return {op::fromLaneBefore(mine.part, distance),
            (bool)__shfl_up_sync(0xFFFFFFFF, mine.has_begin, distance)};
}

/* The part that is open behind the lanes up to this one. All 32 lanes must call it. */
template <class op> static __device__ opened<op> scanLanes(opened<op> mine)
{
    unsigned int lane = threadIdx.x % 32;

    // after the round with this distance, mine stands for twice as many lanes
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        opened<op> before = fromLaneBefore(mine, distance);
        if (lane >= distance)
            mine = follow(before, mine);
    }
    return mine;
}

/* x[k] gets the number at lane + 32 k, below count; padding stands for those behind. */
template <class op>
static __device__ void loadTile(float (&x)[LANE_NUMBERS], const float *g_idata, unsigned int count)
{
    unsigned int lane = threadIdx.x % 32;

    if (count == TILE) { // as most are: no lane has to ask
#pragma unroll
        for (unsigned int k = 0; k < LANE_NUMBERS; k++)
            x[k] = g_idata[lane + 32 * k];
        return;
    }
#pragma unroll
    for (unsigned int k = 0; k < LANE_NUMBERS; k++)
        x[k] = lane + 32 * k < count ? g_idata[lane + 32 * k] : op::padding();
}

/*
 * Where rows end, counted from `number`, the tile's first: the k-th of them is row + lane + 32 k,
 * below last_row. TILE + 1 stands for one that is farther away.
 */
static __device__ void findEnds(unsigned int (&ends)[LANE_ROWS], const size_t *g_offsets,
                                size_t row, size_t last_row, size_t number)
{
#pragma unroll
    for (unsigned int k = 0; k < LANE_ROWS; k++) {
        size_t r = row + threadIdx.x % 32 + 32 * k;
        ends[k] = TILE + 1;
        if (r < last_row)
            ends[k] = (unsigned int)min(g_offsets[r + 1] - number, (size_t)TILE + 1);
    }
}

/*
 * Marks where rows begin: where others end, among the tile's numbers or behind its last. Returns
 * how many end. ends: of the first rows; overwritten.
 */
template <class op>
static __device__ unsigned int markBegins(struct tile<op> *tile, unsigned int (&ends)[LANE_ROWS],
                                          const size_t *g_offsets, size_t row, size_t last_row,
                                          size_t number, unsigned int count)
{
    unsigned int ended = 0, more;

    do {
        if (ended > 0)
            findEnds(ends, g_offsets, row + ended, last_row, number);
        more = 0;
#pragma unroll
        for (unsigned int k = 0; k < LANE_ROWS; k++) {
            bool is_here = ends[k] <= count;
            if (is_here)
                atomicOr(&tile->begins[ends[k] / LANE_NUMBERS], 1u << ends[k] % LANE_NUMBERS);
            more += __popc(__ballot_sync(0xFFFFFFFF, is_here));
        }
        ended += more;
    } while (more == WINDOW);
    return ended;
}

/*
 * A segmented scan: afterwards the tile knows the part of each row up to each number. x[k] is the
 * number at lane + 32 k; `open` the lanes' part of the row that began before the tile. Returns the
 * same of the row behind the tile.
 */
template <class op>
static __device__ typename op::accumulator scanTile(struct tile<op> *tile, float (&x)[LANE_NUMBERS],
                                                    typename op::accumulator open)
{
    unsigned int lane = threadIdx.x % 32;

#pragma unroll
    for (unsigned int k = 0; k < LANE_NUMBERS; k++)
        tile->numbers[lane + 32 * k] = x[k];
    __syncwarp(); // all numbers are there, and all marks

    // each lane gets numbers that stand side by side
#pragma unroll
    for (unsigned int k = 0; k < LANE_NUMBERS; k++)
        x[k] = tile->numbers[lane * LANE_NUMBERS + k];
    unsigned int begins = tile->begins[lane];
    bool is_done = tile->begins[32]; // the last row ends with the tile
    open = op::combineLanes(open, 32);
    typename op::accumulator part = lane == 0 ? open : op::identity();
    __syncwarp(); // all have theirs: so the results can take their room

#pragma unroll
    for (unsigned int k = 0; k < LANE_NUMBERS; k++) {
        if (begins >> k & 1)
            part = op::identity();
        part = op::take(part, x[k]);
        tile->known[lane * LANE_NUMBERS + k] = part;
    }
    opened<op> all = scanLanes<op>({part, begins != 0});
    opened<op> before = fromLaneBefore(all, 1);
    tile->before[lane] = lane == 0 ? op::identity() : before.part;
    tile->begins[lane] = 0;
    if (lane == 0)
        tile->begins[32] = 0;
    __syncwarp(); // the tile is known
    return lane == 31 && !is_done ? all.part : op::identity();
}

/* The row with the numbers from begin on and below end, counted from the tile's first. */
template <class op>
static __device__ typename op::accumulator rowOfTile(const struct tile<op> *tile,
                                                     unsigned int begin, unsigned int end)
{
    if (begin == end)
        return op::identity();
    unsigned int last_lane = (end - 1) / LANE_NUMBERS;
    typename op::accumulator a = tile->known[end - 1];
    return begin < last_lane * LANE_NUMBERS ? op::combine(tile->before[last_lane], a) : a;
}

#endif
