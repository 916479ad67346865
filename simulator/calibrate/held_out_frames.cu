/*
 * Held out of every fit: frames of a camera, a byte for each point: strengths of edges, colours
 * from a mosaic, black and white by a pattern, the largest of a disc. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { WIDTH = 1280, ACROSS = 32, DOWN = 8, REACH = 3, DISC = 29 };

typedef unsigned char byte;

__constant__ byte pattern[8][8];
__constant__ int2 disc[DISC];
static byte h_pattern[8][8];
static int2 h_disc[DISC];

/* Points of a frame; those beyond its edge are as the nearest one of it. */
struct frame {
    const byte *points;
    int height;
    __host__ __device__ int operator()(int x, int y) const
    {
        x = x < 0 ? 0 : x < WIDTH ? x : WIDTH - 1;
        y = y < 0 ? 0 : y < height ? y : height - 1;
        return points[y * WIDTH + x];
    }
};

/* Points that a thread or a block has taken from a frame. */
template <typename Number, int COLUMNS, int ROWS> struct excerpt {
    Number points[ROWS][COLUMNS];
    __device__ int operator()(int x, int y) const
    {
        return points[y][x];
    }
};

template <typename At> __host__ __device__ static inline int edge_at(const At &at, int x, int y)
{
    int across = at(x + 1, y - 1) + 2 * at(x + 1, y) + at(x + 1, y + 1) - at(x - 1, y - 1) -
                 2 * at(x - 1, y) - at(x - 1, y + 1);
    int down = at(x - 1, y + 1) + 2 * at(x, y + 1) + at(x + 1, y + 1) - at(x - 1, y - 1) -
               2 * at(x, y - 1) - at(x + 1, y - 1);
    int strength = abs(across) + abs(down);
    return strength < 255 ? strength : 255;
}

/* How strong the edge at each point is: from global memory, byte by byte ... */
__global__ void edgesBytes(byte *to, frame from)
{
    int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    if (y < from.height)
        to[y * WIDTH + x] = edge_at(from, x, y);
}

/* ... or four points of a thread, from words and what is beside them ... */
__global__ void edgesFours(uchar4 *to, frame from)
{
    int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    if (y >= from.height)
        return;
    excerpt<int, 6, 3> near;
#pragma unroll
    for (int k = 0; k < 3; k++) {
        int row = min(max(y + k - 1, 0), from.height - 1);
        uchar4 four = ((const uchar4 *)from.points)[row * (WIDTH / 4) + x];
        near.points[k][0] = from(4 * x - 1, row);
        near.points[k][1] = four.x;
        near.points[k][2] = four.y;
        near.points[k][3] = four.z;
        near.points[k][4] = four.w;
        near.points[k][5] = from(4 * x + 4, row);
    }
    to[y * (WIDTH / 4) + x] = make_uchar4(edge_at(near, 1, 1), edge_at(near, 2, 1),
                                          edge_at(near, 3, 1), edge_at(near, 4, 1));
}

/* A block's points and those around them, as far as FAR, in shared memory. */
template <int FAR>
__device__ static void take(excerpt<byte, ACROSS + 2 * FAR, DOWN + 2 * FAR> &tile,
                            const frame &from)
{
    const int columns = ACROSS + 2 * FAR, rows = DOWN + 2 * FAR;
    for (int k = threadIdx.y * ACROSS + threadIdx.x; k < columns * rows; k += ACROSS * DOWN)
        tile.points[k / columns][k % columns] =
            from(blockIdx.x * ACROSS + k % columns - FAR, blockIdx.y * DOWN + k / columns - FAR);
    __syncthreads();
}

/* ... or through a tile in shared memory. */
__global__ void edgesTile(byte *to, frame from)
{
    __shared__ excerpt<byte, ACROSS + 2, DOWN + 2> tile;
    int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    take<1>(tile, from);
    if (y < from.height)
        to[y * WIDTH + x] = edge_at(tile, threadIdx.x + 1, threadIdx.y + 1);
}

/* The colours of a point behind a mosaic: red at even places of even rows, blue at odd places of
 * odd rows, otherwise green; the other two are means of neighbours. `own` is the point's place. */
template <typename At>
__host__ __device__ static inline uchar4 colour_at(const At &at, int x, int y, int isOddX,
                                                   int isOddY)
{
    int own = at(x, y), across = (at(x - 1, y) + at(x + 1, y)) / 2,
        down = (at(x, y - 1) + at(x, y + 1)) / 2;
    if (isOddX != isOddY)
        return isOddX ? make_uchar4(across, own, down, 255) : make_uchar4(down, own, across, 255);
    int corners = (at(x - 1, y - 1) + at(x + 1, y - 1) + at(x - 1, y + 1) + at(x + 1, y + 1)) / 4;
    int green = (across + down) / 2;
    return isOddX ? make_uchar4(corners, green, own, 255) : make_uchar4(own, green, corners, 255);
}

/* Colours: a thread for each point, which asks what its place has ... */
__global__ void mosaicEach(uchar4 *to, frame from)
{
    int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y;
    if (y < from.height)
        to[y * WIDTH + x] = colour_at(from, x, y, x % 2, y % 2);
}

/* ... or for each square of four. */
__global__ void mosaicSquares(uchar4 *to, frame from)
{
    int x = 2 * (blockIdx.x * ACROSS + threadIdx.x), y = 2 * (blockIdx.y * DOWN + threadIdx.y);
    if (y >= from.height)
        return;
    excerpt<int, 4, 4> near;
#pragma unroll
    for (int k = 0; k < 16; k++)
        near.points[k / 4][k % 4] = from(x + k % 4 - 1, y + k / 4 - 1);
#pragma unroll
    for (int k = 0; k < 4; k++)
        to[(y + k / 2) * WIDTH + x + k % 2] = colour_at(near, 1 + k % 2, 1 + k / 2, k % 2, k / 2);
}

/* A bit for each point, by a pattern of thresholds: a thread for a word reads 32 bytes ... */
__global__ void ditherBytes(unsigned int *to, const byte *from, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, y = i / (WIDTH / 32);
    if (i >= words)
        return;
    unsigned int bits = 0;
    for (int k = 0; k < 32; k++)
        bits |= (unsigned int)(from[32 * i + k] > pattern[y % 8][k % 8]) << k;
    to[i] = bits;
}

/* ... or eight words ... */
__global__ void ditherWords(unsigned int *to, const byte *from, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, y = i / (WIDTH / 32);
    if (i >= words)
        return;
    unsigned int bits = 0;
#pragma unroll
    for (int word = 0; word < 8; word++) {
        unsigned int four = ((const unsigned int *)from)[8 * i + word];
#pragma unroll
        for (int k = 0; k < 4; k++)
            bits |= (unsigned int)((four >> 8 * k & 255) > pattern[y % 8][(4 * word + k) % 8])
                    << (4 * word + k);
    }
    to[i] = bits;
}

/* ... or a thread for a point votes. */
__global__ void ditherVotes(unsigned int *to, const byte *from, int words)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, y = i / WIDTH;
    if (i / 32 >= words)
        return;
    unsigned int bits = __ballot_sync(0xFFFFFFFF, from[i] > pattern[y % 8][i % 8]);
    if (i % 32 == 0)
        to[i / 32] = bits;
}

/* The largest of a disc, whose places are in constant memory: from global memory ... */
__global__ void discGlobal(byte *to, frame from)
{
    int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y, largest = 0;
    if (y >= from.height)
        return;
    for (int k = 0; k < DISC; k++)
        largest = max(largest, from(x + disc[k].x, y + disc[k].y));
    to[y * WIDTH + x] = largest;
}

/* ... or through a tile in shared memory. */
__global__ void discTile(byte *to, frame from)
{
    __shared__ excerpt<byte, ACROSS + 2 * REACH, DOWN + 2 * REACH> tile;
    int x = blockIdx.x * ACROSS + threadIdx.x, y = blockIdx.y * DOWN + threadIdx.y, largest = 0;
    take<REACH>(tile, from);
    if (y >= from.height)
        return;
    for (int k = 0; k < DISC; k++)
        largest =
            max(largest, tile(threadIdx.x + REACH + disc[k].x, threadIdx.y + REACH + disc[k].y));
    to[y * WIDTH + x] = largest;
}

static byte *d_to;
static frame d_frame, h_frame;

static double edge(size_t i)
{
    return edge_at(h_frame, (int)(i % WIDTH), (int)(i / WIDTH));
}

static double colour(size_t i)
{
    int x = (int)(i / 4 % WIDTH), y = (int)(i / 4 / WIDTH);
    uchar4 four = colour_at(h_frame, x, y, x % 2, y % 2);
    return i % 4 == 0 ? four.x : i % 4 == 1 ? four.y : i % 4 == 2 ? four.z : four.w;
}

static double bits(size_t i)
{
    unsigned int word = 0;
    for (size_t k = 0; k < 32; k++)
        word |= (unsigned int)(h_frame.points[32 * i + k] > h_pattern[i / (WIDTH / 32) % 8][k % 8])
                << k;
    return word;
}

static double largest_of_disc(size_t i)
{
    int largest = 0;
    for (int k = 0; k < DISC; k++)
        largest =
            max(largest, h_frame((int)(i % WIDTH) + h_disc[k].x, (int)(i / WIDTH) + h_disc[k].y));
    return largest;
}

static void time_frames(size_t n)
{
    int height = (int)(n / WIDTH / 2 * 2), words = height * (WIDTH / 32);
    size_t points = (size_t)height * WIDTH;
    dim3 block(ACROSS, DOWN), grid(WIDTH / ACROSS, blocks_for(height, DOWN));
    dim3 fewer(WIDTH / ACROSS / 4, grid.y), squares(WIDTH / ACROSS / 2, blocks_for(height, 16));
    d_frame.height = h_frame.height = height;
    if (run_case("edges.bytes", n, grid, block, 10 * points, edgesBytes, d_to, d_frame))
        check_numbers(d_to, points, edge, 0);
    if (run_case("edges.fours", n, fewer, block, 5 * points, edgesFours, (uchar4 *)d_to, d_frame))
        check_numbers(d_to, points, edge, 0);
    if (run_case("edges.tile", n, grid, block, 2 * points, edgesTile, d_to, d_frame))
        check_numbers(d_to, points, edge, 0);
    if (run_case("mosaic.each", n, grid, block, 11 * points, mosaicEach, (uchar4 *)d_to, d_frame))
        check_numbers(d_to, 4 * points, colour, 0);
    if (run_case("mosaic.squares", n, squares, block, 8 * points, mosaicSquares, (uchar4 *)d_to,
                 d_frame))
        check_numbers(d_to, 4 * points, colour, 0);
    unsigned int *to = (unsigned int *)d_to;
    const byte *from = d_frame.points;
    if (run_case("dither.bytes", n, blocks_for(words, 128), 128, points, ditherBytes, to, from,
                 words))
        check_numbers(to, words, bits, 0);
    if (run_case("dither.words", n, blocks_for(words, 128), 128, points, ditherWords, to, from,
                 words))
        check_numbers(to, words, bits, 0);
    if (run_case("dither.votes", n, blocks_for(points, 256), 256, points, ditherVotes, to, from,
                 words))
        check_numbers(to, words, bits, 0);
    if (run_case("disc.global", n, grid, block, 30 * points, discGlobal, d_to, d_frame))
        check_numbers(d_to, points, largest_of_disc, 0);
    if (run_case("disc.tile", n, grid, block, 2 * points, discTile, d_to, d_frame))
        check_numbers(d_to, points, largest_of_disc, 0);
}

int main(int argc, char **argv)
{
    start_family("held_out_frames", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 777, 1 << 24}, largest = scaled(1 << 24);
    byte *h_points = (byte *)host_memory(largest);
    for (size_t i = 0; i < largest; i++)
        h_points[i] = (byte)(input_number(i) / 16);
    h_frame.points = h_points;
    d_frame.points = copy_to_device(h_points, largest);
    CHECK(cudaMalloc((void **)&d_to, 4 * largest));
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++) { // each bit of x and of x ^ y says where among the thresholds
            int both = x ^ y;
            h_pattern[y][x] = (byte)(4 * ((both & 1) << 5 | (x & 1) << 4 | (both & 2) << 2 |
                                          (x & 2) << 1 | (both & 4) >> 1 | x >> 2));
        }
    int found = 0;
    for (int y = -REACH; y <= REACH; y++)
        for (int x = -REACH; x <= REACH; x++)
            if (x * x + y * y <= REACH * REACH)
                h_disc[found++] = make_int2(x, y);
    CHECK(cudaMemcpyToSymbol(pattern, h_pattern, sizeof h_pattern));
    CHECK(cudaMemcpyToSymbol(disc, h_disc, sizeof h_disc));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_frames(scaled(size));
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree((void *)d_frame.points));
    free(h_points);
    return end_family();
}
