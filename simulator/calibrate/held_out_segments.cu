/*
 * Held out of every fit: sums of segments, of columns, of windows, of pairs, and running sums. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    BLOCK = 256,
    ALL = 0xFFFFFFFF,
    LONGEST = 48,
    TILE = 1024,
    COLUMNS = 512,
    ROWS = 64,
    DOWN = 8,
    WINDOW = 32,
    SPAN = 512,
    PARTS = 16
};

__device__ static int sum_of_warp(int sum)
{
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL, sum, distance);
    return sum;
}

/* Sums of segments of many lengths, which begin at `starts`: a thread for each ... */
__global__ void sumsThreads(int *to, const int *starts, const int *from, int segments)
{
    int segment = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (segment >= segments)
        return;
    for (int i = starts[segment]; i < starts[segment + 1]; i++)
        sum += from[i];
    to[segment] = sum;
}

/* ... or a warp. */
__global__ void sumsWarps(int *to, const int *starts, const int *from, int segments)
{
    int segment = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (segment >= segments)
        return;
    int sum = 0;
    for (int i = starts[segment] + lane; i < starts[segment + 1]; i += LANES)
        sum += from[i];
    sum = sum_of_warp(sum);
    if (lane == 0)
        to[segment] = sum;
}

/* Running sums of TILE numbers, from 0: up a tree in shared memory and down again, with PAD words
 * behind each 32. */
template <int PAD> __global__ void running(int *to, const int *from)
{
    __shared__ int tree[TILE + PAD * (TILE / LANES)];
    auto place = [](int i) { return i + PAD * (i / LANES); };
    int t = threadIdx.x, first = blockIdx.x * TILE;
    tree[place(t)] = from[first + t];
    tree[place(t + TILE / 2)] = from[first + t + TILE / 2];
    int apart = 1;
    for (int pairs = TILE / 2; pairs > 0; pairs /= 2, apart *= 2) {
        __syncthreads();
        if (t < pairs)
            tree[place(apart * (2 * t + 2) - 1)] += tree[place(apart * (2 * t + 1) - 1)];
    }
    __syncthreads();
    if (t == 0)
        tree[place(TILE - 1)] = 0;
    for (int pairs = 1; pairs < TILE; pairs *= 2) {
        apart /= 2;
        __syncthreads();
        if (t < pairs) {
            int left = place(apart * (2 * t + 1) - 1), right = place(apart * (2 * t + 2) - 1);
            int sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    __syncthreads();
    to[first + t] = tree[place(t)];
    to[first + t + TILE / 2] = tree[place(t + TILE / 2)];
}

/* Sums of the columns of a matrix: a thread goes down ROWS rows of a column ... */
__global__ void columnsWalk(unsigned int *to, const int *from, int rows)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, first = blockIdx.y * ROWS;
    unsigned int sum = 0;
    for (int row = first; row < min(first + ROWS, rows); row++)
        sum += from[row * COLUMNS + column];
    atomicAdd(&to[column], sum);
}

/* ... or DOWN threads, which add up in shared memory ... */
__global__ void columnsTiles(unsigned int *to, const int *from, int rows)
{
    __shared__ unsigned int sums[DOWN][LANES];
    int column = blockIdx.x * LANES + threadIdx.x, first = blockIdx.y * ROWS;
    unsigned int sum = 0;
    for (int row = first + threadIdx.y; row < min(first + ROWS, rows); row += DOWN)
        sum += from[row * COLUMNS + column];
    sums[threadIdx.y][threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.y > 0)
        return;
    for (int y = 1; y < DOWN; y++)
        sum += sums[y][threadIdx.x];
    atomicAdd(&to[column], sum);
}

/* ... or each number is added by itself. */
__global__ void columnsAtomics(unsigned int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&to[i % COLUMNS], from[i]);
}

/* Means of WINDOW numbers from each on: all of them from global memory ... */
__global__ void windowsGlobal(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (i >= n)
        return;
    for (int k = 0; k < WINDOW; k++)
        sum += from[i + k];
    to[i] = sum / WINDOW;
}

/* ... or from shared memory ... */
__global__ void windowsShared(int *to, const int *from, int n)
{
    __shared__ int tile[BLOCK + WINDOW];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t, sum = 0;
    for (int k = t; k < BLOCK + WINDOW; k += BLOCK)
        tile[k] = from[min(i + k - t, n + WINDOW - 1)];
    __syncthreads();
    if (i >= n)
        return;
    for (int k = 0; k < WINDOW; k++)
        sum += tile[t + k];
    to[i] = sum / WINDOW;
}

/* ... or as differences of running sums, of which a block has SPAN. */
__global__ void windowsRunning(int *to, const int *from, int n)
{
    __shared__ int sums[2][SPAN];
    int t = threadIdx.x, i = blockIdx.x * (SPAN - WINDOW) + t, own = 0;
    sums[own][t] = from[min(i, n + WINDOW - 1)];
    for (int distance = 1; distance < SPAN; distance *= 2) {
        __syncthreads();
        sums[1 - own][t] = sums[own][t] + (t >= distance ? sums[own][t - distance] : 0);
        own = 1 - own;
    }
    __syncthreads();
    if (t < WINDOW || i - WINDOW >= n) // the first of a window stands WINDOW before its end
        return;
    to[i - WINDOW] = (sums[own][t - 1] - (t > WINDOW ? sums[own][t - WINDOW - 1] : 0)) / WINDOW;
}

/* Products of pairs of short vectors: a thread for each pair ... */
__global__ void pairsFours(float *to, const float4 *a, const float4 *b, int pairs)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (pair >= pairs)
        return;
    float sum = 0;
    for (int k = pair * (PARTS / 4); k < (pair + 1) * (PARTS / 4); k++)
        sum += a[k].x * b[k].x + a[k].y * b[k].y + a[k].z * b[k].z + a[k].w * b[k].w;
    to[pair] = sum;
}

/* ... or a lane for each of their parts. */
__global__ void pairsLanes(float *to, const float *a, const float *b, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, pair = i / PARTS;
    float sum = pair < pairs ? a[i] * b[i] : 0;
    for (int distance = PARTS / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(ALL, sum, distance, PARTS);
    if (pair < pairs && i % PARTS == 0)
        to[pair] = sum;
}

static int *d_from, *d_starts, *h_starts;
static unsigned int *h_before; /* the sum of all inputs before one, as far as 32 bits go */
static float *d_floats;
static void *d_to;
static size_t apart; /* from one array to the other in the same memory */
static int rows;     /* of the matrix at hand */

static double sum_of_segment(size_t i)
{
    return h_before[h_starts[i + 1]] - h_before[h_starts[i]];
}

static double running_sum(size_t i)
{
    return h_before[i] - h_before[i / TILE * TILE];
}

static double sum_of_column(size_t column)
{
    unsigned int sum = 0;
    for (int row = 0; row < rows; row++)
        sum += input_number((size_t)row * COLUMNS + column);
    return launches() * sum;
}

static double mean_of_window(size_t i)
{
    return (h_before[i + WINDOW] - h_before[i]) / WINDOW;
}

static double product_of_pair(size_t pair)
{
    double sum = 0;
    for (size_t i = pair * PARTS; i < (pair + 1) * PARTS; i++)
        sum += input_number(i) / 4096.0 * input_number(apart + i) / 4096.0;
    return sum;
}

static void time_segments(size_t n)
{
    int segments = 0, *to = (int *)d_to;
    for (size_t end = 0; end < n; segments++) {
        h_starts[segments] = (int)end;
        end += input_number(segments) % LONGEST;
    }
    h_starts[segments] = (int)n;
    CHECK(cudaMemcpy(d_starts, h_starts, (segments + 1) * sizeof(int), cudaMemcpyHostToDevice));
    if (run_case("sums.threads", n, blocks_for(segments, 128), 128, 4 * n, sumsThreads, to,
                 d_starts, d_from, segments))
        check_numbers(to, segments, sum_of_segment, 0);
    if (run_case("sums.warps", n, blocks_for((size_t)segments * LANES, 128), 128, 4 * n, sumsWarps,
                 to, d_starts, d_from, segments))
        check_numbers(to, segments, sum_of_segment, 0);
    unsigned int tiles = (unsigned int)(n / TILE);
    if (run_case("running.close", n, tiles, TILE / 2, 8 * n, running<0>, to, d_from))
        check_numbers(to, (size_t)tiles * TILE, running_sum, 0);
    if (run_case("running.padded", n, tiles, TILE / 2, 8 * n, running<1>, to, d_from))
        check_numbers(to, (size_t)tiles * TILE, running_sum, 0);
}

static void check_columns(unsigned int *to)
{
    check_numbers(to, COLUMNS, sum_of_column, 0);
    CHECK(cudaMemset(to, 0, COLUMNS * sizeof *to));
}

static void time_columns(size_t n)
{
    unsigned int *to = (unsigned int *)d_to;
    rows = (int)(n / COLUMNS);
    dim3 walk(COLUMNS / BLOCK, blocks_for(rows, ROWS)), tiles(COLUMNS / LANES, walk.y);
    CHECK(cudaMemset(to, 0, COLUMNS * sizeof *to));
    if (run_case("columns.walk", n, walk, BLOCK, 4 * n, columnsWalk, to, d_from, rows))
        check_columns(to);
    if (run_case("columns.tiles", n, tiles, dim3(LANES, DOWN), 4 * n, columnsTiles, to, d_from,
                 rows))
        check_columns(to);
    if (run_case("columns.atomics", n, blocks_for(n, 512), 512, 8 * n, columnsAtomics, to, d_from,
                 rows * COLUMNS))
        check_columns(to);
}

static void time_windows(size_t n)
{
    int *to = (int *)d_to;
    if (run_case("windows.global", n, blocks_for(n, BLOCK), BLOCK, 4 * n * (WINDOW + 1),
                 windowsGlobal, to, d_from, (int)n))
        check_numbers(to, n, mean_of_window, 0);
    if (run_case("windows.shared", n, blocks_for(n, BLOCK), BLOCK, 17 * n / 2, windowsShared, to,
                 d_from, (int)n))
        check_numbers(to, n, mean_of_window, 0);
    if (run_case("windows.running", n, blocks_for(n, SPAN - WINDOW), SPAN, 17 * n / 2,
                 windowsRunning, to, d_from, (int)n))
        check_numbers(to, n, mean_of_window, 0);
}

static void time_pairs(size_t n)
{
    int pairs = (int)(n / PARTS);
    float *to = (float *)d_to, *a = d_floats, *b = a + apart;
    const float4 *a4 = (float4 *)a, *b4 = (float4 *)b;
    if (run_case("pairs.fours", n, blocks_for(pairs, 64), 64, 8 * n, pairsFours, to, a4, b4, pairs))
        check_numbers(to, pairs, product_of_pair, 1e-4);
    if (run_case("pairs.lanes", n, blocks_for(n, BLOCK), BLOCK, 8 * n, pairsLanes, to, a, b, pairs))
        check_numbers(to, pairs, product_of_pair, 1e-4);
}

int main(int argc, char **argv)
{
    start_family("held_out_segments", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 3333, 1 << 24}, largest = scaled(1 << 24);
    const size_t places = largest + WINDOW;
    apart = largest;
    d_from = ints_on_device(places);
    h_before = (unsigned int *)host_memory((places + 1) * sizeof *h_before);
    h_before[0] = 0;
    for (size_t i = 0; i < places; i++)
        h_before[i + 1] = h_before[i] + input_number(i);
    d_floats = floats_on_device(2 * largest);
    h_starts = (int *)host_memory(largest * sizeof(int));
    d_starts = zeros_on_device(largest);
    CHECK(cudaMalloc(&d_to, largest * sizeof(int)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_segments(n);
        time_columns(n);
        time_windows(n);
        time_pairs(n);
    }
    for (void *memory : {d_to, (void *)d_from, (void *)d_starts, (void *)d_floats})
        CHECK(cudaFree(memory));
    free(h_starts);
    free(h_before);
    return end_family();
}
