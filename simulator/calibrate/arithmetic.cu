/*
 * Arithmetic: chains of operations, each waiting for the one before, or four beside each other;
 * and branches in which the lanes of a warp part.
 *
 * The floating-point chains run into fixed points, so that their ends are known.
 */
#include "cases.h"

/* x = x / 2 + 1 ends at 2. */
__global__ void floatChain(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++)
        x = x * a + b;
    results[idx] = x;
}

__global__ void floatFourChains(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32, y = x + 1, z = x + 2, w = x + 3;
    for (int i = 0; i < iterations; i++) {
        x = x * a + b;
        y = y * a + b;
        z = z * a + b;
        w = w * a + b;
    }
    results[idx] = (x + y + z + w) / 4;
}

__global__ void doubleChain(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    double x = idx % 32, factor = a, addend = b;
    for (int i = 0; i < iterations; i++)
        x = x * factor + addend;
    results[idx] = (float)x;
}

/* x = b / (x + a) with these a and b ends at (sqrt(4.25) - 0.5) / 2. */
__global__ void divisionChain(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++)
        x = b / (x + a);
    results[idx] = x;
}

__global__ void rootChain(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++)
        x = sqrtf(x + b);
    results[idx] = x;
}

__global__ void sineChain(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++)
        x = sinf(x) + b;
    results[idx] = x;
}

__global__ void exponentialChain(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++)
        x = expf(-a * x);
    results[idx] = x;
}

/* The lanes with even numbers compute something else than those with odd ones. */
__global__ void divergentTwo(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++) {
        if (idx % 2 == 0)
            x = sqrtf(x + b);
        else
            x = expf(-a * x);
    }
    results[idx] = x;
}

/* The same where whole warps agree. */
__global__ void uniformTwo(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations; i++) {
        if (idx / 32 % 2 == 0)
            x = sqrtf(x + b);
        else
            x = expf(-a * x);
    }
    results[idx] = x;
}

/* Lane 0 makes a thirty-second of the iterations, lane 31 all. */
__global__ void divergentLengths(float *results, float a, float b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    float x = idx % 32;
    for (int i = 0; i < iterations * (idx % 32 + 1) / 32; i++)
        x = x * a + b;
    results[idx] = x;
}

__global__ void integerChain(unsigned int *results, unsigned int a, unsigned int b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = idx;
    for (int i = 0; i < iterations; i++)
        x = x * a + b;
    results[idx] = x;
}

__global__ void integerShifts(unsigned int *results, unsigned int a, unsigned int b, int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = idx + 1;
    for (int i = 0; i < iterations; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    results[idx] = x;
}

__global__ void integerDivisions(unsigned int *results, unsigned int a, unsigned int b,
                                 int iterations)
{
    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = idx;
    for (int i = 0; i < iterations; i++)
        x = a / (x % b + 1) + i;
    results[idx] = x;
}

typedef void float_kernel(float *results, float a, float b, int iterations);
typedef void integer_kernel(unsigned int *results, unsigned int a, unsigned int b, int iterations);

enum { FACTOR = 1664525, ADDEND = 1013904223 };

static float *d_results;

/* What every thread's chain ends at; odd_end where `period` threads in turn end at the other. */
static float even_end, odd_end;
static size_t period;

static float expected_end(size_t thread)
{
    return thread / period % 2 == 0 ? even_end : odd_end;
}

/* n counts the iterations of all threads. */
static void time_floats(const char *name, float_kernel *kernel, float end, float other_end,
                        size_t threads_of_end, unsigned int grid, unsigned int block,
                        int iterations)
{
    size_t threads = (size_t)grid * block;
    for (start_case(name, threads * iterations, grid, block, threads * sizeof(float));
         next_launch();)
        kernel<<<grid, block>>>(d_results, 0.5f, 1.0f, iterations);
    even_end = end;
    odd_end = other_end;
    period = threads_of_end;
    if (launches() > 0)
        check_case(floats_are(d_results, threads, expected_end));
}

static unsigned int chain_on_host(unsigned int x, int iterations)
{
    for (int i = 0; i < iterations; i++)
        x = x * FACTOR + ADDEND;
    return x;
}

static unsigned int shifts_on_host(unsigned int x, int iterations)
{
    x++;
    for (int i = 0; i < iterations; i++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}

static unsigned int divisions_on_host(unsigned int x, int iterations)
{
    for (int i = 0; i < iterations; i++)
        x = FACTOR / (x % ADDEND + 1) + i;
    return x;
}

/* Compares the last thread's result with the host's. */
static void time_integers(const char *name, integer_kernel *kernel,
                          unsigned int (*on_host)(unsigned int x, int iterations),
                          unsigned int grid, unsigned int block, int iterations)
{
    size_t threads = (size_t)grid * block;
    for (start_case(name, threads * iterations, grid, block, threads * sizeof(int)); next_launch();)
        kernel<<<grid, block>>>((unsigned int *)d_results, FACTOR, ADDEND, iterations);
    if (launches() == 0)
        return;
    unsigned int *results = (unsigned int *)copy_to_host(d_results, threads * sizeof(int));
    check_case(results[threads - 1] == on_host((unsigned int)threads - 1, iterations));
    free(results);
    CHECK(cudaMemset(d_results, 0xFF, threads * sizeof(int)));
}

int main(int argc, char **argv)
{
    // where the chains of floats end
    const float line = 2, root = 1.6180340f, sine = 1.9345632f, exponential = 0.70346742f;
    const float division = 0.78077641f;

    start_family("arithmetic", argc, argv);
    d_results = (float *)zeros_on_device(1056 * 256);
    int few = (int)scaled(1024), many = (int)scaled(512);

    // one warp, a block on each multiprocessor, as many as the device holds
    time_floats("float", floatChain, line, line, 1, 1, 32, few);
    time_floats("float", floatChain, line, line, 1, 132, 256, many);
    time_floats("float", floatChain, line, line, 1, 1056, 256, 64);
    time_floats("float", floatChain, line, line, 1, 1056, 256, many);
    time_floats("float_four", floatFourChains, line, line, 1, 1, 32, few);
    time_floats("float_four", floatFourChains, line, line, 1, 132, 256, many);
    time_floats("float_four", floatFourChains, line, line, 1, 1056, 256, many / 2);
    time_floats("double", doubleChain, line, line, 1, 1, 32, few);
    time_floats("double", doubleChain, line, line, 1, 1056, 256, many / 2);
    time_integers("integer", integerChain, chain_on_host, 1, 32, few);
    time_integers("integer", integerChain, chain_on_host, 1056, 256, many / 2);
    time_integers("integer_shifts", integerShifts, shifts_on_host, 1, 32, few);
    time_integers("integer_shifts", integerShifts, shifts_on_host, 1056, 256, many / 2);
    time_integers("integer_divisions", integerDivisions, divisions_on_host, 1, 32, few);
    time_integers("integer_divisions", integerDivisions, divisions_on_host, 1056, 256, 64);
    time_floats("division", divisionChain, division, division, 1, 1, 32, few);
    time_floats("division", divisionChain, division, division, 1, 1056, 256, many / 2);
    time_floats("root", rootChain, root, root, 1, 1, 32, few);
    time_floats("root", rootChain, root, root, 1, 1056, 256, many / 4);
    time_floats("sine", sineChain, sine, sine, 1, 1, 32, few);
    time_floats("sine", sineChain, sine, sine, 1, 1056, 256, many / 4);
    time_floats("exponential", exponentialChain, exponential, exponential, 1, 1, 32, few);
    time_floats("exponential", exponentialChain, exponential, exponential, 1, 1056, 256, many / 4);
    time_floats("divergent_two", divergentTwo, root, exponential, 1, 1, 32, few);
    time_floats("divergent_two", divergentTwo, root, exponential, 1, 1056, 256, many / 4);
    time_floats("uniform_two", uniformTwo, root, exponential, 32, 1056, 256, many / 4);
    // lane 0 needs some iterations to come close to the end, too
    time_floats("divergent_lengths", divergentLengths, line, line, 1, 1, 32, 1024);
    time_floats("divergent_lengths", divergentLengths, line, line, 1, 264, 256, 1024);

    CHECK(cudaFree(d_results));
    return end_family();
}
