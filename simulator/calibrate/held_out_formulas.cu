/*
 * Held out of every fit: formulas: distances on a sphere, sums of bells, polynomials in types of
 * two bytes, sums of digits, orbits by steps, means by chance. The words of a case's name behind
 * the dot say which of several versions of the same work it is.
 */
#include "held_out.h"
#include <cuda_bf16.h>

enum { BLOCK = 128, BELLS = 64, THOUSAND = 1000, EACH = 16, STEPS = 8, DRAWS = 32 };

typedef unsigned char byte;

/* How far each place, in radians, is from one at (1.2, -1): the device's exact functions ... */
__global__ void sphereExact(float *to, const float *latitudes, const float *longitudes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float up = sinf((latitudes[i] - 1.2f) / 2), along = sinf((longitudes[i] + 1) / 2);
    float part = up * up + cosf(latitudes[i]) * cosf(1.2f) * along * along;
    to[i] = 2 * 6371 * asinf(sqrtf(part));
}

/* ... or its fast ones. */
__global__ void sphereFast(float *to, const float *latitudes, const float *longitudes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float up = __sinf((latitudes[i] - 1.2f) / 2), along = __sinf((longitudes[i] + 1) / 2);
    float part = up * up + __cosf(latitudes[i]) * __cosf(1.2f) * along * along;
    to[i] = 2 * 6371 * asinf(sqrtf(part));
}

/* A bell at (x, y), as wide as z says, as high as w. */
__host__ __device__ static inline float bell_at(float4 bell, float x, float y)
{
    float across = x - bell.x, down = y - bell.y;
    return bell.w * expf(-bell.z * (across * across + down * down));
}

/* Sums of BELLS bells at each place: the bells in global memory ... */
__global__ void bellsGlobal(float *to, const float *x, const float *y, const float4 *bells, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0, ownX = x[i], ownY = y[i];
    for (int k = 0; k < BELLS; k++)
        sum += bell_at(bells[k], ownX, ownY);
    to[i] = sum;
}

/* ... or in shared memory ... */
__global__ void bellsShared(float *to, const float *x, const float *y, const float4 *bells, int n)
{
    __shared__ float4 own[BELLS];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x < BELLS)
        own[threadIdx.x] = bells[threadIdx.x];
    __syncthreads();
    if (i >= n)
        return;
    float sum = 0, ownX = x[i], ownY = y[i];
    for (int k = 0; k < BELLS; k++)
        sum += bell_at(own[k], ownX, ownY);
    to[i] = sum;
}

/* ... and a thread has two places. */
__global__ void bellsTwos(float *to, const float *x, const float *y, const float4 *bells, int n)
{
    __shared__ float4 own[BELLS];
    int first = blockIdx.x * 2 * BLOCK + threadIdx.x, second = first + BLOCK;
    if (threadIdx.x < BELLS)
        own[threadIdx.x] = bells[threadIdx.x];
    __syncthreads();
    if (first >= n)
        return;
    int other = min(second, n - 1);
    float x0 = x[first], y0 = y[first], x1 = x[other], y1 = y[other], sum0 = 0, sum1 = 0;
    for (int k = 0; k < BELLS; k++) {
        float4 bell = own[k];
        sum0 += bell_at(bell, x0, y0);
        sum1 += bell_at(bell, x1, y1);
    }
    to[first] = sum0;
    if (second < n)
        to[second] = sum1;
}

/* ((0.5 x + 0.25) x - 0.75) x + 2 in half, two numbers of a thread together ... */
__global__ void cubicHalves(half2 *to, const half2 *from, int twos)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= twos)
        return;
    half2 x = from[i], sum = __float2half2_rn(0.5f);
    sum = __hfma2(sum, x, __float2half2_rn(0.25f));
    sum = __hfma2(sum, x, __float2half2_rn(-0.75f));
    to[i] = __hfma2(sum, x, __float2half2_rn(2));
}

/* ... or one, in float ... */
__global__ void cubicWidened(half *to, const half *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = __half2float(from[i]);
    to[i] = __float2half(((0.5f * x + 0.25f) * x - 0.75f) * x + 2);
}

/* ... or in the type of bfloat16. */
__global__ void cubicBrain(__nv_bfloat16 *to, const __nv_bfloat16 *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float x = __bfloat162float(from[i]);
    to[i] = __float2bfloat16(((0.5f * x + 0.25f) * x - 0.75f) * x + 2);
}

/* Sums of the digits of numbers, some of them short: digit by digit ... */
__host__ __device__ static inline int digits_of(unsigned int number)
{
    int sum = 0;
    for (; number > 0; number /= 10)
        sum += number % 10;
    return sum;
}

__global__ void digitsDivided(int *to, const unsigned int *from, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = digits_of(from[i]);
}

/* ... or three at a time, by a table that each block makes for itself. */
__global__ void digitsTable(int *to, const unsigned int *from, int n)
{
    __shared__ byte sums[THOUSAND];
    for (int k = threadIdx.x; k < THOUSAND; k += blockDim.x)
        sums[k] = digits_of(k);
    __syncthreads();
    int first = blockIdx.x * blockDim.x * EACH + threadIdx.x;
    for (int k = 0; k < EACH; k++) {
        int i = first + k * blockDim.x, sum = 0;
        if (i >= n)
            return;
        for (unsigned int number = from[i]; number > 0; number /= THOUSAND)
            sum += sums[number % THOUSAND];
        to[i] = sum;
    }
}

/* STEPS steps of hunters and hunted by the classical method of fourth order. */
template <typename Number> struct state {
    Number hunted, hunters;
};

template <typename Number>
__host__ __device__ static inline state<Number> change(state<Number> now, state<Number> by,
                                                       Number time)
{
    Number hunted = now.hunted + time * by.hunted, hunters = now.hunters + time * by.hunters;
    return {hunted * (Number(1.1) - Number(0.4) * hunters),
            hunters * (Number(0.1) * hunted - Number(0.4))};
}

template <typename Number>
__host__ __device__ static inline state<Number> after_steps(state<Number> now)
{
    const Number time = Number(0.05);
    for (int step = 0; step < STEPS; step++) {
        state<Number> a = change<Number>(now, {0, 0}, 0), b = change(now, a, time / 2),
                      c = change(now, b, time / 2), d = change(now, c, time);
        now.hunted += time / 6 * (a.hunted + 2 * b.hunted + 2 * c.hunted + d.hunted);
        now.hunters += time / 6 * (a.hunters + 2 * b.hunters + 2 * c.hunters + d.hunters);
    }
    return now;
}

template <typename Number>
__global__ void orbits(Number *to, const Number *hunted, const Number *hunters, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    state<Number> end = after_steps<Number>({hunted[i], hunters[i]});
    to[i] = end.hunted + end.hunters;
}

/* The mean height of a quarter of a circle at DRAWS places, drawn by a generator of its own. */
__host__ __device__ static inline float mean_by_chance(unsigned int seed)
{
    unsigned int state = seed * 2654435761u + 1;
    float sum = 0;
    for (int k = 0; k < DRAWS; k++) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        float place = (float)(state >> 8) / (1 << 24);
        sum += sqrtf(1 - place * place);
    }
    return sum / DRAWS;
}

__global__ void chances(float *to, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = mean_by_chance(i);
}

static void *d_to;
static float *d_floats, *h_floats;
static double *d_doubles;
static half *d_halves;
static __nv_bfloat16 *d_brains;
static unsigned int *d_words, *h_words;
static float4 *d_bells, h_bells[BELLS];
static size_t apart; /* from one array to the other in the same memory */

static double as_double(__nv_bfloat16 number)
{
    return __bfloat162float(number);
}

static double sphere(size_t i)
{
    double latitude = h_floats[i], longitude = h_floats[apart + i];
    double up = sin((latitude - 1.2) / 2), along = sin((longitude + 1) / 2);
    return 2 * 6371 * asin(sqrt(up * up + cos(latitude) * cos(1.2) * along * along));
}

static double bells(size_t i)
{
    double sum = 0;
    for (const float4 &bell : h_bells)
        sum += bell_at(bell, h_floats[i], h_floats[apart + i]);
    return sum;
}

static double cubic(size_t i)
{
    double x = h_floats[i];
    return ((0.5 * x + 0.25) * x - 0.75) * x + 2;
}

static double digits(size_t i)
{
    return digits_of(h_words[i]);
}

static double orbit(size_t i)
{
    state<double> end = after_steps<double>({h_floats[i], h_floats[apart + i]});
    return end.hunted + end.hunters;
}

static double chance(size_t i)
{
    return mean_by_chance((unsigned int)i);
}

static void time_places(size_t n)
{
    float *to = (float *)d_to, *x = d_floats, *y = x + apart;
    if (run_case("sphere.exact", n, blocks_for(n, BLOCK), BLOCK, 12 * n, sphereExact, to, x, y,
                 (int)n))
        check_numbers(to, n, sphere, 1e-4);
    if (run_case("sphere.fast", n, blocks_for(n, BLOCK), BLOCK, 12 * n, sphereFast, to, x, y,
                 (int)n))
        check_numbers(to, n, sphere, 1e-3);
    int few = (int)(n / 4);
    if (run_case("bells.global", n, blocks_for(few, BLOCK), BLOCK, 3 * n, bellsGlobal, to, x, y,
                 d_bells, few))
        check_numbers(to, few, bells, 1e-4);
    if (run_case("bells.shared", n, blocks_for(few, BLOCK), BLOCK, 3 * n, bellsShared, to, x, y,
                 d_bells, few))
        check_numbers(to, few, bells, 1e-4);
    if (run_case("bells.twos", n, blocks_for(few, 2 * BLOCK), BLOCK, 3 * n, bellsTwos, to, x, y,
                 d_bells, few))
        check_numbers(to, few, bells, 1e-4);
    if (run_case("chances", n, blocks_for(few, 256), 256, n, chances, to, few))
        check_numbers(to, few, chance, 1e-4);
}

static void time_types(size_t n)
{
    half *halves = (half *)d_to;
    __nv_bfloat16 *brains = (__nv_bfloat16 *)d_to;
    if (run_case("cubic.halves", n, blocks_for(n / 2, 256), 256, 4 * n, cubicHalves, (half2 *)d_to,
                 (const half2 *)d_halves, (int)(n / 2)))
        check_numbers(halves, n / 2 * 2, cubic, 3e-3);
    if (run_case("cubic.widened", n, blocks_for(n, 256), 256, 4 * n, cubicWidened, halves, d_halves,
                 (int)n))
        check_numbers(halves, n, cubic, 3e-3);
    if (run_case("cubic.brain", n, blocks_for(n, 256), 256, 4 * n, cubicBrain, brains, d_brains,
                 (int)n))
        check_numbers(brains, n, cubic, 1e-2);
    int few = (int)(n / 2);
    if (run_case("orbits.float", n, blocks_for(few, 256), 256, 6 * n, orbits<float>, (float *)d_to,
                 d_floats, d_floats + apart, few))
        check_numbers((float *)d_to, few, orbit, 1e-4);
    if (run_case("orbits.double", n, blocks_for(few, 256), 256, 12 * n, orbits<double>,
                 (double *)d_to, d_doubles, d_doubles + apart, few))
        check_numbers((double *)d_to, few, orbit, 1e-10);
}

static void time_digits(size_t n)
{
    int *to = (int *)d_to;
    if (run_case("digits.divided", n, blocks_for(n, 512), 512, 8 * n, digitsDivided, to, d_words,
                 (int)n))
        check_numbers(to, n, digits, 0);
    if (run_case("digits.table", n, blocks_for(n, 512 * EACH), 512, 8 * n, digitsTable, to, d_words,
                 (int)n))
        check_numbers(to, n, digits, 0);
}

static void make_inputs(size_t largest)
{
    half *halves = (half *)host_memory(largest * sizeof(half));
    __nv_bfloat16 *brains = (__nv_bfloat16 *)host_memory(largest * sizeof *brains);
    double *doubles = (double *)host_memory(2 * largest * sizeof(double));
    h_words = (unsigned int *)host_memory(largest * sizeof(int));
    for (size_t i = 0; i < largest; i++) {
        halves[i] = __float2half(h_floats[i]);
        brains[i] = __float2bfloat16(h_floats[i]);
        h_words[i] = (unsigned int)(i + 1) * 2246822519u >> input_number(i) % 24;
    }
    for (size_t i = 0; i < 2 * largest; i++)
        doubles[i] = h_floats[i];
    d_halves = copy_to_device(halves, largest);
    d_brains = copy_to_device(brains, largest);
    d_doubles = copy_to_device(doubles, 2 * largest);
    d_words = copy_to_device(h_words, largest);
    for (void *memory : {(void *)halves, (void *)brains, (void *)doubles})
        free(memory);
    for (int k = 0; k < BELLS; k++)
        h_bells[k] = {h_floats[2 * k], h_floats[2 * k + 1], 1 + 20 * h_floats[3 * k + 500],
                      0.1f + h_floats[5 * k + 900]};
    d_bells = copy_to_device(h_bells, BELLS);
}

int main(int argc, char **argv)
{
    start_family("held_out_formulas", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 2345, 1 << 24};
    apart = scaled(1 << 24);
    d_floats = floats_on_device(2 * apart);
    h_floats = (float *)copy_to_host(d_floats, 2 * apart * sizeof(float));
    make_inputs(apart);
    CHECK(cudaMalloc(&d_to, apart * sizeof(float)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_places(n);
        time_types(n);
        time_digits(n);
    }
    for (void *memory : {d_to, (void *)d_floats, (void *)d_doubles, (void *)d_halves,
                         (void *)d_brains, (void *)d_words, (void *)d_bells})
        CHECK(cudaFree(memory));
    free(h_floats);
    free(h_words);
    return end_family();
}
