/*
 * Held out of every fit: arithmetic of simulations, in loops of equal and of unequal length. The
 * words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"
#include <algorithm>

enum { BLOCK = 256, THROWS = 32, STEPS = 8, POINTS = 8, WAVES = 1024 };

__constant__ float2 turns[POINTS];
static float2 h_turns[POINTS];

/* Throws into a square, of which those within the circle count: numbers one from the other ... */
__host__ __device__ static inline int is_within(unsigned int a, unsigned int b)
{
    float x = (float)(a >> 21), y = (float)(b >> 21); // exact, and so are their squares
    return x * x + y * y < (float)(1 << 22);
}

__host__ __device__ static inline int throws_in_turn(unsigned int i)
{
    unsigned int state = i * 747796405u + 2891336453u;
    int sum = 0;
    for (int k = 0; k < THROWS; k++) {
        unsigned int first = state = state * 1664525u + 1013904223u;
        state = state * 1664525u + 1013904223u;
        sum += is_within(first, state);
    }
    return sum;
}

__global__ void throwsInTurn(int *to, const int *, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = throws_in_turn((unsigned int)i);
}

/* ... or each from its own place, by stirring. */
__host__ __device__ static inline unsigned int stirred(unsigned int bits)
{
    bits = (bits ^ bits >> 16) * 0x7FEB352Du;
    bits = (bits ^ bits >> 15) * 0x846CA68Bu;
    return bits ^ bits >> 16;
}

__host__ __device__ static inline int throws_stirred(unsigned int i)
{
    int sum = 0;
    for (unsigned int k = 0; k < THROWS; k++)
        sum += is_within(stirred(2 * (i * THROWS + k)), stirred(2 * (i * THROWS + k) + 1));
    return sum;
}

__global__ void throwsStirred(int *to, const int *, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = throws_stirred((unsigned int)i);
}

/* A pendulum with friction, STEPS steps of Runge and Kutta's method. */
template <typename Number> __host__ __device__ static inline Number swing(Number angle)
{
    const Number step = (Number)0.05;
    Number speed = 0;
    for (int k = 0; k < STEPS; k++) {
        Number a1 = speed, s1 = -angle - speed / 8;
        Number a2 = speed + step / 2 * s1, s2 = -(angle + step / 2 * a1) - a2 / 8;
        Number a3 = speed + step / 2 * s2, s3 = -(angle + step / 2 * a2) - a3 / 8;
        Number a4 = speed + step * s3, s4 = -(angle + step * a3) - a4 / 8;
        angle += step / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
        speed += step / 6 * (s1 + 2 * s2 + 2 * s3 + s4);
    }
    return angle;
}

template <typename Number> __global__ void swings(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (float)swing((Number)from[i]);
}

/* Powers modulo a prime: exponents from 0 to 63, by as many products, or by squares. */
__global__ void powersInTurn(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned int power = 1, base = (unsigned int)from[i];
    for (int k = 0; k < from[i] % 64; k++)
        power = power * base % 65521;
    to[i] = (int)power;
}

__host__ __device__ static inline int power_by_squares(unsigned int base)
{
    unsigned int power = 1;
    for (unsigned int rest = base % 64; rest > 0; rest /= 2) {
        if (rest % 2 == 1)
            power = power * base % 65521;
        base = base * base % 65521;
    }
    return (int)power;
}

__global__ void powersBySquares(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = power_by_squares((unsigned int)from[i]);
}

/* The smallest divisor over 1 of odd and even numbers: all are tried, or odd ones only. */
__host__ __device__ static inline int divisor(int number, int step)
{
    if (step == 2 && number % 2 == 0)
        return 2;
    int k = step == 2 ? 3 : 2;
    for (; k * k <= number; k += step)
        if (number % k == 0)
            return k;
    return number;
}

template <int STEP> __global__ void divisors(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = divisor(from[i] + 2, STEP);
}

/* Fourier transforms of POINTS numbers of each thread, which are `apart`: by their definition ...
 */
__device__ static float2 plus_product(float2 sum, float2 a, float2 b)
{
    return make_float2(sum.x + a.x * b.x - a.y * b.y, sum.y + a.x * b.y + a.y * b.x);
}

__global__ void eightDefined(float2 *to, const float2 *from, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= apart)
        return;
    for (int k = 0; k < POINTS; k++) {
        float2 sum = make_float2(0, 0);
        for (int j = 0; j < POINTS; j++)
            sum = plus_product(sum, from[j * apart + i], turns[j * k % POINTS]);
        to[k * apart + i] = sum;
    }
}

/* ... or by three rounds of butterflies in registers. */
__global__ void eightButterflies(float2 *to, const float2 *from, int apart)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= apart)
        return;
    float2 own[POINTS];
#pragma unroll
    for (int k = 0; k < POINTS; k++)
        own[k] = from[((k & 1) << 2 | (k & 2) | k >> 2) * apart + i];
#pragma unroll
    for (int half = 1; half < POINTS; half *= 2)
#pragma unroll
        for (int k = 0; k < POINTS; k++)
            if ((k & half) == 0) {
                float2 turned = plus_product(make_float2(0, 0), own[k + half],
                                             turns[k % half * (POINTS / 2 / half)]);
                own[k + half] = make_float2(own[k].x - turned.x, own[k].y - turned.y);
                own[k] = make_float2(own[k].x + turned.x, own[k].y + turned.y);
            }
#pragma unroll
    for (int k = 0; k < POINTS; k++)
        to[k * apart + i] = own[k];
}

/* Sines: computed, or between two numbers of a table. */
__global__ void sineComputed(float *to, const float *from, const float *, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = 2 + sinf(from[i] * 6.2831853f);
}

__global__ void sineTable(float *to, const float *from, const float *table, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float place = from[i] * WAVES, part = place - floorf(place);
    int k = (int)place;
    to[i] = 2 + table[k] * (1 - part) + table[k + 1] * part;
}

/* Roots by Newton's steps: twelve for all, or as long as they change something. */
template <bool IS_EARLY> __global__ void rootsByNewton(float *to, const float *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float square = from[i] + 1, root = square;
    for (int k = 0; k < 12; k++) {
        float next = 0.5f * (root + square / root);
        if (IS_EARLY && fabsf(next - root) < 1e-5f)
            break;
        root = next;
    }
    to[i] = root;
}

/* As many steps as a number says, whose neighbours have such numbers or others. */
__host__ __device__ static inline int as_many_steps(int steps)
{
    unsigned int state = (unsigned int)steps;
    for (int k = 0; k < steps / 32; k++)
        state = state * 69069u + (state >> 7);
    return (int)state;
}

__global__ void manySteps(int *to, const int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = as_many_steps(from[i]);
}

static float *d_floats, *d_table, *h_floats;
static int *d_to, *d_ints, *d_sorted, *h_ints, *h_sorted, apart;

typedef int (*int_at)(size_t);
typedef float (*float_at)(size_t);

/* Times a kernel that has a thread for each of n numbers, and compares what it computes. */
static void time_ints(const char *name, size_t n, void (*kernel)(int *, const int *, int),
                      const int *d_from, int_at expected)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case(name, n, grid, BLOCK, 8 * n); next_launch();)
        kernel<<<grid, BLOCK>>>(d_to, d_from, (int)n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected));
}

static void time_floats(const char *name, size_t n, void (*kernel)(float *, const float *, int),
                        float_at expected)
{
    unsigned int grid = blocks_for(n, 128);
    for (start_case(name, n, grid, 128, 8 * n); next_launch();)
        kernel<<<grid, 128>>>((float *)d_to, d_floats, (int)n);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, n, expected));
}

static int power_of(size_t i)
{
    return power_by_squares((unsigned int)h_ints[i]);
}

static int divisor_of(size_t i)
{
    return divisor(h_ints[i] + 2, 1);
}

static float swing_of(size_t i)
{
    return (float)swing((double)h_floats[i]);
}

static float root_of(size_t i)
{
    return sqrtf(h_floats[i] + 1);
}

static void time_loops(size_t n)
{
    time_ints("throws_in_turn", n, throwsInTurn, d_ints,
              [](size_t i) { return throws_in_turn((unsigned int)i); });
    time_ints("throws_stirred", n, throwsStirred, d_ints,
              [](size_t i) { return throws_stirred((unsigned int)i); });
    time_ints("powers.in_turn", n, powersInTurn, d_ints, power_of);
    time_ints("powers.squares", n, powersBySquares, d_ints, power_of);
    time_ints("divisors.all", n, divisors<1>, d_ints, divisor_of);
    time_ints("divisors.odd", n, divisors<2>, d_ints, divisor_of);
    std::copy(h_ints, h_ints + n, h_sorted);
    std::sort(h_sorted, h_sorted + n);
    CHECK(cudaMemcpy(d_sorted, h_sorted, n * sizeof(int), cudaMemcpyHostToDevice));
    time_ints("steps_mixed", n, manySteps, d_ints,
              [](size_t i) { return as_many_steps(h_ints[i]); });
    time_ints("steps_sorted", n, manySteps, d_sorted,
              [](size_t i) { return as_many_steps(h_sorted[i]); });
    time_floats("swing_float", n, swings<float>, swing_of);
    time_floats("swing_double", n, swings<double>, swing_of);
    time_floats("newton.all", n, rootsByNewton<false>, root_of);
    time_floats("newton.early", n, rootsByNewton<true>, root_of);
}

static float sine(size_t i)
{
    return (float)(2 + sin(h_floats[i] * 6.28318530718));
}

static void time_sines(size_t n)
{
    unsigned int grid = blocks_for(n, BLOCK);
    for (start_case("sine.computed", n, grid, BLOCK, 8 * n); next_launch();)
        sineComputed<<<grid, BLOCK>>>((float *)d_to, d_floats, d_table, (int)n);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, n, sine));
    for (start_case("sine.table", n, grid, BLOCK, 16 * n); next_launch();)
        sineTable<<<grid, BLOCK>>>((float *)d_to, d_floats, d_table, (int)n);
    if (launches() > 0)
        check_case(floats_are((float *)d_to, n, sine));
}

/* Whether the transforms are what defines them; overwritten. */
static int are_eights_right(void)
{
    float2 *to = (float2 *)copy_to_host(d_to, apart * POINTS * sizeof *to);
    const float2 *from = (const float2 *)h_floats;
    int is_right = 1;
    for (int i = 0; i < apart; i++)
        for (int k = 0; k < POINTS; k++) {
            double x = 0, y = 0;
            for (int j = 0; j < POINTS; j++) {
                float2 a = from[j * apart + i], b = h_turns[j * k % POINTS];
                x += a.x * b.x - a.y * b.y;
                y += a.x * b.y + a.y * b.x;
            }
            is_right &= fabs(to[k * apart + i].x - x) < 1e-4 && // no to a NaN
                        fabs(to[k * apart + i].y - y) < 1e-4;
        }
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, apart * POINTS * sizeof *to));
    return is_right;
}

static void time_eights(size_t n)
{
    apart = (int)(n / 2 / POINTS);
    unsigned int grid = blocks_for(apart, 64);
    for (start_case("eight.defined", n, grid, 64, 36 * n); next_launch();)
        eightDefined<<<grid, 64>>>((float2 *)d_to, (float2 *)d_floats, apart);
    if (launches() > 0)
        check_case(are_eights_right());
    for (start_case("eight.butterflies", n, grid, 64, 8 * n); next_launch();)
        eightButterflies<<<grid, 64>>>((float2 *)d_to, (float2 *)d_floats, apart);
    if (launches() > 0)
        check_case(are_eights_right());
}

int main(int argc, char **argv)
{
    start_family("held_out_numbers", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 20) - 3, 1 << 23}, largest = scaled(1 << 23);
    for (int k = 0; k < POINTS; k++)
        h_turns[k] = make_float2((float)cos(-M_PI_4 * k), (float)sin(-M_PI_4 * k));
    CHECK(cudaMemcpyToSymbol(turns, h_turns, sizeof h_turns));
    float h_table[WAVES + 1];
    for (int k = 0; k <= WAVES; k++)
        h_table[k] = (float)sin(2 * M_PI * k / WAVES);
    CHECK(cudaMalloc((void **)&d_table, sizeof h_table));
    CHECK(cudaMemcpy(d_table, h_table, sizeof h_table, cudaMemcpyHostToDevice));
    d_ints = ints_on_device(largest);
    h_ints = (int *)copy_to_host(d_ints, largest * sizeof(int));
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    h_sorted = (int *)host_memory(largest * sizeof(int));
    d_sorted = zeros_on_device(largest);
    d_to = zeros_on_device(largest);
    for (size_t size : sizes) {
        time_loops(scaled(size));
        time_sines(scaled(size));
        time_eights(scaled(size));
    }
    for (void *memory : {(void *)d_ints, (void *)d_sorted, (void *)d_to})
        CHECK(cudaFree(memory));
    CHECK(cudaFree(d_floats));
    CHECK(cudaFree(d_table));
    free(h_ints);
    free(h_floats);
    free(h_sorted);
    return end_family();
}
