/*
 * Rows of unequal lengths: nobody knows before the launch which are long and which are empty, so
 * none of the kernels for a matrix fits all of them. Here every thread gets the same share of the
 * work, wherever rows begin and end.
 *
 * All numbers and all ends of rows stand in one line of places: first the numbers of row 0, then a
 * place for its end, where its result is written, then the numbers of row 1, and so on. A number at
 * i in row r has place i + r, the end of row r has place offsets[r + 1] + r. Blocks and threads
 * share out these places evenly. (The places of a row's end keep even a million empty rows from
 * being the work of one thread.)
 */
#ifndef SEGMENTS_H
#define SEGMENTS_H

#include "operators.h"

// places for each thread: an odd number, so that threads side by side use different banks
enum { SEGMENTS_BLOCK = 256, PLACES = 31, TILE = SEGMENTS_BLOCK * PLACES };

/* How many of the rows end at places before `place`. All lanes of a warp call it for the same
 * place. */
static __device__ size_t rowsEndedBefore(const size_t *g_offsets, size_t rows, size_t place)
{
    unsigned int lane = threadIdx.x % 32;
    size_t low = 0, high = rows; // at least low rows end before it, at most high

    // the lanes try 32 rows at a time: 6 rounds for a billion rows
    while (low < high) {
        size_t step = (high - low - 1) / 32 + 1;
        size_t row = low + lane * step;
        bool before = row < high && g_offsets[row + 1] + row < place;
        unsigned int yes = __popc(__ballot_sync(0xFFFFFFFF, before)); // the first lanes say yes

        high = min(high, low + yes * step);
        if (yes > 0)
            low += (yes - 1) * step + 1;
    }
    return low;
}

/* A part of the row that is open at the end of some places, and whether a row ends among them. */
template <class op> struct opened {
    typename op::accumulator part; // of what stands behind the last end
    bool has_end;
};

/* What is open behind the places of a, followed by those of b. */
template <class op> static __device__ opened<op> follow(opened<op> a, opened<op> b)
{
    return {b.has_end ? b.part : op::combine(a.part, b.part), a.has_end || b.has_end};
}

template <class op> static __device__ opened<op> nothingOpened(void)
{
    return {op::identity(), false};
}

/* What the lane knows that stands `distance` before this one. All 32 lanes must call it. */
template <class op>
static __device__ opened<op> fromLaneBefore(opened<op> mine, unsigned int distance)
{
    return {op::fromLaneBefore(mine.part, distance),
            (bool)__shfl_up_sync(0xFFFFFFFF, mine.has_end, distance)};
}

/*
 * What is open behind the places of all threads before this one; *all gets what is open behind the
 * block's. All threads must call it.
 */
template <class op> static __device__ opened<op> openedBefore(opened<op> mine, opened<op> *all)
{
    __shared__ typename op::accumulator s_part[SEGMENTS_BLOCK / 32];
    __shared__ bool s_has_end[SEGMENTS_BLOCK / 32];
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    // after the round with this distance, mine stands for twice as many lanes up to this one
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        opened<op> before = fromLaneBefore(mine, distance);
        if (lane >= distance)
            mine = follow(before, mine);
    }
    if (lane == 31) {
        s_part[warp] = mine.part;
        s_has_end[warp] = mine.has_end;
    }
    __syncthreads(); // every warp has left what is open behind it

    opened<op> before = nothingOpened<op>();
    *all = before;
    for (unsigned int i = 0; i < SEGMENTS_BLOCK / 32; i++) {
        if (i == warp)
            before = *all;
        *all = follow(*all, {s_part[i], s_has_end[i]});
    }
    opened<op> lanes_before = fromLaneBefore(mine, 1);
    return lane == 0 ? before : follow(before, lanes_before);
}

/*
 * Brings this block's part of a row that other blocks have parts of, too. The last of them to come
 * joins all parts, in their order. All threads must call it; `part` is that of thread 0.
 */
template <class op>
static __device__ void joinRow(typename op::accumulator part, size_t row, const size_t *g_offsets,
                               typename op::result *g_odata, struct meeting<op> meeting)
{
    __shared__ bool is_last;
    unsigned int tid = threadIdx.x;
    size_t first = (g_offsets[row] + row) / TILE;    // the block in which the row begins
    size_t last = (g_offsets[row + 1] + row) / TILE; // and the one in which it ends
    unsigned int others = (unsigned int)(last - first);

    // a block has at most two parts that it shares: of a row that began before, and of one that
    // goes on
    if (tid == 0) {
        meeting.g_parts[2 * blockIdx.x + (blockIdx.x == first)] = part;
        __threadfence();
        is_last = atomicInc(&meeting.g_tickets[first], others) == others;
        __threadfence();
    }
    __syncthreads();
    if (!is_last)
        return;

    part = op::identity();
    for (size_t block = first + tid; block <= last; block += SEGMENTS_BLOCK)
        part = op::combine(part, meeting.g_parts[2 * block + (block == first)]);
    part = blockCombine<op, SEGMENTS_BLOCK>(part);
    if (tid == 0)
        g_odata[row] = op::finish(part);
}

/*
 * Reduces each row r, the numbers from g_offsets[r] on and below g_offsets[r + 1], to g_odata[r].
 * Needs one block for each TILE places; for each block two parts and a ticket to meet by.
 */
template <class op>
__global__ void __launch_bounds__(SEGMENTS_BLOCK)
    reduceSegments_17(const float *g_idata, const size_t *g_offsets, typename op::result *g_odata,
                      size_t rows, size_t n, struct meeting<op> meeting)
{
    // the block's rows that end here, by the numbers before their ends; then its numbers
    __shared__ unsigned int smem[TILE];
    __shared__ size_t
        s_row[2]; // the row that is open at the block's first place, and behind its last

    unsigned int tid = threadIdx.x;
    size_t places = n + rows;
    size_t first_place = (size_t)blockIdx.x * TILE;
    size_t last_place = min(first_place + TILE, places); // the first behind the block's

    if (tid < 64) {
        size_t row = rowsEndedBefore(g_offsets, rows, tid < 32 ? first_place : last_place);
        if (tid % 32 == 0)
            s_row[tid / 32] = row;
    }
    __syncthreads();
    size_t row = s_row[0], next_row = s_row[1];
    size_t begin = first_place - row; // the block's first number
    unsigned int ends = (unsigned int)(next_row - row);
    unsigned int count = (unsigned int)(last_place - first_place) - ends;
    float *numbers = (float *)(smem + ends);

#pragma unroll
    for (unsigned int k = 0; k < PLACES; k++) {
        unsigned int i = tid + k * SEGMENTS_BLOCK;
        if (i < ends)
            smem[i] = (unsigned int)(g_offsets[row + i + 1] - begin);
        else if (i < ends + count)
            numbers[i - ends] = g_idata[begin + (i - ends)];
    }
    __syncthreads();

    // this thread's places begin in which of the rows, at which number?
    unsigned int place = min(tid * PLACES, ends + count);
    unsigned int left = min((unsigned int)PLACES, ends + count - place);
    unsigned int low = 0, high = ends;
    while (low < high) {
        unsigned int middle = (low + high) / 2;
        if (smem[middle] + middle < place)
            low = middle + 1;
        else
            high = middle;
    }
    unsigned int end = low, number = place - low;

    // a row that begins and ends here is done; the first end's row may have begun elsewhere
    opened<op> mine = nothingOpened<op>();
    typename op::accumulator first_part = op::identity();
    unsigned int first_end = end;
    while (left > 0) {
        unsigned int stop = min(end < ends ? smem[end] : count, number + left);
        mine.part = op::take(mine.part, numbers, number, stop, 1);
        left -= stop - number;
        number = stop;
        if (left == 0)
            break;
        // the next place is the end of a row
        if (!mine.has_end)
            first_part = mine.part;
        else
            g_odata[row + end] = op::finish(mine.part);
        mine = {op::identity(), true};
        end++;
        left--;
    }

    opened<op> all, before = openedBefore(mine, &all);
    bool began_before = g_offsets[row] + row < first_place; // the block's first row
    __shared__ typename op::accumulator s_first;            // this block's part of it
    if (mine.has_end) {
        first_part = op::combine(before.part, first_part);
        if (before.has_end || !began_before)
            g_odata[row + first_end] = op::finish(first_part);
        else
            s_first = first_part;
    }
    __syncthreads();

    // what other blocks have parts of, too
    if (all.has_end && began_before)
        joinRow<op>(s_first, row, g_offsets, g_odata, meeting);
    if (next_row < rows && g_offsets[next_row] + next_row < last_place) {
        __syncthreads(); // the shared memory of the row before is free
        joinRow<op>(all.part, next_row, g_offsets, g_odata, meeting);
    }
}

#endif
