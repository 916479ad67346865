/*
 * Held out of every fit: arithmetic in other mixes than the families that the constants were
 * fitted to, with branches, long chains and tables. What a thread computes is a function that the
 * host computes again, for some of the places.
 */
#include "cases.h"

enum { COEFFICIENTS = 24, BODIES_TILE = 128, SAMPLE = 101 };

/* A polynomial by Horner's scheme: one multiplication and addition waits for the one before. */
__host__ __device__ static inline float polynomial(float x)
{
    float value = 0;
    for (int k = 0; k < COEFFICIENTS; k++)
        value = value * x + 1.0f / (float)(k + 1);
    return value;
}

/* Four of them by turns, in double. */
__host__ __device__ static inline double four_series(double x, int terms)
{
    double a = 0, b = 0, c = 0, d = 0;
    for (int k = 0; k < terms; k++) {
        a = a * x + 0.25;
        b = b * x + 0.5;
        c = c * x + 0.75;
        d = d * x + 1;
    }
    return a + b + c + d;
}

__host__ __device__ static inline unsigned int xorshift(unsigned int x, int times)
{
    for (int k = 0; k < times; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

/* A generator of 64 bits: each multiplication is several of 32. */
__host__ __device__ static inline unsigned long long congruential(unsigned long long x, int times)
{
    for (int k = 0; k < times; k++)
        x = x * 6364136223846793005ull + 1442695040888963407ull;
    return x;
}

/* How often a number is halved or tripled until it is 1: lanes end at different times. */
__host__ __device__ static inline int collatz(unsigned int x)
{
    int steps = 0;
    for (; x > 1; steps++)
        x = x % 2 ? 3 * x + 1 : x / 2;
    return steps;
}

__host__ __device__ static inline unsigned int common_divisor(unsigned int a, unsigned int b)
{
    while (b) {
        unsigned int rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Four ways to go, which a lane's place decides. */
__host__ __device__ static inline float four_ways(int way, float x, int times)
{
    for (int k = 0; k < times; k++) {
        switch (way) {
        case 0: x = x * 0.5f + 1; break;
        case 1: x = sqrtf(x + 1); break;
        case 2: x = 1 / (x + 1); break;
        default: x = x - x * x * 0.25f;
        }
    }
    return x;
}

/* The price of an option, by Black and Scholes: logarithm, exponential, root, divisions. */
__host__ __device__ static inline float option_price(float stock, float strike, float years)
{
    float rate = 0.02f, volatility = 0.3f, root = sqrtf(years);
    float d1 =
        (logf(stock / strike) + (rate + volatility * volatility / 2) * years) / (volatility * root);
    float d2 = d1 - volatility * root;
    float n1 = 1 / (1 + expf(-1.702f * d1)), n2 = 1 / (1 + expf(-1.702f * d2));
    return stock * n1 - strike * expf(-rate * years) * n2;
}

/* How many numbers of a sorted table are smaller: each look waits for the one before. */
__host__ __device__ static inline int places_below(const int *table, int size, int number)
{
    int first = 0, behind = size;
    while (first < behind) {
        int middle = (first + behind) / 2;
        if (table[middle] < number)
            first = middle + 1;
        else
            behind = middle;
    }
    return first;
}

__global__ void polynomials(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = polynomial(from[i]);
}

__global__ void seriesOfDoubles(double *to, const float *from, int n, int terms)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = four_series(from[i], terms);
}

__global__ void xorshifts(int *to, int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (int)xorshift((unsigned int)i + 1, times);
}

__global__ void congruentials(unsigned long long *to, int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = congruential((unsigned long long)i, times);
}

__global__ void collatzSteps(int *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = collatz((unsigned int)i + 1);
}

__global__ void commonDivisors(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (int)common_divisor((unsigned int)from[i] + 1, (unsigned int)i + 1);
}

__global__ void waysByLane(float *to, const float *from, int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = four_ways(i % 4, from[i], times);
}

__global__ void waysByWarp(float *to, const float *from, int n, int times)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = four_ways(i / 32 % 4, from[i], times);
}

__global__ void optionPrices(float *to, const float *from, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        to[i] = option_price(10 + 20 * from[i], 15 + 5 * from[n - 1 - i], 0.25f + from[i]);
}

__global__ void searches(int *to, const int *table, int size, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = places_below(table, size, (int)(i * 40503u % (3 * size)));
}

/* Each body is drawn to all others, which pass by in tiles of shared memory. */
__global__ void attractions(float *to, const float *from, int n)
{
    __shared__ float tile[BODIES_TILE];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float place = from[i], pull = 0;
    for (int first = 0; first < n; first += BODIES_TILE) {
        tile[threadIdx.x] = from[first + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < BODIES_TILE; k++) {
            float way = tile[k] - place;
            float inverse = rsqrtf(way * way + 0.01f);
            pull += way * inverse * inverse * inverse;
        }
        __syncthreads();
    }
    to[i] = pull;
}

/* Bits of each number and its neighbours: counts, and the first that is set. */
__global__ void bitTricks(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int bits = (unsigned int)from[i] * 2654435761u;
    int sum = 0;
    for (int k = 0; k < 16; k++) {
        sum += __popc(bits) + __clz((int)bits) + __ffs((int)bits);
        bits = bits * 5 + 1;
    }
    to[i] = sum;
}

static int *d_to, *d_numbers, *d_table;
static float *d_floats;

static float input_float(size_t i)
{
    return (float)input_number(i) / 4096;
}

/* Whether every SAMPLE-th result is right, to one in 10^4, or to 10^-4 where less than 1 is left of
 * larger numbers. The results are overwritten. */
template <typename T> static void check_sample(size_t n, double (*expected)(size_t place))
{
    if (launches() == 0)
        return;
    T *to = (T *)copy_to_host(d_to, n * sizeof(T));
    int is_right = 1;
    for (size_t i = 0; i < n; i += SAMPLE)
        is_right &= fabs((double)to[i] - expected(i)) <= 1e-4 * fmax(fabs(expected(i)), 1);
    check_case(is_right);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(T)));
}

/* How many iterations the case at hand has, and other sizes that the results depend on. */
static int times_at_hand, n_at_hand;

static void time_floats(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    size_t bytes = 2 * n * sizeof(float);
    n_at_hand = (int)n;

    for (start_case("polynomial", n, grid, block, bytes); next_launch();)
        polynomials<<<grid, block>>>((float *)d_to, d_floats, (int)n);
    check_sample<float>(n, [](size_t i) { return (double)polynomial(input_float(i)); });

    for (start_case("options", n, 528, block, bytes + n * sizeof(float)); next_launch();)
        optionPrices<<<528, block>>>((float *)d_to, d_floats, (int)n);
    check_sample<float>(n, [](size_t i) {
        float stock = 10 + 20 * input_float(i);
        float strike = 15 + 5 * input_float(n_at_hand - 1 - i);
        return (double)option_price(stock, strike, 0.25f + input_float(i));
    });
}

static void time_doubles(size_t n, unsigned int block, int terms)
{
    unsigned int grid = blocks_for(n, block);
    times_at_hand = terms;
    for (start_case("series_of_doubles", n * terms, grid, block, 3 * n * sizeof(float));
         next_launch();)
        seriesOfDoubles<<<grid, block>>>((double *)d_to, d_floats, (int)n, terms);
    check_sample<double>(n, [](size_t i) { return four_series(input_float(i), times_at_hand); });
}

static void time_ways(size_t n, unsigned int block, int times)
{
    unsigned int grid = blocks_for(n, block);
    size_t bytes = 2 * n * sizeof(float);
    times_at_hand = times;
    for (start_case("ways_by_lane", n * times, grid, block, bytes); next_launch();)
        waysByLane<<<grid, block>>>((float *)d_to, d_floats, (int)n, times);
    check_sample<float>(
        n, [](size_t i) { return (double)four_ways(i % 4, input_float(i), times_at_hand); });
    for (start_case("ways_by_warp", n * times, grid, block, bytes); next_launch();)
        waysByWarp<<<grid, block>>>((float *)d_to, d_floats, (int)n, times);
    check_sample<float>(
        n, [](size_t i) { return (double)four_ways(i / 32 % 4, input_float(i), times_at_hand); });
}

static void time_integers(size_t n, unsigned int block, int times)
{
    unsigned int grid = blocks_for(n, block);
    times_at_hand = times;
    for (start_case("xorshift", n * times, grid, block, n * sizeof(int)); next_launch();)
        xorshifts<<<grid, block>>>(d_to, (int)n, times);
    check_sample<int>(
        n, [](size_t i) { return (double)(int)xorshift((unsigned int)i + 1, times_at_hand); });
    for (start_case("congruential", n * times, grid, block, 2 * n * sizeof(int)); next_launch();)
        congruentials<<<grid, block>>>((unsigned long long *)d_to, (int)n, times);
    check_sample<unsigned long long>(
        n, [](size_t i) { return (double)congruential(i, times_at_hand); });
}

static void time_branches(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case("collatz", n, grid, block, n * sizeof(int)); next_launch();)
        collatzSteps<<<grid, block>>>(d_to, (int)n);
    check_sample<int>(n, [](size_t i) { return (double)collatz((unsigned int)i + 1); });

    for (start_case("common_divisor", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        commonDivisors<<<grid, block>>>(d_to, d_numbers, (int)n);
    check_sample<int>(n, [](size_t i) {
        return (double)common_divisor((unsigned int)input_number(i) + 1, (unsigned int)i + 1);
    });

    for (start_case("bit_tricks", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        bitTricks<<<grid, block>>>(d_to, d_numbers, (int)n);
    check_sample<int>(n, [](size_t i) {
        unsigned int bits = (unsigned int)input_number(i) * 2654435761u;
        int sum = 0;
        for (int k = 0; k < 16; k++, bits = bits * 5 + 1)
            sum += __builtin_popcount(bits) +
                   (bits ? __builtin_clz(bits) + __builtin_ctz(bits) + 1 : 32);
        return (double)sum;
    });
}

/* The table has the multiples of 3. */
static void time_searches(size_t n, int size, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    n_at_hand = size;
    for (start_case("search", n, grid, block, n * sizeof(int)); next_launch();)
        searches<<<grid, block>>>(d_to, d_table, size, (int)n);
    check_sample<int>(n, [](size_t i) {
        return (double)(((unsigned int)i * 40503u % (3u * n_at_hand) + 2) / 3);
    });
}

static void time_attractions(size_t n)
{
    unsigned int grid = (unsigned int)(n / BODIES_TILE);
    n_at_hand = (int)n;
    for (start_case("attraction", n * n, grid, BODIES_TILE, 2 * n * sizeof(float)); next_launch();)
        attractions<<<grid, BODIES_TILE>>>((float *)d_to, d_floats, (int)n);
    check_sample<float>(n, [](size_t i) {
        double pull = 0;
        for (int k = 0; k < n_at_hand; k++) {
            double way = (double)input_float(k) - (double)input_float(i);
            pull += way / pow(way * way + 0.01, 1.5);
        }
        return pull;
    });
}

int main(int argc, char **argv)
{
    start_family("held_out_compute", argc, argv);
    size_t n_max = scaled(1 << 22);
    int table = 1 << 20, *h_table = (int *)host_memory(table * sizeof(int));
    for (int i = 0; i < table; i++)
        h_table[i] = 3 * i;
    CHECK(cudaMalloc((void **)&d_table, table * sizeof(int)));
    CHECK(cudaMemcpy(d_table, h_table, table * sizeof(int), cudaMemcpyHostToDevice));
    free(h_table);
    d_to = zeros_on_device(2 * n_max);
    d_numbers = ints_on_device(n_max);
    d_floats = floats_on_device(n_max);

    time_floats(scaled(1 << 16), 96);
    time_floats(scaled(1 << 22), 256);
    time_doubles(scaled(1 << 13), 64, 200);
    time_doubles(scaled(1 << 20), 512, 16);
    time_ways(scaled(1 << 17), 128, 12);
    time_integers(scaled(1 << 12), 128, 500);
    time_integers(scaled(1 << 20), 288, 24);
    time_branches(scaled(1 << 15), 128);
    time_branches(scaled(1 << 19), 448);
    time_searches(scaled(1 << 16), 1000, 256);
    time_searches(scaled(1 << 20), table, 128);
    time_attractions(scaled(1 << 13));

    CHECK(cudaFree(d_table));
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_floats));
    return end_family();
}
