/*
 * Copies: how fast memory is with well and badly placed accesses.
 */
#include "cases.h"

__global__ void copyInt(int *to, const int *from, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = from[idx];
}

__global__ void copyFloat(float *to, const float *from, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = from[idx];
}

__global__ void copyInt4(int4 *to, const int4 *from, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = from[idx];
}

/* Reads every stride-th number and stores them side by side. */
__global__ void copyStride(int *to, const int *from, size_t n, int stride)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = from[idx * stride];
}

__global__ void copyOffset(int *to, const int *from, size_t n, int offset)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = from[idx + offset];
}

__global__ void copyReversed(int *to, const int *from, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = from[n - 1 - idx];
}

/* Few blocks, which walk over the whole array. */
__global__ void copyGridStride(int *to, const int *from, size_t n)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        to[i] = from[i];
}

__global__ void fill(int *to, int value, size_t n)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (idx < n)
        to[idx] = value + (int)idx;
}

/* Each thread adds up `count` numbers, one grid apart, and stores only the sum. */
__global__ void readSums(int *sums, const int *from, int count)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    int sum = 0;
    for (int k = 0; k < count; k++)
        sum += from[idx + k * stride];
    sums[idx] = sum;
}

/* What a case should have stored; the variables say which numbers it took. */
static size_t first, step;
static int expected_copy(size_t place)
{
    return input_number(first + step * place);
}

static int expected_fill(size_t place)
{
    return 7 + (int)place;
}

static void check_copy(int *d_to, size_t n, size_t from_place, size_t every)
{
    first = from_place;
    step = every;
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected_copy));
}

static int *d_to, *d_from;

static void time_copy(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case("int", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyInt<<<grid, block>>>(d_to, d_from, n);
    check_copy(d_to, n, 0, 1);
}

static void time_int4(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n / 4, block);
    for (start_case("int4", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyInt4<<<grid, block>>>((int4 *)d_to, (const int4 *)d_from, n / 4);
    check_copy(d_to, n, 0, 1);
}

static void time_float(size_t n, unsigned int block)
{
    // the bits are those of ints; a copy does not mind
    unsigned int grid = blocks_for(n, block);
    for (start_case("float", n, grid, block, 2 * n * sizeof(float)); next_launch();)
        copyFloat<<<grid, block>>>((float *)d_to, (const float *)d_from, n);
    check_copy(d_to, n, 0, 1);
}

static void time_stride(const char *name, size_t n, int stride)
{
    unsigned int block = 256, grid = blocks_for(n, block);
    for (start_case(name, n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyStride<<<grid, block>>>(d_to, d_from, n, stride);
    check_copy(d_to, n, 0, stride);
}

static void time_offset(const char *name, size_t n, int offset)
{
    unsigned int block = 256, grid = blocks_for(n, block);
    for (start_case(name, n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyOffset<<<grid, block>>>(d_to, d_from, n, offset);
    check_copy(d_to, n, offset, 1);
}

static void time_reversed(size_t n)
{
    unsigned int block = 256, grid = blocks_for(n, block);
    for (start_case("reversed", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyReversed<<<grid, block>>>(d_to, d_from, n);
    check_copy(d_to, n, n - 1, (size_t)-1);
}

static void time_grid_stride(size_t n, unsigned int grid, unsigned int block)
{
    for (start_case("grid_stride", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyGridStride<<<grid, block>>>(d_to, d_from, n);
    check_copy(d_to, n, 0, 1);
}

static void time_fill(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case("fill", n, grid, block, n * sizeof(int)); next_launch();)
        fill<<<grid, block>>>(d_to, 7, n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected_fill));
}

static void time_read(size_t n, int count)
{
    unsigned int block = 256, grid = blocks_for(n / count, block);
    size_t threads = n / count;
    for (start_case("read_sums", n, grid, block, (n + threads) * sizeof(int)); next_launch();)
        readSums<<<grid, block>>>(d_to, d_from, count);
    if (launches() == 0)
        return;
    int *sums = (int *)copy_to_host(d_to, threads * sizeof(int));
    long long sum = 0;
    for (size_t i = 0; i < threads; i++)
        sum += sums[i];
    check_case(sum == sum_of_inputs(n));
    free(sums);
    CHECK(cudaMemset(d_to, 0xFF, threads * sizeof(int)));
}

int main(int argc, char **argv)
{
    start_family("copies", argc, argv);
    size_t n_max = scaled((size_t)1 << 25);
    d_from = ints_on_device(n_max);
    d_to = zeros_on_device(n_max);

    for (int power = 14; power <= 24; power += 2)
        time_copy(scaled((size_t)1 << power), 256);
    time_copy(scaled(1 << 22), 64);
    time_copy(scaled(1 << 22), 1024);
    for (int power = 16; power <= 25; power += 3)
        time_int4(scaled((size_t)1 << power), 256);
    time_float(scaled(1 << 22), 256);
    // the same 64 MiB whatever the stride, and then what fits the L2 cache
    time_stride("stride_2", scaled(1 << 23), 2);
    time_stride("stride_4", scaled(1 << 22), 4);
    time_stride("stride_8", scaled(1 << 21), 8);
    time_stride("stride_32", scaled(1 << 19), 32);
    time_stride("stride_2", scaled(1 << 18), 2);
    time_stride("stride_8", scaled(1 << 18), 8);
    time_stride("stride_32", scaled(1 << 17), 32);
    time_offset("offset_1", scaled(1 << 22), 1);
    time_offset("offset_3", scaled(1 << 22), 3);
    time_reversed(scaled(1 << 22));
    time_grid_stride(scaled(1 << 20), 132, 256);
    time_grid_stride(scaled(1 << 23), 132, 256);
    time_grid_stride(scaled(1 << 23), 1056, 256);
    time_grid_stride(scaled(1 << 20), 16, 1024);
    time_fill(scaled(1 << 18), 256);
    time_fill(scaled(1 << 21), 256);
    time_fill(scaled(1 << 24), 256);
    time_read(scaled(1 << 18), 4);
    time_read(scaled(1 << 22), 16);
    time_read(scaled(1 << 25), 16);

    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    return end_family();
}
