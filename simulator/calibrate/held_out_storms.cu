/*
 * Held out of every fit: storms: clouds that the wind carries, the water that air can hold, columns
 * of air, the picture of a radar, strikes of lightning on a map. The words of a case's name behind
 * the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

#define NX     1000 /* cells from west to east */
#define LEVELS 32
#define GATES  512 /* distances at which a radar listens ... */
#define RAYS   360 /* ... in so many directions */
#define MAP_X  64
#define MAP_Y  32

enum { ENTRIES = 512, STRIP = 16, TILE_X = 32, TILE_Y = 8, SIDE = 1024 };

typedef unsigned char byte;

static const float STEP = 0.4f, LAYER = 17.09f, SURFACE = 1000, COLDEST = -40, WARM_BY = 80;

/* What a cell has after a moment: what the wind blows in from the side that it comes from. */
template <typename Real>
__host__ __device__ static inline Real blown(Real own, Real west, Real east, Real north, Real south,
                                             Real u, Real v)
{
    Real along = u > 0 ? u * (own - west) : u * (east - own);
    Real across = v > 0 ? v * (own - north) : v * (south - own);
    return own - Real(STEP) * (along + across);
}

/* Clouds a moment later. West of the first column is the last one; beyond the north and the south
 * it is as at the edge. A thread for a cell ... */
__global__ void windCells(const float *cloud, const float *u, const float *v, float *next, int ny)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x < NX && y < ny) {
        int west = x == 0 ? NX - 1 : x - 1, east = (x + 1) % NX;
        int north = y == 0 ? 0 : y - 1, south = y == ny - 1 ? y : y + 1;
        int id = y * NX + x;
        next[id] = blown(cloud[id], cloud[y * NX + west], cloud[y * NX + east],
                         cloud[north * NX + x], cloud[south * NX + x], u[id], v[id]);
    }
}

/* ... or a tile with a rim in shared memory, whose threads at an edge load the rim ... */
__global__ void windTile(const float *cloud, const float *u, const float *v, float *next, int ny)
{
    __shared__ float tile[TILE_Y + 2][TILE_X + 2];
    int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
    int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    int row = min(y, ny - 1), column = x % NX; // a tile over the edge begins anew in the west
    tile[ty][tx] = cloud[row * NX + column];
    if (tx == 1)
        tile[ty][0] = cloud[row * NX + (column == 0 ? NX - 1 : column - 1)];
    if (tx == TILE_X)
        tile[ty][tx + 1] = cloud[row * NX + (x + 1) % NX];
    if (ty == 1)
        tile[0][tx] = cloud[max(row - 1, 0) * NX + column];
    if (ty == TILE_Y)
        tile[TILE_Y + 1][tx] = cloud[min(row + 1, ny - 1) * NX + column];
    __syncthreads();
    if (x >= NX || y >= ny)
        return;
    size_t id = (size_t)y * NX + x;
    next[id] = blown(tile[ty][tx], tile[ty][tx - 1], tile[ty][tx + 1], tile[ty - 1][tx],
                     y == ny - 1 ? tile[ty][tx] : tile[ty + 1][tx], u[id], v[id]);
}

/* ... or a thread goes 16 cells to the south and keeps three of them. */
__global__ void windStrips(const float *__restrict__ cloud, const float *__restrict__ u,
                           const float *__restrict__ v, float *__restrict__ next, int ny)
{
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= NX)
        return;
    int y = blockIdx.y * STRIP;
    const int end = min(y + STRIP, ny);
    const int toWest = x == 0 ? NX - 1 : -1, toEast = x == NX - 1 ? 1 - NX : 1;
    const float *here = cloud + (size_t)y * NX + x;
    float own = *here, north = y == 0 ? own : *(here - NX);
    while (y < end) {
        float south = y == ny - 1 ? own : here[NX];
        size_t id = here - cloud;
        next[id] = blown(own, here[toWest], here[toEast], north, south, u[id], v[id]);
        north = own;
        own = south;
        here += NX;
        y++;
    }
}

/* The pressure of the water in air that can hold no more, hPa, at a temperature in Celsius (a
 * formula of Magnus's kind). */
template <typename Real> __host__ __device__ static inline Real held(Real celsius)
{
    return Real(6.112) * exp(Real(17.67) * celsius / (celsius + Real(243.5)));
}

/* How many grams of water are in a kilogram of air, from its temperature and its humidity: in one
 * precision or the other ... */
template <typename Real>
__global__ void waterFormula(const float *warmth, const float *humidity, float *water, size_t count)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    Real pressure = (humidity[i] + Real(0.5)) * held<Real>(COLDEST + WARM_BY * (Real)warmth[i]);
    water[i] = (float)(622 * pressure / (SURFACE - pressure));
}

/* ... or between two entries of a table that each block fetches. */
__global__ void waterTable(const float *warmth, const float *humidity, const float *table,
                           float *water, size_t count)
{
    __shared__ float pressures[ENTRIES + 1];
    for (int k = threadIdx.x; k <= ENTRIES; k += blockDim.x)
        pressures[k] = table[k];
    __syncthreads();
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += (size_t)gridDim.x * blockDim.x) {
        float place = warmth[i] * ENTRIES;
        int k = (int)place;
        float full = pressures[k] + (place - k) * (pressures[k + 1] - pressures[k]);
        float pressure = (humidity[i] + 0.5f) * full;
        water[i] = 622 * pressure / (SURFACE - pressure);
    }
}

/* The water above a place: pressure falls from layer to layer, in cold air faster. A thread for a
 * column, whose layers are side by side ... */
__global__ void columnsApart(const float *warmth, const float *humidity, float *water,
                             unsigned columns)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    float pressure = SURFACE, sum = 0;
    for (unsigned k = c * LEVELS; k < (c + 1) * LEVELS; ++k) {
        float above = pressure * expf(-LAYER / (220 + 80 * warmth[k]));
        sum += (humidity[k] + 0.5f) * (pressure - above);
        pressure = above;
    }
    water[c] = sum;
}

/* ... or the same layers of all columns are ... */
__global__ void columnsTogether(const float *warmth, const float *humidity, float *water,
                                unsigned columns)
{
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= columns)
        return;
    float pressure = SURFACE, sum = 0;
    for (int level = 0; level < LEVELS; level++, warmth += columns, humidity += columns) {
        float above = pressure * expf(-LAYER / (220 + 80 * warmth[c]));
        sum += (humidity[c] + 0.5f) * (pressure - above);
        pressure = above;
    }
    water[c] = sum;
}

/* ... or a warp for a column, a thread for a layer: the exponents are summed up from below. */
__global__ void columnsWarps(const float *warmth, const float *humidity, float *water,
                             unsigned columns)
{
    unsigned c = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x & 31;
    if (c >= columns)
        return;
    float own = LAYER / (220 + 80 * warmth[c * LEVELS + lane]), fall = own;
    for (int step = 1; step < 32; step <<= 1) {
        float below = __shfl_up_sync(~0u, fall, step);
        if (lane >= step)
            fall += below;
    }
    float sum = (humidity[c * LEVELS + lane] + 0.5f) * SURFACE * (expf(own - fall) - expf(-fall));
    for (int step = 16; step; step >>= 1)
        sum += __shfl_down_sync(~0u, sum, step);
    if (lane == 0)
        water[c] = sum;
}

/* The echo at a pixel, between four that a radar in the middle of a square of 1024 heard. */
__host__ __device__ static inline float echo_at(const byte *echoes, int x, int y)
{
    float dx = x - 511.5f, dy = y - 511.5f, square = dx * dx + dy * dy;
    if (square >= (GATES - 1) * (GATES - 1))
        return 0;
    float range = sqrtf(square), angle = (atan2f(dy, dx) + 3.14159265f) * (RAYS / 6.2831853f);
    int gate = (int)range, ray = (int)angle;
    float far = range - gate, left = angle - ray;
    const byte *one = echoes + ray % RAYS * GATES + gate, *two = echoes;
    two += (ray + 1) % RAYS * GATES + gate;
    return (1 - left) * ((1 - far) * one[0] + far * one[1]) +
           left * ((1 - far) * two[0] + far * two[1]);
}

/* The pictures of some radars, one below the other: a thread for a pixel. */
__global__ void radarPixels(const byte *echoes, float *picture, int rows)
{
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 4 + threadIdx.y;
    if (y < rows)
        picture[(size_t)y * SIDE + x] =
            echo_at(echoes + (size_t)(y / SIDE) * RAYS * GATES, x, y % SIDE);
}

__host__ __device__ static inline int map_cell(float2 strike)
{
    return (int)(strike.y * MAP_Y) * MAP_X + (int)(strike.x * MAP_X);
}

/* How many strikes of lightning each cell of a map had: added to the map ... */
__global__ void strikesGlobal(const float2 *strikes, int *map, int count)
{
    int i = blockDim.x * blockIdx.x + threadIdx.x;
    if (i < count)
        atomicAdd(map + map_cell(strikes[i]), 1);
}

/* ... or to a block's own. */
__global__ void strikesShared(const float2 *strikes, int *map, int count)
{
    __shared__ int own[MAP_X * MAP_Y];
    for (int k = threadIdx.x; k < MAP_X * MAP_Y; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    const int stride = blockDim.x * gridDim.x;
    for (int i = blockDim.x * blockIdx.x + threadIdx.x; i < count; i += stride)
        atomicAdd(&own[map_cell(strikes[i])], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < MAP_X * MAP_Y; k += blockDim.x)
        if (own[k] != 0)
            atomicAdd(&map[k], own[k]);
}

static float *h_air, *d_air, *h_wind, *d_wind, *h_turned, *d_turned, *d_table;
static float2 *h_strikes, *d_strikes;
static byte *h_echoes, *d_echoes;
static void *d_to;
static size_t at_hand; // how many cells or columns the case at hand has
static int h_map[MAP_X * MAP_Y];

static double cloud_after(size_t i)
{
    size_t x = i % NX, last = at_hand / NX - 1;
    const float *own = h_air + i;
    return blown<double>(*own, x == 0 ? own[NX - 1] : own[-1], x == NX - 1 ? own[1 - NX] : own[1],
                         i < NX ? *own : own[-NX], i / NX == last ? *own : own[NX], h_wind[i],
                         h_wind[i + at_hand]);
}

static double water_in(size_t i)
{
    double pressure = (h_wind[i] + 0.5) * held<double>(COLDEST + WARM_BY * h_air[i]);
    return 622 * pressure / (SURFACE - pressure);
}

static double water_above(size_t i)
{
    double fall = 0, sum = 0;
    for (size_t k = i * LEVELS; k < (i + 1) * LEVELS; k++) {
        double more = LAYER / (220 + 80 * (double)h_air[k]);
        sum += (h_wind[k] + 0.5) * SURFACE * (exp(-fall) - exp(-fall - more));
        fall += more;
    }
    return sum;
}

static double echo(size_t i)
{
    size_t y = i / SIDE;
    return echo_at(h_echoes + y / SIDE * RAYS * GATES, (int)(i % SIDE), (int)(y % SIDE));
}

static double strikes_in(size_t i)
{
    return (double)h_map[i] * launches();
}

static void time_clouds(size_t n)
{
    int ny = (int)(n / 2 / NX);
    size_t cells = at_hand = (size_t)ny * NX;
    float *to = (float *)d_to;
    const float *u = d_wind, *v = d_wind + cells;
    if (run_case("wind.cells", n, dim3(blocks_for(NX, 16), blocks_for(ny, 16)), dim3(16, 16),
                 32 * cells, windCells, d_air, u, v, to, ny))
        check_numbers(to, cells, cloud_after, 1e-5);
    if (run_case("wind.tile", n, dim3(blocks_for(NX, TILE_X), blocks_for(ny, TILE_Y)),
                 dim3(TILE_X, TILE_Y), 17 * cells, windTile, d_air, u, v, to, ny))
        check_numbers(to, cells, cloud_after, 1e-5);
    if (run_case("wind.strips", n, dim3(blocks_for(NX, 64), blocks_for(ny, STRIP)), 64, 24 * cells,
                 windStrips, d_air, u, v, to, ny))
        check_numbers(to, cells, cloud_after, 1e-5);
    size_t count = n / 2, bytes = 12 * count;
    if (run_case("water.double", n, blocks_for(count, 256), 256, bytes, waterFormula<double>, d_air,
                 d_wind, to, count))
        check_numbers(to, count, water_in, 1e-5);
    if (run_case("water.float", n, blocks_for(count, 256), 256, bytes, waterFormula<float>, d_air,
                 d_wind, to, count))
        check_numbers(to, count, water_in, 1e-4);
    if (run_case("water.table", n, 528, 512, bytes, waterTable, d_air, d_wind, d_table, to, count))
        check_numbers(to, count, water_in, 1e-3);
}

static void time_columns(size_t n)
{
    unsigned columns = (unsigned)(n / 2 / LEVELS);
    size_t half = (size_t)columns * LEVELS, bytes = 8 * half + 4 * columns;
    float *to = (float *)d_to;
    for (size_t i = 0; i < half; i++) {
        size_t turned = i % LEVELS * columns + i / LEVELS;
        h_turned[turned] = h_air[i];
        h_turned[half + turned] = h_wind[i];
    }
    CHECK(cudaMemcpy(d_turned, h_turned, 2 * half * sizeof(float), cudaMemcpyHostToDevice));
    if (run_case("columns.apart", n, blocks_for(columns, 128), 128, bytes, columnsApart, d_air,
                 d_wind, to, columns))
        check_numbers(to, columns, water_above, 1e-4);
    if (run_case("columns.together", n, blocks_for(columns, 128), 128, bytes, columnsTogether,
                 d_turned, d_turned + half, to, columns))
        check_numbers(to, columns, water_above, 1e-4);
    if (run_case("columns.warps", n, blocks_for(half, 1024), 1024, bytes, columnsWarps, d_air,
                 d_wind, to, columns))
        check_numbers(to, columns, water_above, 1e-4);
}

static void time_maps(size_t n)
{
    int rows = (int)(n / 2 / SIDE), count = (int)(n / 4);
    size_t pixels = (size_t)rows * SIDE;
    if (run_case("radar", n, dim3(SIDE / 32, blocks_for(rows, 4)), dim3(32, 4), 8 * pixels,
                 radarPixels, d_echoes, (float *)d_to, rows))
        check_numbers((float *)d_to, pixels, echo, 1e-3);
    memset(h_map, 0, sizeof h_map);
    for (int i = 0; i < count; i++)
        h_map[map_cell(h_strikes[i])]++;
    CHECK(cudaMemset(d_to, 0, sizeof h_map));
    if (run_case("strikes.global", n, blocks_for(count, 96), 96, 12 * (size_t)count, strikesGlobal,
                 d_strikes, (int *)d_to, count))
        check_numbers((int *)d_to, MAP_X * MAP_Y, strikes_in, 0);
    CHECK(cudaMemset(d_to, 0, sizeof h_map));
    if (run_case("strikes.shared", n, 264, 512, 8 * (size_t)count, strikesShared, d_strikes,
                 (int *)d_to, count))
        check_numbers((int *)d_to, MAP_X * MAP_Y, strikes_in, 0);
}

static void make_input(size_t largest, size_t echoes)
{
    for (size_t i = 0; i < largest; i++) {
        h_air[i] = input_number(i) / 4096.0f;
        h_wind[i] = input_number(3 * i + 1) / 4096.0f - 0.5f;
    }
    for (size_t i = 0; i < echoes; i++)
        h_echoes[i] = (byte)(32 + input_number(i) % 200);
    for (size_t i = 0; i < largest / 4; i++) { // every other strike is under the same cloud
        float x = input_number(5 * i + 2) / 4096.0f, y = input_number(7 * i + 3) / 4096.0f;
        h_strikes[i] = i % 2 ? make_float2(x, y) : make_float2(0.25f + x / 4, 0.5f + y / 4);
    }
    float table[ENTRIES + 1];
    for (int k = 0; k <= ENTRIES; k++)
        table[k] = (float)held<double>(COLDEST + (double)WARM_BY * k / ENTRIES);
    d_table = copy_to_device(table, ENTRIES + 1);
}

int main(int argc, char **argv)
{
    start_family("held_out_storms", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    const size_t echoes = (size_t)8 * RAYS * GATES;
    h_air = (float *)host_memory(largest * sizeof(float));
    h_wind = (float *)host_memory(largest * sizeof(float));
    h_turned = (float *)host_memory(largest * sizeof(float));
    h_strikes = (float2 *)host_memory(largest / 4 * sizeof(float2));
    h_echoes = (byte *)host_memory(echoes);
    make_input(largest, echoes);
    d_air = copy_to_device(h_air, largest);
    d_wind = copy_to_device(h_wind, largest);
    d_turned = copy_to_device(h_air, largest);
    d_strikes = copy_to_device(h_strikes, largest / 4);
    d_echoes = copy_to_device(h_echoes, echoes);
    d_to = zeros_on_device(largest / 2);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_clouds(scaled(size));
        time_columns(scaled(size));
        time_maps(scaled(size));
    }
    for (void *memory : {(void *)d_air, (void *)d_wind, (void *)d_turned, (void *)d_table,
                         (void *)d_strikes, (void *)d_echoes, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
