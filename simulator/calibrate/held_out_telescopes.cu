/*
 * Held out of every fit: telescopes: pixels made comparable, medians of exposures, rays that hit
 * the camera, where stars are and how bright, the air in front of them. The words of a case's name
 * behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum { EXPOSURES = 9, TOGETHER = 8, ROW = 1024, REACH = 2, WINDOW = 16, MOMENTS = 4 };
enum { TILE_X = 32, TILE_Y = 16, WIDE = TILE_X + 2 * REACH, HIGH = TILE_Y + 2 * REACH };

typedef unsigned char byte;
typedef unsigned short level;

struct __align__(16) levels
{
    level of[TOGETHER];
};

struct __align__(16) halves
{
    half of[TOGETHER];
};

/* A pixel without what it shows in the dark, over how well it sees; below dark it is black. A
 * thread for a pixel ... */
__global__ void calibratePixels(half *to, const level *raw, const level *dark, const half *flat,
                                int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float light = max(raw[i] - dark[i], 0);
    to[i] = __float2half(light / __half2float(flat[i]));
}

/* ... or for eight, with loads of 16 bytes ... */
__global__ void calibrateVectors(struct halves *to, const struct levels *raw,
                                 const struct levels *dark, const struct halves *flat, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    struct levels own_raw = raw[i], own_dark = dark[i];
    struct halves own_flat = flat[i], light;
    for (int k = 0; k < TOGETHER; k++)
        light.of[k] =
            __float2half(max(own_raw.of[k] - own_dark.of[k], 0) / __half2float(own_flat.of[k]));
    to[i] = light;
}

/* ... or for eight side by side, one after the other. */
__global__ void calibrateRows(half *to, const level *raw, const level *dark, const half *flat,
                              int count)
{
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * TOGETHER;
    for (int i = first; i < first + TOGETHER && i < count; i++)
        to[i] = __float2half(max(raw[i] - dark[i], 0) / __half2float(flat[i]));
}

/* The median of 9 exposures: a thread puts each level where it belongs among those before ... */
__global__ void stackInsert(level *to, const level *exposures, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    level sorted[EXPOSURES];
    for (int k = 0; k < EXPOSURES; k++) {
        level own = exposures[(size_t)k * count + i];
        int place = k;
        for (; place > 0 && sorted[place - 1] > own; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = own;
    }
    to[i] = sorted[EXPOSURES / 2];
}

/* ... or swaps neighbours, first even and then odd ones, nine times ... */
__global__ void stackSwaps(level *to, const level *exposures, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int sorted[EXPOSURES];
#pragma unroll
    for (int k = 0; k < EXPOSURES; k++)
        sorted[k] = exposures[(size_t)k * count + i];
#pragma unroll
    for (int round = 0; round < EXPOSURES; round++)
#pragma unroll
        for (int k = round % 2; k < EXPOSURES - 1; k += 2) {
            int low = min(sorted[k], sorted[k + 1]);
            sorted[k + 1] = max(sorted[k], sorted[k + 1]);
            sorted[k] = low;
        }
    to[i] = (level)sorted[EXPOSURES / 2];
}

/* ... or looks for the level that has four before it, with equal ones in their order. */
__global__ void stackRanks(level *to, const level *exposures, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    for (int k = 0; k < EXPOSURES; k++) {
        level own = exposures[(size_t)k * count + i];
        int before = 0;
        for (int other = 0; other < EXPOSURES; other++) {
            level seen = exposures[(size_t)other * count + i];
            before += seen < own || (seen == own && other < k);
        }
        if (before == EXPOSURES / 2) {
            to[i] = own;
            return;
        }
    }
}

/* How many of the 25 pixels around one are dimmer than half of it: 24 around one that a ray hit.
 * From global memory ... */
__global__ void raysGlobal(byte *to, const float *image, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ROW || y >= rows)
        return;
    float half_of_own = image[y * ROW + x] / 2;
    int dimmer = 0;
    for (int dy = -REACH; dy <= REACH; dy++)
        for (int dx = -REACH; dx <= REACH; dx++) {
            int row = min(max(y + dy, 0), rows - 1), column = min(max(x + dx, 0), ROW - 1);
            dimmer += image[row * ROW + column] < half_of_own;
        }
    to[y * ROW + x] = (byte)dimmer;
}

/* ... or from a tile with its edges. */
__global__ void raysTile(byte *to, const float *image, int rows)
{
    __shared__ float tile[HIGH][WIDE];
    int x = blockIdx.x * TILE_X + threadIdx.x, y = blockIdx.y * TILE_Y + threadIdx.y;
    for (int dy = threadIdx.y; dy < HIGH; dy += TILE_Y)
        for (int dx = threadIdx.x; dx < WIDE; dx += TILE_X) {
            int row = min(max((int)blockIdx.y * TILE_Y + dy - REACH, 0), rows - 1);
            int column = min(max((int)blockIdx.x * TILE_X + dx - REACH, 0), ROW - 1);
            tile[dy][dx] = image[row * ROW + column];
        }
    __syncthreads();
    if (y >= rows)
        return;
    float half_of_own = tile[threadIdx.y + REACH][threadIdx.x + REACH] / 2;
    int dimmer = 0;
    for (int dy = 0; dy <= 2 * REACH; dy++)
        for (int dx = 0; dx <= 2 * REACH; dx++)
            dimmer += tile[threadIdx.y + dy][threadIdx.x + dx] < half_of_own;
    to[y * ROW + x] = (byte)dimmer;
}

__device__ static inline float4 moments_of(float light, int dx, int dy)
{
    return make_float4(light, light * dx, light * dy, light * (dx * dx + dy * dy));
}

/* The light of a star, where its middle is in its window of 16 times 16 pixels, and how wide it is:
 * a thread for a star ... */
__global__ void starsThreads(float4 *to, const short2 *corners, const float *image, int rows,
                             int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int dy = 0; dy < WINDOW; dy++)
        for (int dx = 0; dx < WINDOW; dx++) {
            int row = min(corners[i].y + dy, rows - 1);
            float4 own = moments_of(image[row * ROW + corners[i].x + dx], dx, dy);
            sum = make_float4(sum.x + own.x, sum.y + own.y, sum.z + own.z, sum.w + own.w);
        }
    to[i] = make_float4(sum.x, sum.y / sum.x, sum.z / sum.x, sqrtf(sum.w / sum.x));
}

__device__ static inline float sum_of_warp(float own)
{
    for (int step = 16; step > 0; step /= 2)
        own += __shfl_down_sync(0xFFFFFFFF, own, step);
    return own;
}

/* ... or a warp, which takes two rows at a time. */
__global__ void starsWarps(float4 *to, const short2 *corners, const float *image, int rows,
                           int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= count)
        return;
    short2 corner = corners[i];
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = lane; k < WINDOW * WINDOW; k += 32) {
        int dx = k % WINDOW, dy = k / WINDOW, row = min(corner.y + dy, rows - 1);
        float4 own = moments_of(image[row * ROW + corner.x + dx], dx, dy);
        sum = make_float4(sum.x + own.x, sum.y + own.y, sum.z + own.z, sum.w + own.w);
    }
    float light = sum_of_warp(sum.x), x = sum_of_warp(sum.y), y = sum_of_warp(sum.z);
    float wide = sum_of_warp(sum.w);
    if (lane == 0)
        to[i] = make_float4(light, x / light, y / light, sqrtf(wide / light));
}

/* How much air is in front of a star, by its hour angle and its distance from the equator, both in
 * degrees, for a telescope in the south of Spain; straight up it is 1 (Kasten and Young). */
template <typename Real> __host__ __device__ static inline Real air_of(Real hour, Real from_equator)
{
    const Real degree = Real(0.017453292519943295), place = Real(37.22) * degree;
    Real rise = sin(from_equator * degree) * sin(place) +
                cos(from_equator * degree) * cos(place) * cos(hour * degree);
    Real height = asin(rise < Real(0.02) ? Real(0.02) : rise < 1 ? rise : Real(1)) / degree;
    return 1 / (sin(height * degree) + Real(0.50572) * pow(height + Real(6.07995), Real(-1.6364)));
}

template <typename Real> __global__ void air(float *to, const float2 *stars, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = (float)air_of(Real(stars[i].x), Real(stars[i].y));
}

static level *h_levels, *d_levels;
static half *h_flat, *d_flat;
static float *h_image, *d_image;
static short2 *h_corners, *d_corners;
static float2 *h_stars, *d_stars;
static void *d_to;
static int at_hand; // how many pixels or rows the case at hand has

static double calibrated(size_t i)
{
    double light = (double)h_levels[i] - h_levels[i + at_hand];
    return light > 0 ? light / as_double(h_flat[i]) : 0;
}

/* By counting how many are at most as bright as each. */
static double median(size_t i)
{
    int least = 65536;
    for (int k = 0; k < EXPOSURES; k++) {
        int at_most = 0, own = h_levels[(size_t)k * at_hand + i];
        for (int other = 0; other < EXPOSURES; other++)
            at_most += h_levels[(size_t)other * at_hand + i] <= own;
        if (at_most > EXPOSURES / 2 && own < least)
            least = own;
    }
    return least;
}

static double dimmer_pixels(size_t i)
{
    int x = (int)(i % ROW), y = (int)(i / ROW), dimmer = 0;
    for (int k = 0; k < 25; k++) {
        int row = y + k / 5 - 2, column = x + k % 5 - 2;
        row = row < 0 ? 0 : row >= at_hand ? at_hand - 1 : row;
        column = column < 0 ? 0 : column >= ROW ? ROW - 1 : column;
        dimmer += 2 * h_image[row * ROW + column] < h_image[i];
    }
    return dimmer;
}

static double star_moment(size_t i)
{
    double light = 0, sum = 0;
    for (int dy = 0; dy < WINDOW; dy++)
        for (int dx = 0; dx < WINDOW; dx++) {
            int row = h_corners[i / MOMENTS].y + dy, column = h_corners[i / MOMENTS].x + dx;
            double own = h_image[(row < at_hand ? row : at_hand - 1) * ROW + column];
            light += own;
            sum += own * (i % MOMENTS == 1 ? dx : i % MOMENTS == 2 ? dy : dx * dx + dy * dy);
        }
    return i % MOMENTS == 0 ? light : i % MOMENTS == 3 ? sqrt(sum / light) : sum / light;
}

static double air_of_star(size_t i)
{
    return air_of((double)h_stars[i].x, (double)h_stars[i].y);
}

static void time_pixels(size_t n)
{
    half *to = (half *)d_to;
    int eights = (int)(n / 2 / TOGETHER), count = at_hand = eights * TOGETHER;
    size_t bytes = 8 * (size_t)count;
    const level *dark = d_levels + count;
    if (run_case("calibrate.pixels", n, blocks_for(count, 256), 256, bytes, calibratePixels, to,
                 d_levels, dark, d_flat, count))
        check_numbers(to, count, calibrated, 2e-3);
    if (run_case("calibrate.vectors", n, blocks_for(eights, 256), 256, bytes, calibrateVectors,
                 (struct halves *)to, (const struct levels *)d_levels, (const struct levels *)dark,
                 (const struct halves *)d_flat, eights))
        check_numbers(to, count, calibrated, 2e-3);
    if (run_case("calibrate.rows", n, blocks_for(eights, 256), 256, bytes, calibrateRows, to,
                 d_levels, dark, d_flat, count))
        check_numbers(to, count, calibrated, 2e-3);
}

static void time_stack(const char *name, size_t n, unsigned int block, int loads,
                       void (*kernel)(level *, const level *, int))
{
    int count = at_hand = (int)(n / 24);
    if (run_case(name, n, blocks_for(count, block), block, 2 * (size_t)count * (loads + 1), kernel,
                 (level *)d_to, d_levels, count))
        check_numbers((level *)d_to, count, median, 0);
}

static void time_images(size_t n)
{
    int rows = at_hand = (int)(n / 8 / ROW), count = (int)(n / 512);
    size_t pixels = (size_t)rows * ROW, bytes = (size_t)count * (4 * WINDOW * WINDOW + 20);
    dim3 grid(ROW / TILE_X, blocks_for(rows, TILE_Y)), block(TILE_X, TILE_Y);
    if (run_case("rays.global", n, grid, block, pixels * 105, raysGlobal, (byte *)d_to, d_image,
                 rows))
        check_numbers((byte *)d_to, pixels, dimmer_pixels, 0);
    if (run_case("rays.tile", n, grid, block, pixels * 7, raysTile, (byte *)d_to, d_image, rows))
        check_numbers((byte *)d_to, pixels, dimmer_pixels, 0);
    for (int i = 0; i < count; i++)
        h_corners[i] = make_short2((short)(input_number(2 * (size_t)i) % (ROW - WINDOW)),
                                   (short)(input_number(3 * (size_t)i) % rows));
    CHECK(cudaMemcpy(d_corners, h_corners, count * sizeof(short2), cudaMemcpyHostToDevice));
    if (run_case("stars.threads", n, blocks_for(count, 128), 128, bytes, starsThreads,
                 (float4 *)d_to, d_corners, d_image, rows, count))
        check_numbers((float *)d_to, (size_t)MOMENTS * count, star_moment, 1e-3);
    if (run_case("stars.warps", n, blocks_for(32 * (size_t)count, 192), 192, bytes, starsWarps,
                 (float4 *)d_to, d_corners, d_image, rows, count))
        check_numbers((float *)d_to, (size_t)MOMENTS * count, star_moment, 1e-3);
}

static void time_air(size_t n)
{
    int count = (int)(n / 4);
    if (run_case("air.double", n, blocks_for(count, 96), 96, 12 * (size_t)count, air<double>,
                 (float *)d_to, d_stars, count))
        check_numbers((float *)d_to, count, air_of_star, 1e-3);
    if (run_case("air.float", n, blocks_for(count, 96), 96, 12 * (size_t)count, air<float>,
                 (float *)d_to, d_stars, count))
        check_numbers((float *)d_to, count, air_of_star, 1e-3);
}

static void make_input(size_t largest)
{
    for (size_t i = 0; i < largest; i++)
        h_levels[i] = (level)(300 + 3 * (input_number(i) ^ (i >> 9 & 4095)));
    for (size_t i = 0; i < largest / 2; i++)
        h_flat[i] = __float2half(0.5f + input_number(3 * i) / 4096.0f);
    for (size_t i = 0; i < largest / 8; i++)
        h_image[i] = 1 + input_number(7 * i + (i >> 11)) / 1024.0f;
    for (size_t i = 0; i < largest / 4; i++)
        h_stars[i] = make_float2(input_number(i) * 180 / 4096.0f - 90,
                                 input_number(5 * i + 1) * 60 / 4096.0f - 10);
}

int main(int argc, char **argv)
{
    start_family("held_out_telescopes", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_levels = (level *)host_memory(largest * sizeof(level));
    h_flat = (half *)host_memory(largest / 2 * sizeof(half));
    h_image = (float *)host_memory(largest / 8 * sizeof(float));
    h_corners = (short2 *)host_memory(largest / 512 * sizeof(short2));
    h_stars = (float2 *)host_memory(largest / 4 * sizeof(float2));
    make_input(largest);
    d_levels = copy_to_device(h_levels, largest);
    d_flat = copy_to_device(h_flat, largest / 2);
    d_image = copy_to_device(h_image, largest / 8);
    d_corners = (short2 *)zeros_on_device(largest / 512);
    d_stars = copy_to_device(h_stars, largest / 4);
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_pixels(scaled(size));
        time_stack("stack.insert", scaled(size), 128, EXPOSURES, stackInsert);
        time_stack("stack.swaps", scaled(size), 128, EXPOSURES, stackSwaps);
        time_stack("stack.ranks", scaled(size), 128, 6 * EXPOSURES, stackRanks);
        time_images(scaled(size));
        time_air(scaled(size));
    }
    for (void *memory : {(void *)d_levels, (void *)d_flat, (void *)d_image, (void *)d_corners,
                         (void *)d_stars, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
