/*
 * Held out of every fit: normal numbers drawn by chance, polynomials, running totals of doubles,
 * sums by blocks of an odd number of warps, primes. The words of a case's name behind the dot say
 * which of several versions of the same work it is.
 */
#include "held_out.h"

enum { BLOCK = 128, ODD_BLOCK = 352, DRAWS = 16, SHARE = 4 };

/* The next of a thread's numbers by chance, none of them 0. */
__host__ __device__ static inline unsigned int next_number(unsigned int *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

__host__ __device__ static inline unsigned int first_state(int thread)
{
    unsigned int state = (unsigned int)thread * 2654435769u + 1;
    return (state ^ state >> 16) * 0x45D9F3Bu | 1;
}

/* The sum of what DRAWS normal numbers are without their signs: from points within a circle, which
 * are drawn until there is one ... */
__host__ __device__ static inline float normals_of_circle(int thread)
{
    unsigned int state = first_state(thread);
    float sum = 0;
    for (int k = 0; k < DRAWS / 2; k++) {
        int x, y, squares;
        do {
            unsigned int number = next_number(&state);
            x = (int)(number >> 17) - (1 << 14);
            y = (int)(number >> 2 & 0x7FFF) - (1 << 14);
            squares = x * x + y * y;
        } while (squares == 0 || squares >= 1 << 28);
        float part = (float)squares / (1 << 28), scale = sqrtf(-2 * logf(part) / part) / (1 << 14);
        sum += scale * (float)(abs(x) + abs(y));
    }
    return sum;
}

/* ... or from an angle and a distance. */
__host__ __device__ static inline float normals_of_angle(int thread)
{
    unsigned int state = first_state(thread);
    float sum = 0;
    for (int k = 0; k < DRAWS / 2; k++) {
        float part = ((float)(next_number(&state) >> 9) + 0.5f) / (1 << 23),
              angle = (float)(next_number(&state) >> 16) * (6.2831853f / (1 << 16));
        sum += sqrtf(-2 * logf(part)) * (fabsf(cosf(angle)) + fabsf(sinf(angle)));
    }
    return sum;
}

template <bool IS_CIRCLE> __global__ void normals(float *to, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        to[i] = IS_CIRCLE ? normals_of_circle(i) : normals_of_angle(i);
}

/* A polynomial with TERMS coefficients, 1 / (k + 1): one term after the other ... */
template <int TERMS> __host__ __device__ static inline float terms_in_turn(float x)
{
    float value = 0;
#pragma unroll
    for (int k = TERMS - 1; k >= 0; k--)
        value = value * x + 1.0f / (float)(k + 1);
    return value;
}

template <int TERMS> __global__ void termsInTurn(float *to, const float *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        to[i] = terms_in_turn<TERMS>(from[i]);
}

/* ... or in pairs, and pairs of pairs. */
template <int TERMS> __global__ void termsInPairs(float *to, const float *from, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n)
        return;
    float x = from[i], value[TERMS];
#pragma unroll
    for (int k = 0; k < TERMS; k++)
        value[k] = 1.0f / (float)(k + 1);
#pragma unroll
    for (int distance = 1; distance < TERMS; distance *= 2) {
#pragma unroll
        for (int k = 0; k < TERMS; k += 2 * distance)
            value[k] += value[k + distance] * x;
        x *= x;
    }
    to[i] = value[0];
}

/* Running totals of a block's doubles, SHARE for each thread: what threads have is added up in
 * shared memory ... */
__global__ void totalsShared(double2 *to, const double2 *from)
{
    __shared__ double totals[2][BLOCK];
    int t = threadIdx.x, i = (blockIdx.x * BLOCK + t) * (SHARE / 2), now = 0;
    double2 a = from[i], b = from[i + 1];
    double all = a.x + a.y + b.x + b.y;
    totals[0][t] = all;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2, now = 1 - now) {
        totals[1 - now][t] = totals[now][t] + (t >= distance ? totals[now][t - distance] : 0);
        __syncthreads();
    }
    double before = totals[now][t] - all;
    to[i] = make_double2(before + a.x, before + a.x + a.y);
    to[i + 1] = make_double2(before + a.x + a.y + b.x, before + all);
}

/* ... or among lanes, and then warps. */
__global__ void totalsLanes(double2 *to, const double2 *from)
{
    __shared__ double ofWarps[BLOCK / 32];
    int t = threadIdx.x, i = (blockIdx.x * BLOCK + t) * (SHARE / 2);
    double2 a = from[i], b = from[i + 1];
    double all = a.x + a.y + b.x + b.y, before = all;
    for (int distance = 1; distance < 32; distance *= 2) {
        double other = __shfl_up_sync(0xFFFFFFFF, before, distance);
        before += t % 32 >= distance ? other : 0;
    }
    if (t % 32 == 31)
        ofWarps[t / 32] = before;
    __syncthreads();
    before -= all;
    for (int warp = 0; warp < t / 32; warp++)
        before += ofWarps[warp];
    to[i] = make_double2(before + a.x, before + a.x + a.y);
    to[i + 1] = make_double2(before + a.x + a.y + b.x, before + all);
}

/* Sums by blocks of eleven warps, two numbers for each thread: a tree whose halves are rounded up
 * ... */
__global__ void oddTree(float *to, const float *from)
{
    __shared__ float sums[ODD_BLOCK];
    int t = threadIdx.x, first = blockIdx.x * 2 * ODD_BLOCK;
    sums[t] = from[first + t] + from[first + ODD_BLOCK + t];
    for (int count = ODD_BLOCK, half; count > 1; count = half) {
        half = (count + 1) / 2;
        __syncthreads();
        if (t + half < count)
            sums[t] += sums[t + half];
    }
    if (t == 0)
        to[blockIdx.x] = sums[0];
}

/* ... or lanes first, and an atomic of each warp in shared memory. */
__global__ void oddLanes(float *to, const float *from)
{
    __shared__ float sum;
    int t = threadIdx.x, first = blockIdx.x * 2 * ODD_BLOCK;
    float own = from[first + t] + from[first + ODD_BLOCK + t];
    if (t == 0)
        sum = 0;
    __syncthreads();
    for (int distance = 16; distance > 0; distance /= 2)
        own += __shfl_down_sync(0xFFFFFFFF, own, distance);
    if (t % 32 == 0)
        atomicAdd(&sum, own);
    __syncthreads();
    if (t == 0)
        to[blockIdx.x] = sum;
}

/* The least divisor of an odd number above 1, or the number itself: a thread for each number ... */
__host__ __device__ static inline int least_divisor(int number)
{
    for (int k = 3; k * k <= number; k += 2)
        if (number % k == 0)
            return k;
    return number;
}

__global__ void divisorsThreads(int *to, int n)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i < n)
        to[i] = least_divisor(2 * i + 3);
}

/* ... or a warp, whose lanes try 32 divisors at once. */
__global__ void divisorsWarps(int *to, int n)
{
    int i = (blockIdx.x * BLOCK + threadIdx.x) / 32, number = 2 * i + 3, lane = threadIdx.x % 32;
    if (i >= n)
        return;
    int least = number;
    for (int first = 3; first * first <= number; first += 64) {
        int k = first + 2 * lane;
        unsigned int found = __ballot_sync(0xFFFFFFFF, k * k <= number && number % k == 0);
        if (found != 0) {
            least = first + 2 * (__ffs((int)found) - 1);
            break;
        }
    }
    if (lane == 0)
        to[i] = least;
}

static float *d_floats, *h_floats;
static double *d_doubles, *h_totals;
static void *d_to;

static double of_circle(size_t i)
{
    return normals_of_circle((int)i);
}

static double of_angle(size_t i)
{
    return normals_of_angle((int)i);
}

template <int TERMS> static double polynomial(size_t i)
{
    return terms_in_turn<TERMS>(h_floats[i]);
}

static double total(size_t i)
{
    return h_totals[i];
}

static double odd_sum(size_t block)
{
    double sum = 0;
    for (size_t k = 0; k < 2 * ODD_BLOCK; k++)
        sum += h_floats[block * 2 * ODD_BLOCK + k];
    return sum;
}

static double divisor(size_t i)
{
    return least_divisor((int)(2 * i + 3));
}

static void time_chances(size_t n)
{
    size_t threads = n / DRAWS, numbers = n / 16;
    unsigned int grid = blocks_for(threads, BLOCK);
    float *to = (float *)d_to;
    if (run_case("normals.circle", n, grid, BLOCK, 4 * threads, normals<true>, to, (int)threads))
        check_numbers(to, threads, of_circle, 1e-3);
    if (run_case("normals.angle", n, grid, BLOCK, 4 * threads, normals<false>, to, (int)threads))
        check_numbers(to, threads, of_angle, 1e-3);
    if (run_case("divisors.threads", n, blocks_for(numbers, BLOCK), BLOCK, 4 * numbers,
                 divisorsThreads, (int *)d_to, (int)numbers))
        check_numbers((int *)d_to, numbers, divisor, 0);
    if (run_case("divisors.warps", n, blocks_for(numbers, BLOCK / 32), BLOCK, 4 * numbers,
                 divisorsWarps, (int *)d_to, (int)numbers))
        check_numbers((int *)d_to, numbers, divisor, 0);
}

static void time_sums(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK), fewer = (unsigned int)(n / (2 * ODD_BLOCK));
    float *to = (float *)d_to;
    if (run_case("terms16.in_turn", n, grid, BLOCK, 8 * n, termsInTurn<16>, to, d_floats, (int)n))
        check_numbers(to, n, polynomial<16>, 1e-4);
    if (run_case("terms16.in_pairs", n, grid, BLOCK, 8 * n, termsInPairs<16>, to, d_floats, (int)n))
        check_numbers(to, n, polynomial<16>, 1e-4);
    if (run_case("terms128", n, grid, BLOCK, 8 * n, termsInTurn<128>, to, d_floats, (int)n))
        check_numbers(to, n, polynomial<128>, 1e-4);
    if (run_case("odd.tree", n, fewer, ODD_BLOCK, 4 * n, oddTree, to, d_floats))
        check_numbers(to, fewer, odd_sum, 1e-4);
    if (run_case("odd.lanes", n, fewer, ODD_BLOCK, 4 * n, oddLanes, to, d_floats))
        check_numbers(to, fewer, odd_sum, 1e-4);
    grid = (unsigned int)(n / (SHARE * BLOCK));
    double2 *totals = (double2 *)d_to;
    const double2 *from = (const double2 *)d_doubles;
    if (run_case("totals.shared", n, grid, BLOCK, 16 * n, totalsShared, totals, from))
        check_numbers((double *)d_to, (size_t)grid * SHARE * BLOCK, total, 1e-10);
    if (run_case("totals.lanes", n, grid, BLOCK, 16 * n, totalsLanes, totals, from))
        check_numbers((double *)d_to, (size_t)grid * SHARE * BLOCK, total, 1e-10);
}

int main(int argc, char **argv)
{
    start_family("held_out_draws", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) - 4321, 1 << 24}, largest = scaled(1 << 24);
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    double *h_doubles = (double *)host_memory(largest * sizeof(double));
    h_totals = (double *)host_memory(largest * sizeof(double));
    for (size_t i = 0; i < largest; i++) {
        h_doubles[i] = h_floats[i];
        h_totals[i] = h_doubles[i] + (i % (SHARE * BLOCK) > 0 ? h_totals[i - 1] : 0);
    }
    d_doubles = copy_to_device(h_doubles, largest);
    free(h_doubles);
    CHECK(cudaMalloc(&d_to, largest * sizeof(double)));
    for (size_t size : sizes) {
        time_empty(scaled(size));
        time_chances(scaled(size));
        time_sums(scaled(size));
    }
    for (void *memory : {d_to, (void *)d_floats, (void *)d_doubles})
        CHECK(cudaFree(memory));
    free(h_floats);
    free(h_totals);
    return end_family();
}
