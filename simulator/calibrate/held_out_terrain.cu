/*
 * Held out of every fit: heights of a country: shades of slopes, what is seen from a place,
 * distances to stations, outlines, zones. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    TILE = 16,
    WIDTH = 1024,
    STATIONS = 40,
    ZONES = 64,
    FARTHEST = 96,
    APART = 1021,
    LEVEL = 1500
};
enum : unsigned int { ALL = 0xFFFFFFFF };

typedef unsigned char byte;
typedef unsigned long long whole;

/* How much light a slope gets, from the heights of its neighbours, from above to below. */
__host__ __device__ static inline float shade(float a, float b, float c, float d, float e, float f,
                                              float g, float h)
{
    float across = (c + 2 * e + h - a - 2 * d - f) / 8, down = (f + 2 * g + h - a - 2 * b - c) / 8;
    float light = (0.6f - 0.5f * across - 0.6f * down) / sqrtf(1 + across * across + down * down);
    return fmaxf(light, 0);
}

/* Shades of all places, of which those at the edge have none: each thread reads eight heights ...
 */
__global__ void shadeEach(float *to, const float *heights, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (y >= rows)
        return;
    const float *own = heights + y * WIDTH + x;
    if (x == 0 || y == 0 || x == WIDTH - 1 || y == rows - 1)
        to[y * WIDTH + x] = 0;
    else
        to[y * WIDTH + x] = shade(own[-WIDTH - 1], own[-WIDTH], own[-WIDTH + 1], own[-1], own[1],
                                  own[WIDTH - 1], own[WIDTH], own[WIDTH + 1]);
}

/* ... or a block copies a tile into shared memory, with its edges. */
__global__ void shadeTile(float *to, const float *heights, int rows)
{
    __shared__ float tile[TILE + 2][TILE + 2];
    int left = blockIdx.x * TILE - 1, top = blockIdx.y * TILE - 1;
    for (int k = threadIdx.y * TILE + threadIdx.x; k < (TILE + 2) * (TILE + 2); k += TILE * TILE) {
        int x = left + k % (TILE + 2), y = top + k / (TILE + 2);
        if (x >= 0 && y >= 0 && x < WIDTH && y < rows)
            tile[k / (TILE + 2)][k % (TILE + 2)] = heights[y * WIDTH + x];
    }
    __syncthreads();
    int i = threadIdx.x, j = threadIdx.y, x = left + 1 + i, y = top + 1 + j;
    if (y >= rows)
        return;
    if (x == 0 || y == 0 || x == WIDTH - 1 || y == rows - 1)
        to[y * WIDTH + x] = 0;
    else
        to[y * WIDTH + x] =
            shade(tile[j][i], tile[j][i + 1], tile[j][i + 2], tile[j + 1][i], tile[j + 1][i + 2],
                  tile[j + 2][i], tile[j + 2][i + 1], tile[j + 2][i + 2]);
}

/* The highest of each place and those left of it in its row: a thread for a row ... */
__global__ void horizonRows(float *to, const float *heights, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float highest = -1;
    for (int x = 0; x < WIDTH; x++) {
        highest = fmaxf(highest, heights[row * WIDTH + x]);
        to[row * WIDTH + x] = highest;
    }
}

/* ... or a warp, 32 places at a time. */
__global__ void horizonWarps(float *to, const float *heights, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (row >= rows)
        return;
    float before = -1;
    for (int x = lane; x < WIDTH; x += LANES) {
        float highest = fmaxf(before, heights[row * WIDTH + x]);
        for (int distance = 1; distance < LANES; distance *= 2) {
            float other = __shfl_up_sync(ALL, highest, distance);
            if (lane >= distance)
                highest = fmaxf(highest, other);
        }
        to[row * WIDTH + x] = highest;
        before = __shfl_sync(ALL, highest, LANES - 1);
    }
}

/* How far one sees from a place on a tower until the country is in the way, in one of 32
 * directions. Places are in 1/256. */
__host__ __device__ static inline int seen(const int *heights, int rows, int place, int direction)
{
    int x = place % WIDTH * 256 + 128, y = place / WIDTH * 256 + 128, steps = 0;
    int right = (direction % 8 - 4) * 64, down = direction / 8 % 2 ? 256 : -256;
    int eye = heights[place] + 1500;
    for (; steps < FARTHEST; steps++) {
        x += direction < 16 ? right : down;
        y += direction < 16 ? down : right;
        if (x < 0 || y < 0 || x >= WIDTH * 256 || y >= rows * 256)
            break;
        if (heights[y / 256 * WIDTH + x / 256] > eye - 16 * steps)
            break;
    }
    return steps;
}

/* A view of 32 directions: neighbouring threads look from one place, or in one direction. */
template <bool IS_ONE_PLACE>
__global__ void view(byte *to, const int *heights, int rows, int places)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= places * LANES)
        return;
    int place = IS_ONE_PLACE ? i / LANES : i % places;
    int direction = IS_ONE_PLACE ? i % LANES : i / places;
    to[place * LANES + direction] = seen(heights, rows, place * APART, direction);
}

__constant__ double3 constantStations[STATIONS];

/* Rain at each place, between those of stations: the nearer, the more it weighs: in double ... */
__global__ void rainDouble(double *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sum = 0, weights = 0;
    for (int k = 0; k < STATIONS; k++) {
        double x = i % WIDTH - constantStations[k].x, y = i / WIDTH - constantStations[k].y;
        double weight = 1 / (x * x + y * y + 1);
        sum += weight * constantStations[k].z;
        weights += weight;
    }
    to[i] = sum / weights;
}

/* ... or in float, stations in shared memory. */
__global__ void rainFloat(float *to, const float3 *stations, int n)
{
    __shared__ float3 own[STATIONS];
    if (threadIdx.x < STATIONS)
        own[threadIdx.x] = stations[threadIdx.x];
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0, weights = 0;
    for (int k = 0; k < STATIONS; k++) {
        float x = i % WIDTH - own[k].x, y = i / WIDTH - own[k].y;
        float weight = 1 / (x * x + y * y + 1);
        sum += weight * own[k].z;
        weights += weight;
    }
    to[i] = sum / weights;
}

/* Which corners of each square are above a level, as four bits: each thread goes down a column of
 * eight squares. */
__global__ void outlines(byte *to, const int *heights, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * 8;
    if (x >= WIDTH - 1)
        return;
    int above = (heights[top * WIDTH + x] > LEVEL) + 2 * (heights[top * WIDTH + x + 1] > LEVEL);
    for (int y = top; y < top + 8 && y < rows - 1; y++) {
        const int *next = heights + (y + 1) * WIDTH + x;
        int below = (next[0] > LEVEL) + 2 * (next[1] > LEVEL);
        to[y * WIDTH + x] = above + 4 * below;
        above = below;
    }
}

/* Sums of heights in zones: each thread adds to global memory ... */
__global__ void zonesGlobal(whole *sums, const byte *zones, const int *heights, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sums[zones[i]], (whole)heights[i]);
}

/* ... or to shared memory ... */
__global__ void zonesShared(whole *sums, const byte *zones, const int *heights, int n)
{
    __shared__ unsigned int own[ZONES];
    if (threadIdx.x < ZONES)
        own[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x * 4 + threadIdx.x, k = 0; k < 4 && i < n; k++) {
        atomicAdd(&own[zones[i]], heights[i]);
        i += blockDim.x;
    }
    __syncthreads();
    if (threadIdx.x < ZONES && own[threadIdx.x] > 0)
        atomicAdd(&sums[threadIdx.x], (whole)own[threadIdx.x]);
}

/* ... or a warp adds up first, if all of it is in one zone. */
__global__ void zonesWarps(whole *sums, const byte *zones, const int *heights, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, own = i < n ? heights[i] : 0;
    int zone = zones[i < n ? i : n - 1];
    if (__all_sync(ALL, zone == __shfl_sync(ALL, zone, 0))) {
        for (int distance = LANES / 2; distance > 0; distance /= 2)
            own += __shfl_xor_sync(ALL, own, distance);
        if (threadIdx.x % LANES > 0)
            return;
    }
    atomicAdd(&sums[zone], (whole)own);
}

static int *h_heights, *d_heights, rows;
static float *h_floats, *d_floats;
static float3 h_stations[STATIONS], *d_stations;
static byte *h_zones, *d_zones;
static void *d_to;
static whole h_sums[ZONES], *d_sums;

static double shade_at(size_t i)
{
    const float *own = h_floats + i;
    int x = i % WIDTH, y = i / WIDTH;
    if (x == 0 || x == WIDTH - 1 || y == 0 || y == rows - 1)
        return 0;
    return shade(own[-WIDTH - 1], own[-WIDTH], own[-WIDTH + 1], own[-1], own[1], own[WIDTH - 1],
                 own[WIDTH], own[WIDTH + 1]);
}

static double highest_so_far(size_t i)
{
    float highest = 0;
    for (size_t k = i / WIDTH * WIDTH; k <= i; k++)
        highest = fmaxf(highest, h_floats[k]);
    return highest;
}

static double seen_from(size_t i)
{
    return seen(h_heights, rows, i / LANES * APART, i % LANES);
}

static double rain_at(size_t i)
{
    double sum = 0, weights = 0;
    for (float3 own : h_stations) {
        double x = i % WIDTH - (double)own.x, y = i / WIDTH - (double)own.y;
        sum += own.z / (x * x + y * y + 1);
        weights += 1 / (x * x + y * y + 1);
    }
    return sum / weights;
}

static double outline_at(size_t i)
{
    int corners = 0;
    if (i % WIDTH == WIDTH - 1 || (int)(i / WIDTH) == rows - 1)
        return 255; // what was there before
    for (int k = 0; k < 4; k++)
        corners += (h_heights[i + k / 2 * WIDTH + k % 2] > LEVEL) << k;
    return corners;
}

/* Checks the sums of all zones. */
static void check_sums(void)
{
    whole *sums = (whole *)copy_to_host(d_sums, sizeof h_sums);
    int is_right = 1;
    for (int zone = 0; zone < ZONES; zone++)
        is_right &= sums[zone] == h_sums[zone] * launches();
    free(sums);
    check_case(is_right);
}

static void time_shades(size_t n)
{
    float *to = (float *)d_to;
    size_t all = (size_t)rows * WIDTH;
    int count = (int)(n / 32);
    if (run_case("shade.each", n, dim3(WIDTH / 32, blocks_for(rows, 8)), dim3(32, 8), 36 * all,
                 shadeEach, to, d_floats, rows))
        check_numbers(to, all, shade_at, 1e-3);
    if (run_case("shade.tile", n, dim3(WIDTH / TILE, blocks_for(rows, TILE)), dim3(TILE, TILE),
                 9 * all, shadeTile, to, d_floats, rows))
        check_numbers(to, all, shade_at, 1e-3);
    if (run_case("horizon.rows", n, blocks_for(rows, 64), 64, 8 * all, horizonRows, to, d_floats,
                 rows))
        check_numbers(to, all, highest_so_far, 0);
    if (run_case("horizon.warps", n, blocks_for(rows, 6), 6 * LANES, 8 * all, horizonWarps, to,
                 d_floats, rows))
        check_numbers(to, all, highest_so_far, 0);
    if (run_case("rain.double", n, blocks_for(count, 128), 128, 8 * (size_t)count, rainDouble,
                 (double *)d_to, count))
        check_numbers((double *)d_to, count, rain_at, 1e-9);
    if (run_case("rain.float", n, blocks_for(count, 128), 128, 4 * (size_t)count, rainFloat, to,
                 d_stations, count))
        check_numbers(to, count, rain_at, 1e-3);
}

static void time_places(size_t n)
{
    byte *to = (byte *)d_to;
    int places = (int)(n / 32 / LANES), threads = places * LANES;
    if (run_case("view.place", n, blocks_for(threads, 96), 96, 128 * threads, view<true>, to,
                 d_heights, rows, places))
        check_numbers(to, threads, seen_from, 0);
    if (run_case("view.direction", n, blocks_for(threads, 96), 96, 128 * threads, view<false>, to,
                 d_heights, rows, places))
        check_numbers(to, threads, seen_from, 0);
    if (run_case("outlines", n, dim3(WIDTH / 128, blocks_for(rows - 1, 8)), 128, 10 * n, outlines,
                 to, d_heights, rows))
        check_numbers(to, (size_t)rows * WIDTH, outline_at, 0);
    memset(h_sums, 0, sizeof h_sums);
    for (size_t i = 0; i < n; i++)
        h_sums[h_zones[i]] += h_heights[i];
    void (*kernels[])(whole *, const byte *, const int *, int) = {zonesGlobal, zonesShared,
                                                                  zonesWarps};
    const size_t bytes[] = {13, 5, 6};
    const char *names[] = {"zones.global", "zones.shared", "zones.warps"};
    for (int k = 0; k < 3; k++) {
        CHECK(cudaMemset(d_sums, 0, sizeof h_sums));
        if (run_case(names[k], n, blocks_for(n, k == 1 ? 1024 : 256), 256, n * bytes[k], kernels[k],
                     d_sums, d_zones, d_heights, (int)n))
            check_sums();
    }
}

static unsigned int stirred(unsigned int i)
{
    i = (i ^ i >> 16) * 0x7FEB352Du;
    i = (i ^ i >> 15) * 0x846CA68Bu;
    return i ^ i >> 16;
}

/* Heights from 0 to 4095 of n places, zones of 77 x 53 places, stations. */
static void make_country(size_t n)
{
    h_heights = (int *)host_memory(n * sizeof(int));
    h_floats = (float *)host_memory(n * sizeof(float));
    h_zones = (byte *)host_memory(n);
    for (size_t i = 0; i < n; i++) {
        double x = i % WIDTH, y = i / WIDTH;
        h_heights[i] = 2000 + 900 * sin(x / 37) * cos(y / 29) + 900 * sin((x + y) / 101);
        h_heights[i] += stirred(i) % 128;
        h_floats[i] = h_heights[i] / 128.0f;
        h_zones[i] = (i % WIDTH / 77 + i / WIDTH / 53 * 5) % ZONES;
    }
    double3 stations[STATIONS];
    for (int k = 0; k < STATIONS; k++) {
        h_stations[k] = make_float3(stirred(k) % WIDTH, stirred(~k) % 512, stirred(k + 99) % 64);
        stations[k] = make_double3(h_stations[k].x, h_stations[k].y, h_stations[k].z);
    }
    CHECK(cudaMemcpyToSymbol(constantStations, stations, sizeof stations));
}

int main(int argc, char **argv)
{
    start_family("held_out_terrain", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) + 4444, 1 << 24}, largest = scaled(1 << 24);
    make_country(largest);
    d_heights = copy_to_device(h_heights, largest);
    d_floats = copy_to_device(h_floats, largest);
    d_zones = copy_to_device(h_zones, largest);
    d_stations = copy_to_device(h_stations, STATIONS);
    d_sums = copy_to_device(h_sums, ZONES);
    CHECK(cudaMalloc(&d_to, largest * sizeof(float)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(float)));
    for (size_t size : sizes) {
        rows = (int)(scaled(size) / WIDTH);
        time_empty(scaled(size));
        time_shades(scaled(size));
        time_places(scaled(size));
    }
    for (void *memory : {d_to, (void *)d_sums, (void *)d_heights, (void *)d_floats, (void *)d_zones,
                         (void *)d_stations})
        CHECK(cudaFree(memory));
    return end_family();
}
