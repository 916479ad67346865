/*
 * Step 17's tiles of rows of unequal lengths without their third part: no lane takes a row, but
 * the thread that comes to a row's end writes its result. No row may be empty.
 */
#ifndef WHY_ENDS_H
#define WHY_ENDS_H

/* Where the results of a share's rows go: the first one's, of which others may have parts, apart.
 */
struct results_of_share {
    float *g_odata, *s_first;
    size_t first_row;
};

static __device__ void writeResult(const struct results_of_share &results, size_t row, float sum)
{
    if (row == results.first_row)
        *results.s_first = sum;
    else
        results.g_odata[row] = sum;
}

/* How many rows end in the lanes up to this one. All 32 lanes must call it. */
static __device__ unsigned int endedUpToLane(unsigned int ended)
{
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        unsigned int before = __shfl_up_sync(0xFFFFFFFF, ended, distance);
        if (threadIdx.x % 32 >= distance)
            ended += before;
    }
    return ended;
}

/* Step 17's scanTile for sums; writes the results of the rows that end, of which `row` is first. */
static __device__ float scanAndWrite(struct step17::tile<RowSum> *tile,
                                     float (&x)[step17::LANE_NUMBERS], float open, size_t row,
                                     const struct results_of_share &results)
{
    const unsigned int NUMBERS = step17::LANE_NUMBERS;
    unsigned int lane = threadIdx.x % 32;

#pragma unroll
    for (unsigned int k = 0; k < NUMBERS; k++)
        tile->numbers[lane + 32 * k] = x[k];
    __syncwarp(); // all numbers are there, and all marks

#pragma unroll
    for (unsigned int k = 0; k < NUMBERS; k++)
        x[k] = tile->numbers[lane * NUMBERS + k];
    unsigned int begins = tile->begins[lane];
    bool is_done = tile->begins[32]; // the last row ends with the tile
    open = RowSum::combineLanes(open, 32);
    float part = lane == 0 ? open : 0, head = 0; // head: of the row that is open before this lane
    unsigned int ended = endedUpToLane(__popc(begins));
    size_t first = row + ended - __popc(begins), next = first;
    __syncwarp(); // all have theirs

#pragma unroll
    for (unsigned int k = 0; k < NUMBERS; k++) {
        if (begins >> k & 1) {
            if (next == first)
                head = part; // complete when the lanes before are known
            else
                writeResult(results, next, part);
            next++;
            part = 0;
        }
        part += x[k];
    }
    step17::opened<RowSum> all = step17::scanLanes<RowSum>({part, begins != 0});
    step17::opened<RowSum> before = step17::fromLaneBefore(all, 1);
    if (begins != 0)
        writeResult(results, first, lane == 0 ? head : before.part + head);
    if (lane == 31 && is_done)
        writeResult(results, row + ended, all.part);
    tile->begins[lane] = 0;
    if (lane == 0)
        tile->begins[32] = 0;
    __syncwarp(); // the tile's room is free
    return lane == 31 && !is_done ? all.part : 0;
}

/* Step 17's reduceShare for sums, without the third part of its tiles. */
static __device__ float reduceShareToEnds(const float *g_idata, const size_t *g_offsets,
                                          size_t number, size_t last_number, size_t row,
                                          size_t last_row, struct step17::tile<RowSum> *tile,
                                          const struct results_of_share &results)
{
    float open = 0;
    unsigned int room =
        step17::TILE - (unsigned int)((uintptr_t)(g_idata + number) / sizeof(float) % 32);

    do {
        unsigned int count = (unsigned int)min(last_number - number, (size_t)room);
        float x[step17::LANE_NUMBERS];
        unsigned int ends[step17::LANE_ROWS];

        step17::loadTile<RowSum>(x, g_idata + number, count);
        step17::findEnds(ends, g_offsets, row, last_row, number);
        if (__any_sync(0xFFFFFFFF, ends[0] <= count)) {
            unsigned int ended =
                step17::markBegins<RowSum>(tile, ends, g_offsets, row, last_row, number, count);
            open = scanAndWrite(tile, x, open, row, results);
            row += ended;
        } else
            open = RowSum::take(open, x);
        number += count;
        room = step17::TILE;
    } while (number < last_number);
    return open;
}

#endif
