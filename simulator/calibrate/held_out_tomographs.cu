/*
 * Held out of every fit: scans: a tomograph's picture from its projections, grey values for a
 * screen, medians against noise, rates of decay from echoes, joint histograms of two scans, the
 * brightest point behind each pixel. The words of a case's name behind the dot say which of several
 * versions of the same work it is.
 */
#include "held_out.h"

enum { ROW = 512, ANGLES = 24, DETECTORS = 1024, LEVELS = 4096, LOW = 800, HIGH = 2900 };
enum { ECHOES = 8, BINS = 32, DEPTH = 128 };

typedef unsigned char byte;
typedef unsigned short pixel;

__constant__ float2 directions[ANGLES]; // cosine and sine

/* What a detector row has at t, between two detectors by parts. */
__device__ static inline float between(const float *row, float t)
{
    int left = (int)t;
    float part = t - left;
    return row[left] * (1 - part) + row[left + 1] * part;
}

/* Each pixel of a picture gets what all projections have where its shadow falls: with sines and
 * cosines made on the way ... */
__global__ void backprojectSines(float *to, const float *projections, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ROW || y >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < ANGLES; k++) {
        float angle = k * (3.14159265f / ANGLES);
        float t = (x - ROW / 2) * cosf(angle) + (y - rows / 2) * sinf(angle) + DETECTORS / 2;
        sum += between(projections + k * DETECTORS, t);
    }
    to[y * ROW + x] = sum;
}

/* ... or with those of constant memory. */
__global__ void backprojectTable(float *to, const float *projections, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= ROW || y >= rows)
        return;
    float sum = 0, right = x - ROW / 2, down = y - rows / 2;
#pragma unroll 4
    for (int k = 0; k < ANGLES; k++) {
        float2 own = directions[k];
        float t = right * own.x + down * own.y + DETECTORS / 2;
        sum += between(projections + k * DETECTORS, t);
    }
    to[y * ROW + x] = sum;
}

/* Grey values: black below a level, white above another, a ramp between them. By a division ... */
__global__ void windowsDivision(byte *to, const pixel *from, int low, int high, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    int value = from[i];
    if (value < low)
        to[i] = 0;
    else if (value >= high)
        to[i] = 255;
    else
        to[i] = (byte)((value - low) * 255 / (high - low));
}

/* ... or by a table, four pixels at once. */
__global__ void windowsTable(uchar4 *to, const ushort4 *from, const byte *table, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads)
        return;
    ushort4 own = from[i];
    to[i] = make_uchar4(table[own.x], table[own.y], table[own.z], table[own.w]);
}

/* The median of a pixel and its eight neighbours: sorted by insertion ... */
__global__ void mediansSorted(pixel *to, const pixel *from, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = i % ROW, y = i / ROW;
    if (y >= rows)
        return;
    int sorted[9], count = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            int nextX = min(max(x + dx, 0), ROW - 1), nextY = min(max(y + dy, 0), rows - 1);
            int value = from[nextY * ROW + nextX], k = count++;
            for (; k > 0 && sorted[k - 1] > value; k--)
                sorted[k] = sorted[k - 1];
            sorted[k] = value;
        }
    to[i] = (pixel)sorted[4];
}

__device__ static inline int middle_of(int a, int b, int c)
{
    return max(min(a, b), min(max(a, b), c));
}

/* ... or by smallest and largest ones: the middle of the largest of the rows' smallest, the middle
 * of their middles and the smallest of their largest. */
__global__ void mediansNetwork(pixel *to, const pixel *from, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = i % ROW, y = i / ROW;
    if (y >= rows)
        return;
    int low[3], middle[3], high[3], left = max(x - 1, 0), right = min(x + 1, ROW - 1);
#pragma unroll
    for (int k = 0; k < 3; k++) {
        const pixel *row = from + min(max(y + k - 1, 0), rows - 1) * ROW;
        int a = row[left], b = row[x], c = row[right];
        low[k] = min(min(a, b), c);
        middle[k] = middle_of(a, b, c);
        high[k] = max(max(a, b), c);
    }
    to[i] = (pixel)middle_of(max(max(low[0], low[1]), low[2]),
                             middle_of(middle[0], middle[1], middle[2]),
                             min(min(high[0], high[1]), high[2]));
}

/* How fast the echoes of a place die away: the slope of a line through their logarithms. The echoes
 * of a place lie side by side, or those of a time do. */
template <int PLANES> __global__ void echoes(float *to, const float *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    float slope = 0, weights = 0;
    for (int k = 0; k < ECHOES; k++) {
        float time = k - (ECHOES - 1) * 0.5f;
        slope += time * logf(PLANES ? from[(size_t)k * count + i] : from[(size_t)i * ECHOES + k]);
        weights += time * time;
    }
    to[i] = -slope / weights;
}

/* How often two scans have each pair of values: all threads count in global memory ... */
__global__ void jointGlobal(int *to, const pixel *first, const pixel *second, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        atomicAdd(&to[(first[i] >> 7) * BINS + (second[i] >> 7)], 1);
}

/* ... or each block for itself first. */
__global__ void jointShared(int *to, const pixel *first, const pixel *second, int count)
{
    __shared__ int own[BINS * BINS];
    for (int k = threadIdx.x; k < BINS * BINS; k += blockDim.x)
        own[k] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&own[(first[i] >> 7) * BINS + (second[i] >> 7)], 1);
    __syncthreads();
    for (int k = threadIdx.x; k < BINS * BINS; k += blockDim.x)
        if (own[k] > 0)
            atomicAdd(&to[k], own[k]);
}

/* The brightest of the 128 points behind a pixel, which lie side by side: a thread for a pixel ...
 */
__global__ void brightestThreads(pixel *to, const pixel *from, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count)
        return;
    pixel most = 0;
    for (int k = 0; k < DEPTH; k++)
        if (from[(size_t)i * DEPTH + k] > most)
            most = from[(size_t)i * DEPTH + k];
    to[i] = most;
}

/* ... or a warp, with four points to a lane. */
__global__ void brightestWarps(pixel *to, const ushort4 *from, int count)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (i >= count)
        return;
    ushort4 own = from[(size_t)i * 32 + lane];
    int most = max(max(own.x, own.y), max(own.z, own.w));
    for (int step = 16; step > 0; step /= 2)
        most = max(most, __shfl_xor_sync(0xFFFFFFFF, most, step));
    if (lane == 0)
        to[i] = (pixel)most;
}

static float *h_projections, *d_projections, *h_echoes, *d_echoes;
static pixel *h_slices, *d_slices;
static byte *d_table;
static int *h_pairs;
static void *d_to;
static int at_hand; // how many rows or places the case at hand has

static double backprojected(size_t i)
{
    double sum = 0, x = (double)(i % ROW) - ROW / 2, y = (double)(i / ROW) - at_hand / 2;
    for (int k = 0; k < ANGLES; k++) {
        double whole, angle = M_PI * k / ANGLES;
        double part = modf(x * cos(angle) + y * sin(angle) + DETECTORS / 2, &whole);
        const float *two = h_projections + k * DETECTORS + (int)whole;
        sum += two[0] + part * (two[1] - two[0]);
    }
    return sum;
}

static double grey(size_t i)
{
    double part = floor(255.0 * (h_slices[i] - LOW) / (HIGH - LOW));
    return part < 0 ? 0 : part > 255 ? 255 : part;
}

/* The value that at most four of the nine are below and at most four above. */
static double median(size_t i)
{
    int values[9], x = (int)(i % ROW), y = (int)(i / ROW);
    for (int k = 0; k < 9; k++) {
        int nextX = x + k % 3 - 1, nextY = y + k / 3 - 1;
        nextX = nextX < 0 ? 0 : nextX == ROW ? ROW - 1 : nextX;
        nextY = nextY < 0 ? 0 : nextY == at_hand ? at_hand - 1 : nextY;
        values[k] = h_slices[nextY * ROW + nextX];
    }
    for (int value : values) {
        int below = 0, above = 0;
        for (int other : values) {
            below += other < value;
            above += other > value;
        }
        if (below <= 4 && above <= 4)
            return value;
    }
    return -1;
}

/* From pairs of echoes that are as far from the middle. */
static double rate(size_t i)
{
    const float *own = h_echoes + i * ECHOES;
    double sum = 0, weights = 0;
    for (int k = 0; k < ECHOES / 2; k++) {
        double apart = ECHOES - 1 - 2 * k;
        sum += apart * log((double)own[k] / own[ECHOES - 1 - k]);
        weights += apart * apart;
    }
    return sum / weights;
}

/* Every launch counts once more. */
static double pairs(size_t i)
{
    return (double)h_pairs[i] * launches();
}

static double brightest(size_t i)
{
    pixel most = 0;
    for (size_t k = i * DEPTH; k < (i + 1) * DEPTH; k++)
        most = h_slices[k] > most ? h_slices[k] : most;
    return most;
}

static void time_pictures(size_t n)
{
    float *to = (float *)d_to;
    int rows = at_hand = (int)(n / 64 / ROW);
    size_t cells = (size_t)rows * ROW, bytes = cells * (ANGLES * 8 + 4);
    dim3 block(16, 16), grid(ROW / 16, blocks_for(rows, 16));
    if (run_case("backprojection.sines", n, grid, block, bytes, backprojectSines, to, d_projections,
                 rows))
        check_numbers(to, cells, backprojected, 1e-4);
    if (run_case("backprojection.table", n, grid, block, bytes, backprojectTable, to, d_projections,
                 rows))
        check_numbers(to, cells, backprojected, 1e-4);
    pixel *medians = (pixel *)d_to;
    rows = at_hand = (int)(n / 32 / ROW);
    cells = (size_t)rows * ROW;
    if (run_case("medians.sorted", n, blocks_for(cells, 128), 128, 20 * cells, mediansSorted,
                 medians, d_slices, rows))
        check_numbers(medians, cells, median, 0);
    if (run_case("medians.network", n, blocks_for(cells, 128), 128, 20 * cells, mediansNetwork,
                 medians, d_slices, rows))
        check_numbers(medians, cells, median, 0);
    byte *greys = (byte *)d_to;
    int count = (int)(n / 16) * 4;
    if (run_case("windows.division", n, blocks_for(count, 256), 256, 3 * (size_t)count,
                 windowsDivision, greys, d_slices, (int)LOW, (int)HIGH, count))
        check_numbers(greys, count, grey, 0);
    if (run_case("windows.table", n, blocks_for(count / 4, 256), 256, 4 * (size_t)count,
                 windowsTable, (uchar4 *)greys, (const ushort4 *)d_slices, d_table, count / 4))
        check_numbers(greys, count, grey, 0);
}

static void time_echoes(size_t n)
{
    float *to = (float *)d_to, *planes = d_echoes + scaled(1 << 24) / 4;
    int count = (int)(n / 32);
    size_t all = (size_t)count * ECHOES;
    float *swapped = (float *)host_memory(all * sizeof(float));
    for (size_t i = 0; i < all; i++)
        swapped[i % ECHOES * count + i / ECHOES] = h_echoes[i];
    CHECK(cudaMemcpy(planes, swapped, all * sizeof(float), cudaMemcpyHostToDevice));
    free(swapped);
    if (run_case("echoes.together", n, blocks_for(count, 64), 64, 4 * all + 4 * (size_t)count,
                 echoes<0>, to, d_echoes, count))
        check_numbers(to, count, rate, 1e-3);
    if (run_case("echoes.planes", n, blocks_for(count, 64), 64, 4 * all + 4 * (size_t)count,
                 echoes<1>, to, planes, count))
        check_numbers(to, count, rate, 1e-3);
}

static void time_joint(size_t n, const char *name, dim3 grid, dim3 block,
                       void (*kernel)(int *, const pixel *, const pixel *, int))
{
    int *to = (int *)d_to, count = (int)(n / 8);
    const size_t shift = scaled(1 << 24) / 8 + 3;
    memset(h_pairs, 0, BINS * BINS * sizeof(int));
    for (int i = 0; i < count; i++)
        h_pairs[(h_slices[i] >> 7) * BINS + (h_slices[i + shift] >> 7)]++;
    CHECK(cudaMemset(to, 0, BINS * BINS * sizeof(int)));
    if (run_case(name, n, grid, block, 8 * (size_t)count, kernel, to, d_slices, d_slices + shift,
                 count))
        check_numbers(to, BINS * BINS, pairs, 0);
}

static void time_depths(size_t n)
{
    pixel *to = (pixel *)d_to;
    int count = (int)(n / 4 / DEPTH);
    size_t bytes = (size_t)count * (DEPTH + 1) * sizeof(pixel);
    if (run_case("brightest.threads", n, blocks_for(count, 32), 32, bytes, brightestThreads, to,
                 d_slices, count))
        check_numbers(to, count, brightest, 0);
    if (run_case("brightest.warps", n, blocks_for(32 * (size_t)count, 512), 512, bytes,
                 brightestWarps, to, (const ushort4 *)d_slices, count))
        check_numbers(to, count, brightest, 0);
}

static void make_input(size_t largest)
{
    float2 h_directions[ANGLES];
    byte h_table[LEVELS];
    for (int k = 0; k < ANGLES; k++)
        h_directions[k] = make_float2((float)cos(M_PI * k / ANGLES), (float)sin(M_PI * k / ANGLES));
    for (int k = 0; k < LEVELS; k++)
        h_table[k] = (byte)(k < LOW ? 0 : k >= HIGH ? 255 : (k - LOW) * 255 / (HIGH - LOW));
    CHECK(cudaMemcpyToSymbol(directions, h_directions, sizeof h_directions));
    d_table = copy_to_device(h_table, LEVELS);
    for (size_t i = 0; i < ANGLES * DETECTORS; i++)
        h_projections[i] = input_number(3 * i + 1) / 4096.0f;
    for (size_t i = 0; i <= largest / 4 + 4; i++) // blobs with noise
        h_slices[i] = (pixel)(2048 + 1500 * sin(i % ROW * 0.02) * cos(i / ROW * 0.01) +
                              input_number(i) / 8 - 256);
    for (size_t i = 0; i < largest / 4; i++)
        h_echoes[i] = (float)((1 + input_number(i) / 40960.0) *
                              exp(-(0.2 + input_number(i / ECHOES) / 4096.0) * (i % ECHOES)));
}

int main(int argc, char **argv)
{
    start_family("held_out_tomographs", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 4099, 1 << 24}, largest = scaled(1 << 24);
    h_projections = (float *)host_memory(ANGLES * DETECTORS * sizeof(float));
    h_slices = (pixel *)host_memory((largest / 4 + 5) * sizeof(pixel));
    h_echoes = (float *)host_memory(largest / 4 * sizeof(float));
    h_pairs = (int *)host_memory(BINS * BINS * sizeof(int));
    make_input(largest);
    d_projections = copy_to_device(h_projections, ANGLES * DETECTORS);
    d_slices = copy_to_device(h_slices, largest / 4 + 5);
    d_echoes = (float *)zeros_on_device(largest / 2);
    CHECK(cudaMemcpy(d_echoes, h_echoes, largest, cudaMemcpyHostToDevice));
    d_to = zeros_on_device(largest / 4);
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_pictures(scaled(size));
        time_echoes(scaled(size));
        time_joint(scaled(size), "joint.global", blocks_for(scaled(size) / 8, 256), 256,
                   jointGlobal);
        time_joint(scaled(size), "joint.shared", 132, 1024, jointShared);
        time_depths(scaled(size));
    }
    for (void *memory :
         {(void *)d_projections, (void *)d_slices, (void *)d_echoes, (void *)d_table, d_to})
        CHECK(cudaFree(memory));
    return end_family();
}
