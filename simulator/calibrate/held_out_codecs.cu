/*
 * Held out of every fit: codecs: what makes pictures small: colours, cosines, differences from
 * neighbours, bits of blocks, symbols of unequal length. The words of a case's
 * name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 256, LANES = 32, SIDE = 8, AREA = SIDE * SIDE, WIDTH = 1024 };
enum { CHUNK = 64, SYMBOLS = 14, PEEKS = 256 };
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned char byte;
typedef unsigned short half_word;
typedef unsigned int word;
typedef unsigned long long mask;

__constant__ float cosines[SIDE][SIDE]; // of a frequency, at a place
__constant__ byte ways[AREA];           // in which order a block's frequencies are kept
__constant__ half_word peeks[PEEKS]; // for eight bits: the first symbol, and 256 times its length

/* Brightness, blue and red of a colour. */
__host__ __device__ static inline byte shade(int red, int green, int blue, int plane)
{
    if (plane == 0)
        return (77 * red + 150 * green + 29 * blue + 128) >> 8;
    if (plane == 1)
        return ((-43 * red - 84 * green + 127 * blue + 128) >> 8) + 128;
    return ((127 * red - 106 * green - 21 * blue + 128) >> 8) + 128;
}

/* Three planes of points whose colours are three bytes: a point for a thread ... */
__global__ void coloursEach(byte *to, const byte *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int red = from[3 * i], green = from[3 * i + 1], blue = from[3 * i + 2];
    for (int plane = 0; plane < 3; plane++)
        to[plane * count + i] = shade(red, green, blue, plane);
}

/* ... or four. */
__global__ void coloursFours(word *to, const word *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    word colours[3] = {from[3 * i], from[3 * i + 1], from[3 * i + 2]}, shades[3] = {0, 0, 0};
#pragma unroll
    for (int k = 0; k < 4; k++) {
        int own[3];
#pragma unroll
        for (int part = 0; part < 3; part++)
            own[part] = colours[(3 * k + part) / 4] >> (3 * k + part) % 4 * 8 & 255;
#pragma unroll
        for (int plane = 0; plane < 3; plane++)
            shades[plane] |= (word)shade(own[0], own[1], own[2], plane) << 8 * k;
    }
    for (int plane = 0; plane < 3; plane++)
        to[plane * count + i] = shades[plane];
}

/* The frequencies of blocks of 64 points (a cosine transform): a thread adds up all points ... */
__global__ void cosinesSums(float *to, const byte *points, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    const byte *block = points + i / AREA * AREA;
    int down = i % AREA / SIDE, across = i % SIDE;
    float sum = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            sum += block[y * SIDE + x] * cosines[down][y] * cosines[across][x];
    to[i] = sum;
}

/* ... or first those of a row, then those of a column, in shared memory ... */
__global__ void cosinesLines(float *to, const byte *points, int count)
{
    __shared__ float from[BLOCK], rows[BLOCK], weights[SIDE][SIDE + 1];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int first = threadIdx.x / AREA * AREA, y = threadIdx.x % AREA / SIDE, x = threadIdx.x % SIDE;
    if (threadIdx.x < AREA)
        weights[y][x] = cosines[y][x];
    from[threadIdx.x] = i < count ? points[i] : 0;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < SIDE; k++)
        sum += from[first + y * SIDE + k] * weights[x][k];
    rows[threadIdx.x] = sum;
    __syncthreads();
    sum = 0;
    for (int k = 0; k < SIDE; k++)
        sum += rows[first + k * SIDE + x] * weights[y][k];
    if (i < count)
        to[i] = sum;
}

/* ... or a thread makes all of a block. */
__global__ void cosinesBlocks(float *to, const uint2 *points, int blocks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= blocks)
        return;
    float own[SIDE][SIDE];
#pragma unroll
    for (int y = 0; y < SIDE; y++) {
        uint2 row = points[i * SIDE + y];
#pragma unroll
        for (int across = 0; across < SIDE; across++) {
            own[y][across] = 0;
#pragma unroll
            for (int x = 0; x < SIDE; x++)
                own[y][across] += ((x < 4 ? row.x : row.y) >> x % 4 * 8 & 255) * cosines[across][x];
        }
    }
    for (int down = 0; down < SIDE; down++)
#pragma unroll
        for (int across = 0; across < SIDE; across++) {
            float sum = 0;
#pragma unroll
            for (int y = 0; y < SIDE; y++)
                sum += own[y][across] * cosines[down][y];
            to[(size_t)i * AREA + down * SIDE + across] = sum;
        }
}

/* What is left of a point behind the best guess of three neighbours (Paeth): that which is nearest
 * to left + up - corner. */
__global__ void neighbours(byte *to, const byte *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int left = i % WIDTH > 0 ? from[i - 1] : 0, up = i >= WIDTH ? from[i - WIDTH] : 0;
    int corner = i % WIDTH > 0 && i >= WIDTH ? from[i - WIDTH - 1] : 0;
    int from_left = abs(up - corner), from_up = abs(left - corner);
    int from_corner = abs(left + up - 2 * corner), guess = corner;
    if (from_left <= from_up && from_left <= from_corner)
        guess = left;
    else if (from_up <= from_corner)
        guess = up;
    to[i] = from[i] - guess;
}

/* How many bits a number other than 0 takes, behind a run of zeros. */
__host__ __device__ static inline int bits_of(int number, int run)
{
    int bits = 4 + run / 16 * 11;
    for (int rest = abs(number); rest > 0; rest /= 2)
        bits += 2;
    return bits;
}

/* How many bits blocks of 64 frequencies take, most of which are 0: a thread for a block ... */
__global__ void bitsThreads(half_word *to, const short *blocks, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int bits = 4, run = 0;
    for (int k = 0; k < AREA; k++) {
        int number = blocks[(size_t)i * AREA + ways[k]];
        if (number != 0)
            bits += bits_of(number, run);
        run = number == 0 ? run + 1 : 0;
    }
    to[i] = bits;
}

/* ... or a warp, whose lanes know by a vote how far the last number is that is not 0. */
__global__ void bitsWarps(half_word *to, const short *blocks, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (i >= count)
        return;
    int low = blocks[(size_t)i * AREA + ways[lane]];
    int high = blocks[(size_t)i * AREA + ways[lane + LANES]], bits = 0;
    mask some = (mask)__ballot_sync(ALL, high != 0) << LANES | __ballot_sync(ALL, low != 0);
    mask before = some & (((mask)1 << lane) - 1);
    if (low != 0)
        bits += bits_of(low, lane - 64 + __clzll(before));
    before = some & (((mask)1 << (lane + LANES)) - 1);
    if (high != 0)
        bits += bits_of(high, lane + LANES - 64 + __clzll(before));
    bits = __reduce_add_sync(ALL, bits);
    if (lane == 0)
        to[i] = bits + 4;
}

/* Writes a chunk's 64 symbols, each beside those of other chunks. */
__device__ static inline void decode(byte *to, const byte *bits, int place, int chunk, int chunks,
                                     const half_word *table)
{
    for (int k = 0; k < CHUNK; k++) {
        word both = bits[place / 8] << 8 | bits[place / 8 + 1];
        half_word found = table[both >> (8 - place % 8) & 255];
        to[(size_t)k * chunks + chunk] = found & 255;
        place += found >> 8;
    }
}

/* Symbols of unequal length, a thread for a chunk: a table in constant memory ... */
__global__ void symbolsConstant(byte *to, const byte *bits, const int *begins, int chunks)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunks)
        decode(to, bits, begins[i], i, chunks, peeks);
}

/* ... or in shared memory. */
__global__ void symbolsShared(byte *to, const byte *bits, const int *begins, int chunks)
{
    __shared__ half_word own[PEEKS];
    for (int k = threadIdx.x; k < PEEKS; k += blockDim.x)
        own[k] = peeks[k];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < chunks)
        decode(to, bits, begins[i], i, chunks, own);
}

static byte *h_points, *d_points, *h_bits, *d_bits, *h_symbols, h_ways[AREA];
static short *h_numbers, *d_numbers;
static int *h_begins, *d_begins, at_hand;
static float h_cosines[SIDE][SIDE];
static half_word h_peeks[PEEKS];
static void *d_to;

static double colour(size_t i)
{
    const double weights[3][3] = {{77, 150, 29}, {-43, -84, 127}, {127, -106, -21}};
    size_t plane = i / at_hand;
    const byte *point = h_points + i % at_hand * 3;
    double sum = plane == 0 ? 0 : 128 * 256;
    for (int k = 0; k < 3; k++)
        sum += weights[plane][k] * point[k];
    return floor(sum / 256 + 0.5);
}

static double frequency(size_t i)
{
    double sum = 0;
    for (int k = 0; k < AREA; k++)
        sum += (double)h_points[i / AREA * AREA + k] * h_cosines[i % AREA / SIDE][k / SIDE] *
               h_cosines[i % SIDE][k % SIDE];
    return sum;
}

/* By its definition: of the three neighbours the nearest to the sum, the first of equals. */
static double difference(size_t i)
{
    int is_inner = i % WIDTH > 0, is_lower = i >= WIDTH, best = 0;
    int all[3] = {is_inner ? h_points[i - 1] : 0, is_lower ? h_points[i - WIDTH] : 0,
                  is_inner && is_lower ? h_points[i - WIDTH - 1] : 0};
    int sum = all[0] + all[1] - all[2];
    for (int k = 1; k < 3; k++)
        if (abs(sum - all[k]) < abs(sum - all[best]))
            best = k;
    return (h_points[i] - all[best]) & 255;
}

static double bits_of_block(size_t i)
{
    int bits = 4, run = 0;
    for (int k = 0; k < AREA; k++) {
        int number = abs(h_numbers[i * AREA + h_ways[k]]);
        bits += number == 0 ? 0 : 6 + 2 * (int)log2(number) + run / 16 * 11;
        run = number == 0 ? run + 1 : 0;
    }
    return bits;
}

static double symbol(size_t i)
{
    return h_symbols[i % at_hand * CHUNK + i / at_hand];
}

static void time_points(size_t n)
{
    byte *to = (byte *)d_to;
    int count = at_hand = (int)(n / 2 / 4 * 4);
    size_t bytes = 6 * (size_t)count, points = count;
    if (run_case("colours.each", n, blocks_for(count, BLOCK), BLOCK, bytes, coloursEach, to,
                 d_points, count))
        check_numbers(to, 3 * points, colour, 0);
    if (run_case("colours.fours", n, blocks_for(count / 4, BLOCK), BLOCK, bytes, coloursFours,
                 (word *)d_to, (const word *)d_points, count / 4))
        check_numbers(to, 3 * points, colour, 0);
    if (run_case("neighbours", n, blocks_for(count, 512), 512, 5 * points, neighbours, to, d_points,
                 count))
        check_numbers(to, points, difference, 0);
    count = (int)(n / 4 / AREA * AREA);
    float *sums = (float *)d_to;
    if (run_case("cosines.sums", n, blocks_for(count, 128), 128, (size_t)count * (AREA + 4),
                 cosinesSums, sums, d_points, count))
        check_numbers(sums, count, frequency, 2e-3);
    if (run_case("cosines.lines", n, blocks_for(count, BLOCK), BLOCK, 5 * (size_t)count,
                 cosinesLines, sums, d_points, count))
        check_numbers(sums, count, frequency, 2e-3);
    if (run_case("cosines.blocks", n, blocks_for(count / AREA, 64), 64, 5 * (size_t)count,
                 cosinesBlocks, sums, (const uint2 *)d_points, count / AREA))
        check_numbers(sums, count, frequency, 2e-3);
}

static void time_bits(size_t n)
{
    int count = at_hand = (int)(n / 4 / AREA);
    size_t bytes = (size_t)count * (2 * AREA + 2);
    half_word *bits = (half_word *)d_to;
    if (run_case("bits.threads", n, blocks_for(count, 128), 128, bytes, bitsThreads, bits,
                 d_numbers, count))
        check_numbers(bits, count, bits_of_block, 0);
    if (run_case("bits.warps", n, blocks_for((size_t)count * LANES, 192), 192, bytes, bitsWarps,
                 bits, d_numbers, count))
        check_numbers(bits, count, bits_of_block, 0);
    byte *to = (byte *)d_to;
    bytes = (size_t)count * (3 * CHUNK + 4);
    if (run_case("symbols.constant", n, blocks_for(count, 128), 128, bytes, symbolsConstant, to,
                 d_bits, d_begins, count))
        check_numbers(to, (size_t)count * CHUNK, symbol, 0);
    if (run_case("symbols.shared", n, blocks_for(count, 128), 128, bytes, symbolsShared, to, d_bits,
                 d_begins, count))
        check_numbers(to, (size_t)count * CHUNK, symbol, 0);
}

/* A symbol's bits: half of it in ones, a zero, and its last bit. */
static int code_of(int symbol, int *length)
{
    *length = symbol / 2 + 2;
    return ((1 << symbol / 2) - 1) << 2 | symbol % 2;
}

static void make_tables()
{
    for (int symbol = 0, length; symbol < SYMBOLS; symbol++) {
        int code = code_of(symbol, &length);
        for (int rest = 0; rest < 1 << (8 - length); rest++)
            h_peeks[code << (8 - length) | rest] = symbol | length << 8;
    }
    for (int k = 0; k < AREA; k++)
        h_cosines[k / SIDE][k % SIDE] = (k < SIDE ? sqrtf(0.125f) : 0.5f) *
                                        cosf((2 * (k % SIDE) + 1) * (k / SIDE) * 3.14159265f / 16);
    for (int line = 0, k = 0; line < 2 * SIDE - 1; line++) // from corner to corner, to and fro
        for (int y = 0; y < SIDE; y++) {
            int down = line % 2 == 0 ? SIDE - 1 - y : y, across = line - down;
            if (across >= 0 && across < SIDE)
                h_ways[k++] = down * SIDE + across;
        }
    CHECK(cudaMemcpyToSymbol(peeks, h_peeks, sizeof h_peeks));
    CHECK(cudaMemcpyToSymbol(cosines, h_cosines, sizeof h_cosines));
    CHECK(cudaMemcpyToSymbol(ways, h_ways, sizeof h_ways));
}

/* Returns how many bytes the symbols' bits take. */
static size_t make_input(size_t largest)
{
    size_t place = 0;
    for (size_t i = 0; i < largest / 2 * 3; i++) // brighter and darker, with some noise
        h_points[i] = 128 + (int)(80 * sinf(i % 3072 / 90.0f)) + input_number(i) % 32;
    for (size_t i = 0; i < largest / 4; i++) {
        int drawn = input_number(i), far = i % AREA / SIDE + i % SIDE, length;
        h_numbers[i] = drawn % 16 > far ? drawn / 16 % 41 * (drawn % 5 - 2) / (far + 1) : 0;
        h_symbols[i] = (byte)(drawn / 8 % 14 * (drawn % 8) / 7);
        if (i % CHUNK == 0)
            h_begins[i / CHUNK] = (int)place;
        int code = code_of(h_symbols[i], &length);
        for (int k = length - 1; k >= 0; k--, place++)
            h_bits[place / 8] |= (code >> k & 1) << (7 - place % 8);
    }
    return place / 8 + 2;
}

int main(int argc, char **argv)
{
    start_family("held_out_codecs", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 8192, 1 << 24}, largest = scaled(1 << 24);
    h_points = (byte *)host_memory(largest / 2 * 3);
    h_numbers = (short *)host_memory(largest / 4 * sizeof(short));
    h_symbols = (byte *)host_memory(largest / 4);
    h_begins = (int *)host_memory(largest / 4 / CHUNK * sizeof(int));
    h_bits = (byte *)calloc(largest / 4 + 2, 1);
    make_tables();
    size_t bits = make_input(largest);
    d_points = copy_to_device(h_points, largest / 2 * 3);
    d_numbers = copy_to_device(h_numbers, largest / 4);
    d_begins = copy_to_device(h_begins, largest / 4 / CHUNK);
    d_bits = copy_to_device(h_bits, bits);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_points(scaled(size));
        time_bits(scaled(size));
    }
    for (void *memory :
         {(void *)d_points, (void *)d_numbers, (void *)d_begins, (void *)d_bits, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
