/*
 * Held out of every fit: layers of networks, and what else works on rows of features. The words of
 * a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"
#include <cuda_fp16.h>

enum { ROW = 1024, NARROW = 256, BLOCK = 256, CENTRES = 32, FEATURES = 64, KEY = 128 };

__constant__ float4 constantCentres[CENTRES];

/* A sum or a maximum over a block of BLOCK threads, in all of them. */
template <bool IS_SUM> __device__ static float together(float own)
{
    __shared__ float parts[BLOCK / 32];
    for (int distance = 16; distance > 0; distance /= 2) {
        float other = __shfl_xor_sync(0xFFFFFFFF, own, distance);
        own = IS_SUM ? own + other : fmaxf(own, other);
    }
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = own;
    __syncthreads();
    float all = parts[0];
    for (int k = 1; k < BLOCK / 32; k++)
        all = IS_SUM ? all + parts[k] : fmaxf(all, parts[k]);
    return all;
}

/* Softmax of a row in each block: three passes over global memory ... */
__global__ void softmaxPasses(float *to, const float *from)
{
    const float *row = from + (size_t)blockIdx.x * ROW;
    float most = -1e30f, sum = 0;
    for (int k = threadIdx.x; k < ROW; k += BLOCK)
        most = fmaxf(most, row[k]);
    most = together<false>(most);
    for (int k = threadIdx.x; k < ROW; k += BLOCK)
        sum += expf(8 * (row[k] - most));
    sum = together<true>(sum);
    for (int k = threadIdx.x; k < ROW; k += BLOCK)
        to[(size_t)blockIdx.x * ROW + k] = expf(8 * (row[k] - most)) / sum;
}

/* ... or one: each thread keeps its numbers in registers. */
__global__ void softmaxKept(float *to, const float *from)
{
    float own[ROW / BLOCK], most = -1e30f, sum = 0;
    size_t first = (size_t)blockIdx.x * ROW + threadIdx.x;
#pragma unroll
    for (int k = 0; k < ROW / BLOCK; k++) {
        own[k] = from[first + k * BLOCK];
        most = fmaxf(most, own[k]);
    }
    most = together<false>(most);
#pragma unroll
    for (int k = 0; k < ROW / BLOCK; k++) {
        own[k] = __expf(8 * (own[k] - most));
        sum += own[k];
    }
    sum = 1 / together<true>(sum);
#pragma unroll
    for (int k = 0; k < ROW / BLOCK; k++)
        to[first + k * BLOCK] = own[k] * sum;
}

/* Each row of NARROW numbers less its mean, over its deviation: a block for each row ... */
__global__ void normaliseBlocks(float *to, const float *from)
{
    size_t i = (size_t)blockIdx.x * NARROW + threadIdx.x;
    float own = from[i], mean = together<true>(own) / NARROW;
    float variance = together<true>((own - mean) * (own - mean)) / NARROW;
    to[i] = (own - mean) * rsqrtf(variance + 1e-5f);
}

/* ... or a warp, each lane with two times four numbers. */
__global__ void normaliseWarps(float4 *to, const float4 *from, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    size_t i = (size_t)row * (NARROW / 4) + lane;
    float4 a = from[i], b = from[i + 32];
    float sum = a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
    float squares = a.x * a.x + a.y * a.y + a.z * a.z + a.w * a.w + b.x * b.x + b.y * b.y +
                    b.z * b.z + b.w * b.w;
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, distance);
        squares += __shfl_xor_sync(0xFFFFFFFF, squares, distance);
    }
    float mean = sum / NARROW, scale = rsqrtf(squares / NARROW - mean * mean + 1e-5f);
    to[i] = make_float4((a.x - mean) * scale, (a.y - mean) * scale, (a.z - mean) * scale,
                        (a.w - mean) * scale);
    to[i + 32] = make_float4((b.x - mean) * scale, (b.y - mean) * scale, (b.z - mean) * scale,
                             (b.w - mean) * scale);
}

/* Which of CENTRES is nearest to each point of four numbers: the centres in constant memory or in
 * shared. */
__host__ __device__ static inline int nearest_centre(float4 point, const float4 *centres)
{
    float least = 1e30f;
    int nearest = 0;
    for (int k = 0; k < CENTRES; k++) {
        float4 centre = centres[k];
        float x = point.x - centre.x, y = point.y - centre.y, z = point.z - centre.z;
        float w = point.w - centre.w, distance = x * x + y * y + z * z + w * w;
        if (distance < least) {
            least = distance;
            nearest = k;
        }
    }
    return nearest;
}

__global__ void nearestConstant(int *to, const float4 *points, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = nearest_centre(points[i], constantCentres);
}

__global__ void nearestShared(int *to, const float4 *points, const float4 *centres, int n)
{
    __shared__ float4 own[CENTRES];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < CENTRES)
        own[threadIdx.x] = centres[threadIdx.x];
    __syncthreads();
    if (i < n)
        to[i] = nearest_centre(points[i], own);
}

/* The sum of the table's rows that a bag names, FEATURES numbers each: a block for each bag, a
 * number for each of its threads; or 16 lanes with four numbers each, and four bags in a block. */
__global__ void sumBagEach(float *to, const float *table, const int *rows, const int *bags)
{
    int bag = blockIdx.x;
    float sum = 0;
    for (int k = bags[bag]; k < bags[bag + 1]; k++)
        sum += table[(size_t)rows[k] * FEATURES + threadIdx.x];
    to[(size_t)bag * FEATURES + threadIdx.x] = sum;
}

__global__ void sumBagFours(float4 *to, const float4 *table, const int *rows, const int *bags)
{
    int bag = blockIdx.x * 4 + threadIdx.y;
    float4 sum = make_float4(0, 0, 0, 0);
    for (int k = bags[bag]; k < bags[bag + 1]; k++) {
        float4 row = table[(size_t)rows[k] * (FEATURES / 4) + threadIdx.x];
        sum.x += row.x;
        sum.y += row.y;
        sum.z += row.z;
        sum.w += row.w;
    }
    to[(size_t)bag * (FEATURES / 4) + threadIdx.x] = sum;
}

/* How well a query fits each of many keys of KEY halves: a warp for each key. */
__global__ void scoreKeys(float *to, const half2 *query, const half2 *keys, int n)
{
    int key = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (key >= n)
        return;
    float sum = 0;
    for (int k = lane; k < KEY / 2; k += 32) {
        float2 a = __half22float2(query[k]), b = __half22float2(keys[(size_t)key * (KEY / 2) + k]);
        sum += a.x * b.x + a.y * b.y;
    }
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (lane == 0)
        to[key] = sum;
}

/* Adds each column's bias, and bends what comes out. */
__host__ __device__ static inline float bent(float x)
{
    return 0.5f * x * (1 + tanhf(0.7978846f * (x + 0.044715f * x * x * x)));
}

__global__ void bendAll(float *to, const float *from, const float *bias, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = bent(from[i] + bias[i % ROW]);
}

static float *d_to, *d_from, *h_from;
static float4 h_centres[CENTRES], *d_centres;
static int *h_rows, *h_bags;

/* Whether each row is what it should be, to one in 10^3 and 10^-4: softmax or less its mean. */
static int are_rows_right(size_t n, int width, int is_softmax)
{
    float *to = (float *)copy_to_host(d_to, n * sizeof(float));
    int is_right = 1;
    for (size_t first = 0; first < n; first += width) {
        const float *row = h_from + first;
        double sum = 0, squares = 0;
        for (int k = 0; k < width; k++) {
            sum += is_softmax ? expf(8 * row[k]) : row[k];
            squares += (double)row[k] * row[k];
        }
        double mean = sum / width, deviation = sqrt(squares / width - mean * mean + 1e-5);
        for (int k = 0; k < width; k++) {
            double wanted = is_softmax ? expf(8 * row[k]) / sum : (row[k] - mean) / deviation;
            is_right &=
                fabs(to[first + k] - wanted) <= 1e-3 * fabs(wanted) + (is_softmax ? 0 : 1e-4);
        }
    }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(float)));
    return is_right;
}

static void time_rows(size_t n)
{
    unsigned int rows = (unsigned int)(n / ROW), narrow = (unsigned int)(n / NARROW);
    for (start_case("softmax.passes", n, rows, BLOCK, 16 * n); next_launch();)
        softmaxPasses<<<rows, BLOCK>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_rows_right(n, ROW, 1));
    for (start_case("softmax.kept", n, rows, BLOCK, 8 * n); next_launch();)
        softmaxKept<<<rows, BLOCK>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_rows_right(n, ROW, 1));
    for (start_case("normalise.blocks", n, narrow, NARROW, 8 * n); next_launch();)
        normaliseBlocks<<<narrow, NARROW>>>(d_to, d_from);
    if (launches() > 0)
        check_case(are_rows_right(n, NARROW, 0));
    unsigned int grid = blocks_for(narrow, 4);
    for (start_case("normalise.warps", n, grid, 128, 8 * n); next_launch();)
        normaliseWarps<<<grid, 128>>>((float4 *)d_to, (float4 *)d_from, (int)narrow);
    if (launches() > 0)
        check_case(are_rows_right(n, NARROW, 0));
}

/* One point in 1000 may lie between two centres. */
static int are_nearest(int n)
{
    int *to = (int *)copy_to_host(d_to, (size_t)n * sizeof(int)), wrong = 0;
    for (int i = 0; i < n; i++)
        wrong += to[i] != nearest_centre(((float4 *)h_from)[i], h_centres);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, (size_t)n * sizeof(int)));
    return wrong <= n / 1000;
}

static void time_nearest(int n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    size_t bytes = 20 * (size_t)n;
    for (start_case("nearest.constant", n, grid, BLOCK, bytes); next_launch();)
        nearestConstant<<<grid, BLOCK>>>((int *)d_to, (float4 *)d_from, n);
    if (launches() > 0)
        check_case(are_nearest(n));
    for (start_case("nearest.shared", n, grid, BLOCK, bytes); next_launch();)
        nearestShared<<<grid, BLOCK>>>((int *)d_to, (float4 *)d_from, d_centres, n);
    if (launches() > 0)
        check_case(are_nearest(n));
}

static float bag_sum(size_t i)
{
    double sum = 0;
    for (int k = h_bags[i / FEATURES]; k < h_bags[i / FEATURES + 1]; k++)
        sum += h_from[(size_t)h_rows[k] * FEATURES + i % FEATURES];
    return (float)sum;
}

/* n: numbers of the table; a quarter as many bags as rows, which hold 15 rows at most. */
static void time_bags(size_t n)
{
    int rows = (int)(n / FEATURES), bags = rows / 4, count = 0, *d_rows, *d_bags;
    for (int bag = 0; bag < bags; bag++) {
        h_bags[bag] = count;
        for (int k = 0; k < input_number(bag) % 16; k++, count++)
            h_rows[count] = (int)((unsigned int)(count * 2 + 1) * 2246822519u % (unsigned int)rows);
    }
    h_bags[bags] = count;
    CHECK(cudaMalloc((void **)&d_rows, count * sizeof(int)));
    CHECK(cudaMemcpy(d_rows, h_rows, count * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMalloc((void **)&d_bags, (bags + 1) * sizeof(int)));
    CHECK(cudaMemcpy(d_bags, h_bags, (bags + 1) * sizeof(int), cudaMemcpyHostToDevice));
    size_t bytes = 4 * FEATURES * ((size_t)count + bags);
    for (start_case("bags.each", n, bags, FEATURES, bytes); next_launch();)
        sumBagEach<<<bags, FEATURES>>>(d_to, d_from, d_rows, d_bags);
    if (launches() > 0)
        check_case(floats_are(d_to, (size_t)bags * FEATURES, bag_sum));
    for (start_case("bags.fours", n, bags / 4, FEATURES, bytes); next_launch();)
        sumBagFours<<<bags / 4, dim3(16, 4)>>>((float4 *)d_to, (float4 *)d_from, d_rows, d_bags);
    if (launches() > 0)
        check_case(floats_are(d_to, (size_t)bags * FEATURES, bag_sum));
    CHECK(cudaFree(d_rows));
    CHECK(cudaFree(d_bags));
}

/* The keys are the halves of numbers 0 to 63, the query is the first key: sums are exact. */
static float score_of(size_t key)
{
    int sum = 0;
    for (int k = 0; k < KEY; k++)
        sum += input_number(k) / 64 * (input_number(key * KEY + k) / 64);
    return (float)sum;
}

static void time_scores(size_t n)
{
    half *d_keys, *keys = (half *)host_memory(n * sizeof(half));
    int count = (int)(n / KEY);
    unsigned int grid = blocks_for(count, 4);
    for (size_t i = 0; i < n; i++)
        keys[i] = __float2half((float)(input_number(i) / 64));
    CHECK(cudaMalloc((void **)&d_keys, n * sizeof(half)));
    CHECK(cudaMemcpy(d_keys, keys, n * sizeof(half), cudaMemcpyHostToDevice));
    for (start_case("scores", n, grid, 128, 4 * n); next_launch();)
        scoreKeys<<<grid, 128>>>(d_to, (half2 *)d_keys, (half2 *)d_keys, count);
    if (launches() > 0)
        check_case(floats_are(d_to, count, score_of));
    CHECK(cudaFree(d_keys));
    free(keys);
}

static float bent_at(size_t i)
{
    return bent(h_from[i] + h_from[i % ROW]);
}

static void time_bends(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case("bend", n, grid, BLOCK, 12 * n); next_launch();)
        bendAll<<<grid, BLOCK>>>(d_to, d_from, d_from, (int)n);
    if (launches() > 0)
        check_case(floats_are(d_to, n, bent_at));
}

int main(int argc, char **argv)
{
    start_family("held_out_layers", argc, argv);
    size_t largest = scaled((size_t)1 << 22);
    for (int k = 0; k < CENTRES; k++)
        h_centres[k] = make_float4(input_number(k * 3) / 4096.0f, input_number(k * 5) / 4096.0f,
                                   input_number(k * 7) / 4096.0f, input_number(k * 11) / 4096.0f);
    CHECK(cudaMemcpyToSymbol(constantCentres, h_centres, sizeof h_centres));
    CHECK(cudaMalloc((void **)&d_centres, sizeof h_centres));
    CHECK(cudaMemcpy(d_centres, h_centres, sizeof h_centres, cudaMemcpyHostToDevice));
    d_from = floats_on_device(largest);
    h_from = (float *)copy_to_host(d_from, largest * sizeof(float));
    h_bags = (int *)host_memory((largest / FEATURES / 4 + 1) * sizeof(int));
    h_rows = (int *)host_memory(largest / FEATURES / 4 * 15 * sizeof(int));
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(float)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(float)));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_rows(n);
        time_nearest((int)(n / 4));
        time_bags(n);
        time_scores(n);
        time_bends(n);
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_centres));
    free(h_from);
    free(h_bags);
    free(h_rows);
    return end_family();
}
