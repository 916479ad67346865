/*
 * Held out of every fit: half and vector types, loops of unequal length, early returns. The words
 * of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

#include <cuda_fp16.h>

/* y = a x + y into another array, a type of one number or of several. */
__global__ void addHalf(__half *to, const __half *x, const __half *y, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = __hfma(__float2half(0.5f), x[i], y[i]);
}

__global__ void addHalf2(__half2 *to, const __half2 *x, const __half2 *y, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = __hfma2(__float2half2_rn(0.5f), x[i], y[i]);
}

__global__ void addChar(signed char *to, const signed char *x, const signed char *y, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = (signed char)(3 * x[i] + y[i]);
}

__global__ void addChar4(char4 *to, const char4 *x, const char4 *y, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        char4 a = x[i], b = y[i];
        to[i] = make_char4((signed char)(3 * a.x + b.x), (signed char)(3 * a.y + b.y),
                           (signed char)(3 * a.z + b.z), (signed char)(3 * a.w + b.w));
    }
}

__global__ void addFloat(float *to, const float *x, const float *y, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = 0.5f * x[i] + y[i];
}

__global__ void addFloat4(float4 *to, const float4 *x, const float4 *y, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float4 a = x[i], b = y[i];
        to[i] = make_float4(0.5f * a.x + b.x, 0.5f * a.y + b.y, 0.5f * a.z + b.z, 0.5f * a.w + b.w);
    }
}

/* A generator that goes on as often as lengths says. */
__host__ __device__ static inline unsigned int stepped(unsigned int state, int times)
{
    for (int k = 0; k < times; k++)
        state = state * 1664525u + 1013904223u;
    return state;
}

__global__ void stepUnequal(unsigned int *to, const int *lengths, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i] = stepped(i, lengths[i]);
}

/* A number in no order. */
__host__ __device__ static inline unsigned int hashed(unsigned int x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

/* Half of the threads return at once: every other lane, or every other warp. */
template <int TOGETHER> __global__ void returnEarly(unsigned int *to, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || i / TOGETHER % 2 != 0)
        return;
    unsigned int state = i;
    for (int k = 0; k < 16; k++)
        state = hashed(state + k);
    to[i] = state;
}

static float *d_to, *d_x, *d_y, *h_x, *h_y;
static int together_at_hand;

static void time_floats(size_t n)
{
    unsigned int grid = blocks_for(n, 256), grid_of_4 = blocks_for(n / 4, 256);
    for (start_case("axpy_float.one", n, grid, 256, 3 * n * sizeof(float)); next_launch();)
        addFloat<<<grid, 256>>>(d_to, d_x, d_y, (unsigned int)n);
    if (launches() > 0)
        check_case(floats_are(d_to, n, [](size_t i) { return 0.5f * h_x[i] + h_y[i]; }));
    for (start_case("axpy_float.four", n, grid_of_4, 256, 3 * n * sizeof(float)); next_launch();)
        addFloat4<<<grid_of_4, 256>>>((float4 *)d_to, (float4 *)d_x, (float4 *)d_y,
                                      (unsigned int)(n / 4));
    if (launches() > 0)
        check_case(floats_are(d_to, n, [](size_t i) { return 0.5f * h_x[i] + h_y[i]; }));
}

/* The bytes of the floats, taken for numbers. */
static int are_chars_right(size_t n)
{
    signed char *to = (signed char *)copy_to_host(d_to, n);
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= to[i] == (signed char)(3 * ((signed char *)h_x)[i] + ((signed char *)h_y)[i]);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n));
    return is_right;
}

static void time_chars(size_t n)
{
    unsigned int grid = blocks_for(n, 256), grid_of_4 = blocks_for(n / 4, 256);
    for (start_case("axpy_char.one", n, grid, 256, 3 * n); next_launch();)
        addChar<<<grid, 256>>>((signed char *)d_to, (signed char *)d_x, (signed char *)d_y,
                               (unsigned int)n);
    if (launches() > 0)
        check_case(are_chars_right(n));
    for (start_case("axpy_char.four", n, grid_of_4, 256, 3 * n); next_launch();)
        addChar4<<<grid_of_4, 256>>>((char4 *)d_to, (char4 *)d_x, (char4 *)d_y,
                                     (unsigned int)(n / 4));
    if (launches() > 0)
        check_case(are_chars_right(n));
}

static int are_halves_right(size_t n)
{
    __half *to = (__half *)copy_to_host(d_to, n * sizeof *to);
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= __half2float(to[i]) == 0.5f * (float)(i % 64) + (float)(i % 7);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof *to));
    return is_right;
}

static void time_halves(size_t n)
{
    unsigned int grid = blocks_for(n, 256), grid_of_2 = blocks_for(n / 2, 256);
    __half *d_a, *d_b, *h_a = (__half *)host_memory(n * sizeof *h_a),
                       *h_b = (__half *)host_memory(n * sizeof *h_b);
    for (size_t i = 0; i < n; i++) {
        h_a[i] = __float2half((float)(i % 64));
        h_b[i] = __float2half((float)(i % 7));
    }
    CHECK(cudaMalloc((void **)&d_a, n * sizeof *d_a));
    CHECK(cudaMalloc((void **)&d_b, n * sizeof *d_b));
    CHECK(cudaMemcpy(d_a, h_a, n * sizeof *d_a, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_b, h_b, n * sizeof *d_b, cudaMemcpyHostToDevice));
    for (start_case("axpy_half.one", n, grid, 256, 3 * n * sizeof *d_a); next_launch();)
        addHalf<<<grid, 256>>>((__half *)d_to, d_a, d_b, (unsigned int)n);
    if (launches() > 0)
        check_case(are_halves_right(n));
    for (start_case("axpy_half.two", n, grid_of_2, 256, 3 * n * sizeof *d_a); next_launch();)
        addHalf2<<<grid_of_2, 256>>>((__half2 *)d_to, (__half2 *)d_a, (__half2 *)d_b,
                                     (unsigned int)(n / 2));
    if (launches() > 0)
        check_case(are_halves_right(n));
    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    free(h_a);
    free(h_b);
}

static int *h_lengths;

static void time_lengths(size_t n, const char *name, int (*length)(size_t i, size_t n))
{
    int *d_lengths;
    unsigned int grid = blocks_for(n, 256);
    h_lengths = (int *)host_memory(n * sizeof(int));
    for (size_t i = 0; i < n; i++)
        h_lengths[i] = length(i, n);
    CHECK(cudaMalloc((void **)&d_lengths, n * sizeof(int)));
    CHECK(cudaMemcpy(d_lengths, h_lengths, n * sizeof(int), cudaMemcpyHostToDevice));
    for (start_case(name, n, grid, 256, 2 * n * sizeof(int)); next_launch();)
        stepUnequal<<<grid, 256>>>((unsigned int *)d_to, d_lengths, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are((int *)d_to, n,
                            [](size_t i) { return (int)stepped((unsigned int)i, h_lengths[i]); }));
    CHECK(cudaFree(d_lengths));
    free(h_lengths);
}

static int early_result(size_t i)
{
    unsigned int state = (unsigned int)i;
    if (i / together_at_hand % 2 != 0)
        return -1;
    for (int k = 0; k < 16; k++)
        state = hashed(state + k);
    return (int)state;
}

static void time_returns(size_t n)
{
    unsigned int grid = blocks_for(n, 192);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(int)));
    together_at_hand = 1;
    for (start_case("return.lanes", n, grid, 192, n / 2 * sizeof(int)); next_launch();)
        returnEarly<1><<<grid, 192>>>((unsigned int *)d_to, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are((int *)d_to, n, early_result));
    together_at_hand = 32;
    for (start_case("return.warps", n, grid, 192, n / 2 * sizeof(int)); next_launch();)
        returnEarly<32><<<grid, 192>>>((unsigned int *)d_to, (unsigned int)n);
    if (launches() > 0)
        check_case(ints_are((int *)d_to, n, early_result));
}

int main(int argc, char **argv)
{
    start_family("held_out_vectors", argc, argv);
    size_t largest = scaled((size_t)1 << 24);
    d_to = (float *)zeros_on_device(largest);
    d_x = floats_on_device(largest);
    d_y = floats_on_device(largest);
    h_x = (float *)copy_to_host(d_x, largest * sizeof(float));
    h_y = (float *)copy_to_host(d_y, largest * sizeof(float));
    for (size_t n = largest / 16; n <= largest; n *= 16) {
        time_floats(n);
        time_chars(n);
        time_halves(n);
    }
    for (size_t n = largest / 64; n <= largest / 16; n *= 4) {
        time_lengths(n, "unequal.sorted",
                     [](size_t i, size_t all) { return (int)(256 * i / all); });
        time_lengths(n, "unequal.mixed", [](size_t i, size_t) { return input_number(i) / 16; });
        time_returns(n);
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));
    free(h_x);
    free(h_y);
    return end_family();
}
