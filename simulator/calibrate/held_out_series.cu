/*
 * Held out of every fit: series of numbers and trees of them: averages that forget, options by
 * trees of prices, likely ways through states, forests of decisions, sieves, special
 * functions, wide products. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    BLOCK = 256,
    LENGTH = 512,
    STEPS = 255,
    PER_LANE = (STEPS + 1) / LANES,
    STATES = 64,
    TIMES = 128,
    SYMBOLS = 8,
    FEATURES = 16,
    TREES = 12,
    NODES = 127,
    SPAN = 16384,
    PRIMES = 1024,
    TURNS = 8
};
enum : unsigned int { ALL = 0xFFFFFFFF };
enum : unsigned long long { MIXER = 0x9E3779B97F4A7C15 };

/* Averages of series that forget what lies behind: a thread for each series, whose numbers lie
 * `apart` places from one another, those of the next series `next` places behind it ... */
__global__ void averageEach(float *to, const float *from, int series, int apart, int next)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= series)
        return;
    float average = 0;
    for (int k = 0; k < LENGTH; k++) {
        average += 0.1f * (from[i * next + k * apart] - average);
        to[i * next + k * apart] = average;
    }
}

/* ... or a warp for LANES series, which go through shared memory by tiles. */
__global__ void averageTiles(float *to, const float *from)
{
    __shared__ float tile[LANES][LANES + 1];
    int lane = threadIdx.x, first = blockIdx.x * LANES;
    float average = 0;
    for (int begin = 0; begin < LENGTH; begin += LANES) {
        for (int row = 0; row < LANES; row++)
            tile[row][lane] = from[(first + row) * LENGTH + begin + lane];
        __syncwarp();
        for (int k = 0; k < LANES; k++) {
            average += 0.1f * (tile[lane][k] - average);
            tile[lane][k] = average;
        }
        __syncwarp();
        for (int row = 0; row < LANES; row++)
            to[(first + row) * LENGTH + begin + lane] = tile[row][lane];
        __syncwarp();
    }
}

/* What an American put of a strike is worth if its price has gone up `ups` of `steps` times. */
__device__ __host__ static float exercised(float strike, int ups, int steps)
{
    return fmaxf(strike - 100 * expf(0.02f * (2 * ups - steps)), 0);
}

/* Puts by a tree of prices, from its leaves to its root: a block for each, a thread for a leaf ...
 */
__global__ void optionShared(float *to, const float *strikes)
{
    __shared__ float values[STEPS + 2];
    int t = threadIdx.x;
    float strike = 80 + 40 * strikes[blockIdx.x];
    values[t] = exercised(strike, t, STEPS);
    for (int step = STEPS - 1; step >= 0; step--) {
        __syncthreads();
        float up = t <= step ? values[t + 1] : 0, down = t <= step ? values[t] : 0;
        __syncthreads();
        if (t <= step)
            values[t] = fmaxf(0.999f * (0.51f * up + 0.49f * down), exercised(strike, t, step));
    }
    if (t == 0)
        to[blockIdx.x] = values[0];
}

/* ... or a warp, whose lanes keep PER_LANE values each. */
__global__ void optionLanes(float *to, const float *strikes, int options)
{
    int option = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (option >= options)
        return;
    float strike = 80 + 40 * strikes[option], values[PER_LANE];
#pragma unroll
    for (int k = 0; k < PER_LANE; k++)
        values[k] = exercised(strike, lane * PER_LANE + k, STEPS);
    for (int step = STEPS - 1; step >= 0; step--) {
        float next = __shfl_down_sync(ALL, values[0], 1);
#pragma unroll
        for (int k = 0; k < PER_LANE; k++) {
            float up = k + 1 < PER_LANE ? values[(k + 1) % PER_LANE] : next;
            values[k] = fmaxf(0.999f * (0.51f * up + 0.49f * values[k]),
                              exercised(strike, lane * PER_LANE + k, step));
        }
    }
    if (lane == 0)
        to[option] = values[0];
}

/* How likely the likeliest way through STATES states is, of which each symbol of a series says how
 * likely it is: a block for a series, a thread for a state. */
__global__ void viterbi(int *to, const unsigned char *symbols, const int *steps, const int *signs)
{
    __shared__ int before[STATES], change[STATES][STATES + 1];
    int t = threadIdx.x, own = 0;
    for (int k = 0; k < STATES; k++)
        change[k][t] = steps[k * STATES + t];
    for (int k = 0; k < TIMES; k++) {
        before[t] = own;
        __syncthreads();
        int best = before[0] + change[0][t];
        for (int from = 1; from < STATES; from++)
            best = max(best, before[from] + change[from][t]);
        own = best + signs[symbols[blockIdx.x * TIMES + k] % SYMBOLS * STATES + t];
        __syncthreads();
    }
    before[t] = own;
    __syncthreads();
    if (t > 0)
        return;
    for (int k = 1; k < STATES; k++)
        own = max(own, before[k]);
    to[blockIdx.x] = own;
}

/* A node of a tree of decisions: goes left if the feature is below the bound; a leaf has a value.
 */
struct node {
    float bound;
    int feature; /* -1: a leaf */
};

__device__ __host__ static float decided(const struct node *tree, const float *features)
{
    int at = 0;
    while (tree[at].feature >= 0)
        at = 2 * at + (features[tree[at].feature] < tree[at].bound ? 1 : 2);
    return tree[at].bound;
}

/* Sums of what the trees of a forest say of rows of FEATURES numbers: from global memory ... */
__global__ void forestGlobal(float *to, const float *from, const struct node *trees, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int tree = 0; tree < TREES; tree++)
        sum += decided(trees + tree * NODES, from + row * FEATURES);
    to[row] = sum;
}

/* ... or with the forest in shared memory. */
__global__ void forestShared(float *to, const float *from, const struct node *trees, int rows)
{
    __shared__ struct node own[TREES * NODES];
    for (int k = threadIdx.x; k < TREES * NODES; k += blockDim.x)
        own[k] = trees[k];
    __syncthreads();
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int tree = 0; tree < TREES; tree++)
        sum += decided(own + tree * NODES, from + row * FEATURES);
    to[row] = sum;
}

/* How many primes each SPAN of numbers has: a block strikes out multiples in shared memory. */
__global__ void sieve(int *to, const int *primes)
{
    __shared__ unsigned int struck[SPAN / 32];
    __shared__ int count;
    unsigned int first = blockIdx.x * SPAN, t = threadIdx.x;
    for (unsigned int k = t; k < SPAN / 32; k += blockDim.x)
        struck[k] = first == 0 && k == 0 ? 3 : 0;
    if (t == 0)
        count = 0;
    __syncthreads();
    for (unsigned int k = t; k < PRIMES; k += blockDim.x) {
        unsigned int prime = primes[k];
        unsigned int begin = max((first + prime - 1) / prime * prime, prime * prime);
        for (unsigned int at = begin - first; at < SPAN; at += prime)
            atomicOr(&struck[at / 32], 1u << at % 32);
    }
    __syncthreads();
    int own = 0;
    for (unsigned int k = t; k < SPAN / 32; k += blockDim.x)
        own += __popc(~struck[k]);
    atomicAdd(&count, own);
    __syncthreads();
    if (t == 0)
        to[blockIdx.x] = count;
}

/* A bell, its integral and a logarithm, in double. */
__device__ __host__ static double special_of(double x)
{
    return exp(-x * x) * erf(x) + log1p(x);
}

__global__ void special(double *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = special_of(4.0 * from[i]);
}

/* Numbers of 64 bits that are stirred by both halves of their squares. */
__global__ void wideProducts(unsigned long long *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned long long number = from[i] * MIXER;
    for (int k = 0; k < TURNS; k++)
        number = __umul64hi(number, number | 1) ^ number * MIXER;
    to[i] = number;
}

static void *d_to;
static float *d_floats, *h_floats;
static int *d_ints, *d_primes, *h_ints, apart;
static unsigned char *h_is_struck;
static struct node h_trees[TREES * NODES], *d_trees;

static double average_at(size_t i)
{
    size_t place = apart == 1 ? i / LENGTH * LENGTH : i % apart, k = 0;
    double average = 0;
    do
        average += 0.1 * (h_floats[place + k * apart] - average);
    while (place + k++ * apart != i);
    return average;
}

static double option_at(size_t i)
{
    float strike = 80 + 40 * h_floats[i];
    double values[STEPS + 1];
    for (int k = 0; k <= STEPS; k++)
        values[k] = exercised(strike, k, STEPS);
    for (int step = STEPS - 1; step >= 0; step--)
        for (int k = 0; k <= step; k++)
            values[k] =
                fmax(0.999 * (0.51 * values[k + 1] + 0.49 * values[k]), exercised(strike, k, step));
    return values[0];
}

static double way_at(size_t i)
{
    const int *steps = h_ints, *signs = h_ints + STATES * STATES;
    const unsigned char *symbols = (unsigned char *)h_ints + i * TIMES;
    int ways[2][STATES] = {};
    for (int k = 0; k < TIMES; k++)
        for (int to = 0; to < STATES; to++) {
            int best = 0;
            for (int from = 0; from < STATES; from++)
                best = max(best, ways[k % 2][from] + steps[from * STATES + to]);
            ways[1 - k % 2][to] = best + signs[symbols[k] % SYMBOLS * STATES + to];
        }
    int best = 0;
    for (int own : ways[TIMES % 2])
        best = max(best, own);
    return best;
}

static double decisions_at(size_t i)
{
    double sum = 0;
    for (int tree = 0; tree < TREES; tree++)
        sum += decided(h_trees + tree * NODES, h_floats + i * FEATURES);
    return sum;
}

static double primes_in_span(size_t i)
{
    int count = 0;
    for (size_t k = i * SPAN; k < (i + 1) * SPAN; k++)
        count += !h_is_struck[k];
    return count;
}

static double special_at(size_t i)
{
    return special_of(4.0 * h_floats[i]);
}

static double wide_product(size_t i)
{
    unsigned long long number = h_ints[i] * MIXER;
    for (int k = 0; k < TURNS; k++)
        number = (unsigned __int128)number * (number | 1) >> 64 ^ number * MIXER;
    return (double)number;
}

static void time_averages(size_t n)
{
    int series = (int)(n / (LENGTH * LANES) * LANES);
    size_t all = (size_t)series * LENGTH;
    float *to = (float *)d_to;
    apart = 1;
    if (run_case("average.rows", n, blocks_for(series, 64), 64, 8 * all, averageEach, to, d_floats,
                 series, 1, (int)LENGTH))
        check_numbers(to, all, average_at, 1e-4);
    if (run_case("average.tiles", n, series / LANES, LANES, 8 * all, averageTiles, to, d_floats))
        check_numbers(to, all, average_at, 1e-4);
    apart = series;
    if (run_case("average.columns", n, blocks_for(series, 64), 64, 8 * all, averageEach, to,
                 d_floats, series, series, 1))
        check_numbers(to, all, average_at, 1e-4);
    int options = (int)(n / 1024);
    if (run_case("option.shared", n, options, STEPS + 1, 8 * options, optionShared, to, d_floats))
        check_numbers(to, options, option_at, 1e-3);
    if (run_case("option.lanes", n, blocks_for(options * LANES, 128), 128, 8 * options, optionLanes,
                 to, d_floats, options))
        check_numbers(to, options, option_at, 1e-3);
}

static void time_decisions(size_t n)
{
    int rows = (int)(n / FEATURES), *ints = (int *)d_to, series = (int)(n / 8192);
    float *to = (float *)d_to;
    if (run_case("forest.global", n, blocks_for(rows, BLOCK), BLOCK, 4 * n, forestGlobal, to,
                 d_floats, (const struct node *)d_trees, rows))
        check_numbers(to, rows, decisions_at, 1e-4);
    if (run_case("forest.shared", n, blocks_for(rows, BLOCK), BLOCK, 4 * n, forestShared, to,
                 d_floats, (const struct node *)d_trees, rows))
        check_numbers(to, rows, decisions_at, 1e-4);
    if (run_case("viterbi", n, series, STATES, (size_t)series * (4 * STATES * STATES), viterbi,
                 ints, (const unsigned char *)d_ints, d_ints, d_ints + STATES * STATES))
        check_numbers(ints, series, way_at, 0);
    if (run_case("sieve", n, (unsigned int)(n / SPAN), BLOCK, n / SPAN * (4 * PRIMES), sieve, ints,
                 d_primes))
        check_numbers(ints, n / SPAN, primes_in_span, 0);
    if (run_case("special", n, blocks_for(n / 4, 128), 128, 3 * n, special, (double *)d_to,
                 d_floats, (int)(n / 4)))
        check_numbers((double *)d_to, n / 4, special_at, 1e-9);
    if (run_case("wide_products", n, blocks_for(n / 2, 512), 512, 6 * n, wideProducts,
                 (unsigned long long *)d_to, d_ints, (int)(n / 2)))
        check_numbers((unsigned long long *)d_to, n / 2, wide_product, 1e-12);
}

/* The primes below n, and the first PRIMES of them on the device; a forest. */
static void make_tables(size_t n)
{
    static int primes[PRIMES];
    size_t count = 0;
    h_is_struck = (unsigned char *)calloc(n, 1);
    h_is_struck[0] = h_is_struck[1] = 1;
    for (size_t i = 2; i < n; i++) {
        if (h_is_struck[i])
            continue;
        if (count < PRIMES)
            primes[count++] = (int)i;
        for (size_t k = i * i; k < n; k += i)
            h_is_struck[k] = 1;
    }
    d_primes = copy_to_device(primes, PRIMES);
    for (int i = 0; i < TREES * NODES; i++) {
        int is_leaf = i % NODES >= NODES / 2 || (i % NODES > 0 && input_number(i) % 8 == 0);
        h_trees[i].feature = is_leaf ? -1 : input_number(3 * i) % FEATURES;
        h_trees[i].bound = input_number(5 * i) / 4096.0f;
    }
    d_trees = copy_to_device(h_trees, TREES * NODES);
}

int main(int argc, char **argv)
{
    start_family("held_out_series", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 6006, 1 << 24}, largest = scaled(1 << 24);
    make_tables(largest);
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, largest * sizeof(int));
    CHECK(cudaMalloc(&d_to, largest * sizeof(float)));
    CHECK(cudaMemset(d_to, 0xFF, largest * sizeof(float)));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_averages(scaled(size));
        time_decisions(scaled(size));
    }
    for (void *memory : {d_to, (void *)d_floats, (void *)d_ints, (void *)d_primes, (void *)d_trees})
        CHECK(cudaFree(memory));
    for (void *memory : {(void *)h_floats, (void *)h_ints, (void *)h_is_struck})
        free(memory);
    return end_family();
}
