/*
 * Held out of every fit: places of the largest, norms, ranges, means and the best of many numbers.
 * The words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"
#include <cuda_fp16.h>
#include <limits.h>
#include <utility>

enum { BLOCK = 256, SHARE = 1024, GRID = 528, SAMPLES = 32, BEST = 4 };

typedef unsigned long long packed;

/* A number and its place as one word: the largest word has the largest number, and of equal ones
 * the first. */
__host__ __device__ static inline packed pack(int number, int place)
{
    return (packed)(unsigned int)number << 32 | (unsigned int)(INT_MAX - place);
}

/* The place of the largest of SHARE numbers: numbers and places in shared memory ... */
__global__ void placeShared(packed *to, const int *from, int n)
{
    __shared__ int numbers[BLOCK], places[BLOCK];
    int t = threadIdx.x, first = blockIdx.x * SHARE, best = -1, place = 0;
    for (int i = first + t; i < min(first + SHARE, n); i += BLOCK)
        if (from[i] > best) {
            best = from[i];
            place = i;
        }
    numbers[t] = best;
    places[t] = place;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t >= half)
            continue;
        int other = numbers[t + half], at = places[t + half];
        if (other > numbers[t] || (other == numbers[t] && at < places[t])) {
            numbers[t] = other;
            places[t] = at;
        }
    }
    if (t == 0)
        to[blockIdx.x] = pack(numbers[0], places[0]);
}

/* ... or both in one word, exchanged among lanes ... */
__global__ void placePacked(packed *to, const int *from, int n)
{
    __shared__ packed ofWarps[BLOCK / 32];
    int t = threadIdx.x, first = blockIdx.x * SHARE;
    packed best = 0;
    for (int i = first + t; i < min(first + SHARE, n); i += BLOCK)
        best = max(best, pack(from[i], i));
    for (int distance = 16; distance > 0; distance /= 2)
        best = max(best, __shfl_xor_sync(0xFFFFFFFF, best, distance));
    if (t % 32 == 0)
        ofWarps[t / 32] = best;
    __syncthreads();
    if (t > 0)
        return;
    for (int warp = 1; warp < BLOCK / 32; warp++)
        best = max(best, ofWarps[warp]);
    to[blockIdx.x] = best;
}

/* ... or by an atomic maximum of each thread in the block's word of global memory. */
__global__ void placeAtomic(packed *to, const int *from, int n)
{
    int first = blockIdx.x * SHARE;
    packed best = 0;
    for (int i = first + threadIdx.x; i < min(first + SHARE, n); i += BLOCK)
        best = max(best, pack(from[i], i));
    atomicMax(&to[blockIdx.x], best);
}

/* The block's sum, known to its first thread. */
template <typename Number> __device__ static Number sum_of_block(Number own)
{
    __shared__ Number ofWarps[BLOCK / 32];
    for (int distance = 16; distance > 0; distance /= 2)
        own += __shfl_down_sync(0xFFFFFFFF, own, distance);
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = own;
    __syncthreads();
    own = 0;
    for (int warp = 0; warp < BLOCK / 32; warp++)
        own += ofWarps[warp];
    return own;
}

/* Sums of squares, a part for each block: float by float, in float or in double ... */
template <typename Number> __global__ void normEach(float *to, const float *from, int n)
{
    Number sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += GRID * BLOCK)
        sum += (Number)from[i] * from[i];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        to[blockIdx.x] = (float)sum;
}

/* ... four at a time ... */
__global__ void normFours(float *to, const float *from, int n)
{
    float sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n / 4; i += GRID * BLOCK) {
        float4 four = ((const float4 *)from)[i];
        sum += four.x * four.x + four.y * four.y + four.z * four.z + four.w * four.w;
    }
    int rest = n / 4 * 4 + blockIdx.x * BLOCK + threadIdx.x;
    if (rest < n)
        sum += from[rest] * from[rest];
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        to[blockIdx.x] = sum;
}

/* ... or pairs of halves. */
__global__ void normHalves(float *to, const half2 *from, int n)
{
    float sum = 0;
    for (int i = blockIdx.x * BLOCK + threadIdx.x; i < n / 2; i += GRID * BLOCK) {
        float2 two = __half22float2(from[i]);
        sum += two.x * two.x + two.y * two.y;
    }
    if (n % 2 != 0 && blockIdx.x == 0 && threadIdx.x == 0)
        sum += __low2float(from[n / 2]) * __low2float(from[n / 2]);
    sum = sum_of_block(sum);
    if (threadIdx.x == 0)
        to[blockIdx.x] = sum;
}

/* The least and the largest of each block: every thread asks shared memory ... */
__global__ void rangeAtomics(int2 *to, const int *from, int n)
{
    __shared__ int least, largest;
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (threadIdx.x == 0) {
        least = INT_MAX;
        largest = INT_MIN;
    }
    __syncthreads();
    if (i < n) {
        atomicMin(&least, from[i]);
        atomicMax(&largest, from[i]);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        to[blockIdx.x] = make_int2(least, largest);
}

/* ... or one of each warp, which has asked its lanes. */
__global__ void rangeWarps(int2 *to, const int *from, int n)
{
    __shared__ int2 ofWarps[BLOCK / 32];
    int i = blockIdx.x * BLOCK + threadIdx.x, number = from[min(i, n - 1)];
    int least = __reduce_min_sync(0xFFFFFFFF, number),
        largest = __reduce_max_sync(0xFFFFFFFF, number);
    if (threadIdx.x % 32 == 0)
        ofWarps[threadIdx.x / 32] = make_int2(least, largest);
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int warp = 1; warp < BLOCK / 32; warp++) {
        least = min(least, ofWarps[warp].x);
        largest = max(largest, ofWarps[warp].y);
    }
    to[blockIdx.x] = make_int2(least, largest);
}

/* Mean and variance of SAMPLES numbers, which are `apart`: one pass with a division for each ... */
__global__ void varianceRunning(float2 *to, const float *from, int apart)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= apart)
        return;
    float mean = 0, squares = 0;
    for (int k = 0; k < SAMPLES; k++) {
        float number = from[(size_t)k * apart + column], off = number - mean;
        mean += off / (float)(k + 1);
        squares += off * (number - mean);
    }
    to[column] = make_float2(mean, squares / SAMPLES);
}

/* ... or two passes without. */
__global__ void varianceTwice(float2 *to, const float *from, int apart)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= apart)
        return;
    float mean = 0, squares = 0;
    for (int k = 0; k < SAMPLES; k++)
        mean += from[(size_t)k * apart + column];
    mean /= SAMPLES;
    for (int k = 0; k < SAMPLES; k++) {
        float off = from[(size_t)k * apart + column] - mean;
        squares += off * off;
    }
    to[column] = make_float2(mean, squares / SAMPLES);
}

/* The BEST largest of SAMPLES numbers, added: kept in order in registers ... */
__global__ void topKept(int *to, const int *from, int apart)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, best[BEST] = {-1, -1, -1, -1};
    if (column >= apart)
        return;
    for (int k = 0; k < SAMPLES; k++) {
        int number = from[(size_t)k * apart + column];
#pragma unroll
        for (int b = 0; b < BEST; b++) {
            int larger = max(best[b], number);
            number = min(best[b], number);
            best[b] = larger;
        }
    }
    to[column] = best[0] + best[1] + best[2] + best[3];
}

/* ... or found in a pass each, where a bit says which have been taken. */
__global__ void topPasses(int *to, const int *from, int apart)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    if (column >= apart)
        return;
    unsigned int taken = 0;
    for (int b = 0; b < BEST; b++) {
        int best = -1, place = 0;
        for (int k = 0; k < SAMPLES; k++) {
            int number = from[(size_t)k * apart + column];
            if ((taken >> k & 1) == 0 && number > best) {
                best = number;
                place = k;
            }
        }
        taken |= 1u << place;
        sum += best;
    }
    to[column] = sum;
}

static int *d_to, *d_ints, *h_ints;
static float *d_floats, *h_floats;
static half2 *d_halves;
static size_t count; /* numbers of the case at hand */

static int place_word(size_t i)
{
    packed best = 0;
    for (size_t k = i / 2 * SHARE; k < count && k < (i / 2 + 1) * SHARE; k++)
        best = max(best, pack(h_ints[k], (int)k));
    return (int)(i % 2 ? best >> 32 : best & UINT_MAX);
}

static void time_places(size_t n)
{
    unsigned int grid = blocks_for(n, SHARE);
    packed *to = (packed *)d_to;
    for (start_case("place.shared", n, grid, BLOCK, 4 * n); next_launch();)
        placeShared<<<grid, BLOCK>>>(to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * grid, place_word));
    for (start_case("place.packed", n, grid, BLOCK, 4 * n); next_launch();)
        placePacked<<<grid, BLOCK>>>(to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * grid, place_word));
    CHECK(cudaMemset(d_to, 0, grid * sizeof(packed)));
    for (start_case("place.atomic", n, grid, BLOCK, 4 * n); next_launch();)
        placeAtomic<<<grid, BLOCK>>>(to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * grid, place_word));
}

/* Whether the blocks' parts add up to the sum of the squares. */
static int is_norm_right(size_t n)
{
    float *parts = (float *)copy_to_host(d_to, GRID * sizeof(float));
    double sum = 0, wanted = 0;
    for (int k = 0; k < GRID; k++)
        sum += parts[k];
    for (size_t i = 0; i < n; i++)
        wanted += (double)h_floats[i] * h_floats[i];
    free(parts);
    CHECK(cudaMemset(d_to, 0xFF, GRID * sizeof(float)));
    return fabs(sum / wanted - 1) < 1e-3;
}

static void time_norms(size_t n)
{
    float *to = (float *)d_to;
    for (start_case("norm.each", n, GRID, BLOCK, 4 * n); next_launch();)
        normEach<float><<<GRID, BLOCK>>>(to, d_floats, (int)n);
    if (launches() > 0)
        check_case(is_norm_right(n));
    for (start_case("norm_double", n, GRID, BLOCK, 4 * n); next_launch();)
        normEach<double><<<GRID, BLOCK>>>(to, d_floats, (int)n);
    if (launches() > 0)
        check_case(is_norm_right(n));
    for (start_case("norm.fours", n, GRID, BLOCK, 4 * n); next_launch();)
        normFours<<<GRID, BLOCK>>>(to, d_floats, (int)n);
    if (launches() > 0)
        check_case(is_norm_right(n));
    for (start_case("norm_halves", n, GRID, BLOCK, 2 * n); next_launch();)
        normHalves<<<GRID, BLOCK>>>(to, d_halves, (int)n);
    if (launches() > 0)
        check_case(is_norm_right(n));
}

static int range_of_block(size_t i)
{
    int range[2] = {INT_MAX, INT_MIN};
    for (size_t k = i / 2 * BLOCK; k < count && k < (i / 2 + 1) * BLOCK; k++) {
        range[0] = min(range[0], h_ints[k]);
        range[1] = max(range[1], h_ints[k]);
    }
    return range[i % 2];
}

static float of_column(size_t i)
{
    size_t apart = count / SAMPLES;
    double mean = 0, squares = 0;
    for (int k = 0; k < SAMPLES; k++)
        mean += h_floats[k * apart + i / 2] / SAMPLES;
    for (int k = 0; k < SAMPLES; k++)
        squares += pow(h_floats[k * apart + i / 2] - mean, 2) / SAMPLES;
    return (float)(i % 2 == 0 ? mean : squares);
}

static int best_of_column(size_t i)
{
    int best[BEST] = {0};
    for (int k = 0; k < SAMPLES; k++) {
        int number = h_ints[k * (count / SAMPLES) + i];
        for (int b = 0; b < BEST; b++)
            if (number > best[b])
                std::swap(best[b], number);
    }
    return best[0] + best[1] + best[2] + best[3];
}

static void time_columns(size_t n)
{
    int apart = (int)(n / SAMPLES);
    unsigned int grid = blocks_for(n, BLOCK), fewer = blocks_for(apart, 128);
    for (start_case("range.atomics", n, grid, BLOCK, 4 * n); next_launch();)
        rangeAtomics<<<grid, BLOCK>>>((int2 *)d_to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * grid, range_of_block));
    for (start_case("range.warps", n, grid, BLOCK, 4 * n); next_launch();)
        rangeWarps<<<grid, BLOCK>>>((int2 *)d_to, d_ints, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * grid, range_of_block));
    for (start_case("variance.running", n, fewer, 128, 4 * n); next_launch();)
        varianceRunning<<<fewer, 128>>>((float2 *)d_to, d_floats, apart);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, 2 * apart, of_column));
    for (start_case("variance.twice", n, fewer, 128, 8 * n); next_launch();)
        varianceTwice<<<fewer, 128>>>((float2 *)d_to, d_floats, apart);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, 2 * apart, of_column));
    for (start_case("top.kept", n, fewer, 128, 4 * n); next_launch();)
        topKept<<<fewer, 128>>>(d_to, d_ints, apart);
    if (launches() > 0)
        check_case(ints_are(d_to, apart, best_of_column));
    for (start_case("top.passes", n, fewer, 128, 16 * n); next_launch();)
        topPasses<<<fewer, 128>>>(d_to, d_ints, apart);
    if (launches() > 0)
        check_case(ints_are(d_to, apart, best_of_column));
}

int main(int argc, char **argv)
{
    start_family("held_out_statistics", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) - 29, 1 << 24}, largest = scaled(1 << 24);
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, largest * sizeof(int));
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    half *h_halves = (half *)host_memory(largest * sizeof(half));
    for (size_t i = 0; i < largest; i++)
        h_halves[i] = __float2half(h_floats[i]);
    CHECK(cudaMalloc((void **)&d_halves, largest * sizeof(half)));
    CHECK(cudaMemcpy(d_halves, h_halves, largest * sizeof(half), cudaMemcpyHostToDevice));
    free(h_halves);
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(int)));
    for (size_t size : sizes) {
        count = scaled(size);
        time_places(count);
        time_norms(count);
        time_columns(count);
    }
    for (void *memory : {(void *)d_to, (void *)d_halves, (void *)d_floats, (void *)d_ints})
        CHECK(cudaFree(memory));
    free(h_floats);
    free(h_ints);
    return end_family();
}
