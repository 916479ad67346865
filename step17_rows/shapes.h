/*
 * Which kernel of reduce.cu a matrix gets, and how it is launched.
 */
#ifndef SHAPES_H
#define SHAPES_H

/* A kernel for the rows of a matrix, and how it is launched. */
template <class op> struct shape {
    void (*kernel)(const float *, typename op::result *, struct sharing, struct meeting<op>);
    const char *name;
    size_t grid;
    unsigned int block;
    struct sharing sharing;
    size_t parts, tickets; // that the blocks of a row meet by
    double additions;      // that a number passes at most: common/rows/row_check.h
    // where rows are unequal, the kernel (segments.h), and how many places each warp has
    void (*segments)(const float *, const size_t *, typename op::result *, size_t, size_t, size_t,
                     struct meeting<op>);
    size_t share;
};

static size_t divided_up(size_t n, size_t parts)
{
    return n / parts + (n % parts != 0);
}

/* The rounds of a tree over a power of two of numbers. */
static unsigned int rounds(unsigned int numbers)
{
    return numbers > 1 ? 1 + rounds(numbers / 2) : 0;
}

template <class op, unsigned int iBlockSize, unsigned int iLoads>
static struct shape<op> by_lanes(size_t rows, size_t columns, unsigned int lanes) {
    size_t tile = iBlockSize * iLoads * 4; // numbers
    size_t tile_rows = tile / (columns > 0 ? columns : 1);
    if (tile_rows > 4)
        tile_rows -= tile_rows % 4; // so all tiles begin at a multiple of 16 bytes if one does
    return {reduceRowsByLanes_17<op, iBlockSize, iLoads>,
            lanes == 1 ? "a thread for a row, reduceRowsByLanes_17"
                       : "some lanes for a row, reduceRowsByLanes_17",
            divided_up(rows, tile_rows),
            iBlockSize,
            {rows, columns, (unsigned int)tile_rows, lanes, 0, 0},
            0,
            0,
            (double)(divided_up(columns, lanes) + rounds(lanes))};
}

template <class op, unsigned int iLoads, unsigned int iRows>
static struct shape<op> by_warp(size_t rows, size_t columns) {
    const unsigned int block = 256;
    return {reduceRowsByWarp_17<op, block, iLoads, iRows>,
            "a warp for a row, reduceRowsByWarp_17",
            divided_up(rows, block / 32 * iRows),
            block,
            {rows, columns, 0, 0, 0, 0},
            0,
            0,
            2.0 + iLoads + 1 + rounds(32)};
}

template <class op, unsigned int iBlockSize, unsigned int iLoads>
static struct shape<op> by_blocks(size_t rows, size_t columns, size_t part_columns) {
    size_t parts = columns > 0 ? divided_up(columns, part_columns) : 1;
    size_t trips = divided_up(part_columns, (size_t)4 * iBlockSize * iLoads);
    double of_block = 2.0 + (double)(trips * iLoads) + 1 + rounds(32) + rounds(32);
    if (parts == 1)
        return {reduceRowsByBlocks_17<op, iBlockSize, iLoads, true>,
                "a block for a row, reduceRowsByBlocks_17",
                rows,
                iBlockSize,
                {rows, columns, 0, 0, 0, 0},
                0,
                0,
                of_block};
    return {reduceRowsByBlocks_17<op, iBlockSize, iLoads, false>,
            "several blocks for a row, reduceRowsByBlocks_17",
            rows *parts,
            iBlockSize,
            {rows, columns, 0, 0, (unsigned int)parts, part_columns},
            rows *parts,
            rows,
            of_block + (double)divided_up(parts, iBlockSize) + rounds(32) + rounds(32)};
}

/* How many additions a number passes at most, if each warp has `share` places. */
static double
segments_additions(size_t grid, size_t share)
{
    // in the tiles that its row fills; twice in one in which a row ends; then all warps of a block
    double of_lane = (double)(divided_up(share, TILE) + 1) * LANE_NUMBERS;
    double of_tile = rounds(32) + LANE_NUMBERS + rounds(32) + 1.0;
    double of_block = rounds(32) + rounds(32) + 1.0;
    return of_lane + 2 * of_tile + of_block + (double)divided_up(grid, 32) + rounds(32);
}

/*
 * The one shape for rows of unequal lengths: its grid is for all places, of whatever rows. Each
 * block that fits the device gets a share: so none waits until another has ended, and each has to
 * find its rows once. Where most tiles have no end of a row, loads are all that a warp waits for:
 * four blocks have enough of them on their way, and fewer blocks have fewer borders to meet at. In
 * short rows there is more to wait for, so that more blocks are better.
 */
template <class op>
static struct shape<op> segments_shape(size_t rows, size_t n, const struct device *device) {
    bool are_long = n / rows >= TILE;
    auto kernel =
        are_long ? reduceSegments_17<op, LONG_BLOCKS> : reduceSegments_17<op, op::short_blocks>;
    int blocks;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, SEGMENTS_BLOCK, 0));
    size_t warps = (size_t)blocks * device->multiprocessors * SEGMENTS_WARPS;
    size_t share = divided_up(n + rows, warps);
    if (share < TILE)
        share = TILE;
    size_t grid = divided_up(n + rows, SEGMENTS_WARPS *share);
    return {NULL,   "equal shares of all rows, reduceSegments_17",
            grid,   SEGMENTS_BLOCK,
            {},     2 * grid,
            grid,   segments_additions(grid, share),
            kernel, share};
}

/*
 * The threads for each of a tile's rows: few enough that each has some numbers to read. If rows
 * begin at the same bank, there are more, since threads of different rows wait for each other.
 */
static unsigned int
choose_lanes(size_t columns)
{
    bool is_power = (columns & (columns - 1)) == 0;
    size_t wanted = columns / (is_power ? 4 : columns % 4 == 0 ? 8 : 16);
    unsigned int lanes = 1;

    while (lanes < 8 && 2 * lanes <= wanted)
        lanes *= 2;
    return lanes;
}

/* The shape that was measured to be fastest for a matrix: `make rows`, and the page. */
template <class op>
static struct shape<op> choose_shape(size_t rows, size_t columns, const struct device *device) {
    if (columns <= op::tile_columns)
        return by_lanes<op, 128, 4>(rows, columns, choose_lanes(columns));

    // four loads or more of a lane on their way: of several rows, or of one
    if (columns <= 128)
        return by_warp<op, 1, 4>(rows, columns);
    if (columns <= 256)
        return by_warp<op, 2, 2>(rows, columns);
    if (columns <= 512)
        return by_warp<op, 4, 1>(rows, columns);
    if (columns <= 1024)
        return by_warp<op, 8, 1>(rows, columns);

    // a row for each multiprocessor keeps them busy: no block has to meet another. More threads
    // only where all have full trips, or where there are many GB/s for each multiprocessor
    bool is_fast = device->peak / device->multiprocessors > 30;
    if (columns <= 2048)
        return by_blocks<op, 128, 4>(rows, columns, columns);
    if (columns <= (is_fast ? 4095 : 3072))
        return by_blocks<op, 256, 4>(rows, columns, columns);
    if (is_fast && columns == 4096)
        return by_blocks<op, 512, 2>(rows, columns, columns);
    if (rows >= (size_t)device->multiprocessors || columns <= 4096) {
        if (columns > 4096 && columns <= 8192)
            return by_blocks<op, 512, 4>(rows, columns, columns);
        if (is_fast || columns == 16384)
            return by_blocks<op, 1024, 4>(rows, columns, columns);
        if (columns > 32768 && columns % 32768 == 0)
            return by_blocks<op, 1024, 8>(rows, columns, columns);
        return by_blocks<op, 512, 8>(rows, columns, columns);
    }

    // fewer rows: pieces of them, four for each multiprocessor, unless these would be very small or
    // large
    size_t share = rows * columns / (4 * device->multiprocessors) / 4 * 4;
    size_t part_columns = share < 4096 ? 4096 : share > 65536 ? 65536 : share;
    return by_blocks<op, 512, 4>(rows, columns, part_columns);
}

#endif
