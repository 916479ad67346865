/*
 * Held out of every fit: memory read and written in other ways, types and sizes than the families
 * that the constants were fitted to.
 */
#include "cases.h"

enum { TILE_SIDE = 16, FIELDS = 8, LARGE_SHARED = 96 * 1024, WINDOW = 1024 };

template <typename T> __global__ void copyEach(T *to, const T *from, size_t n)
{
    size_t i = (size_t)blockDim.x * blockIdx.x + threadIdx.x;
    if (i < n)
        to[i] = from[i];
}

/* Eight numbers for each thread, a block's width apart. */
__global__ void copyEight(int *to, const int *from, size_t n)
{
    size_t first = (size_t)blockIdx.x * blockDim.x * 8 + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 8; k++)
        if (first + k * blockDim.x < n)
            to[first + k * blockDim.x] = from[first + k * blockDim.x];
}

/* Each thread a piece of its own: neighbours in time, not in the warp. */
__global__ void copyPieces(int *to, const int *from, size_t n, int length)
{
    size_t piece = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) * length;
    for (int k = 0; k < length; k++)
        if (piece + k < n)
            to[piece + k] = from[piece + k];
}

/* Two blocks with this shared memory fill a multiprocessor. */
__global__ void copyStaged(int *to, const int *from, size_t n)
{
    extern __shared__ int stage[];
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)gridDim.x * blockDim.x) {
        stage[threadIdx.x] = from[i];
        __syncthreads();
        to[i] = stage[threadIdx.x ^ 1];
        __syncthreads();
    }
}

__global__ void axpy(float *y, float a, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = a * x[i] + 0.5f * y[i];
}

__global__ void triad(double *a, const double *b, const double *c, double scale, size_t n)
{
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += (size_t)blockDim.x * gridDim.x)
        a[i] = b[i] + scale * c[i];
}

struct particle {
    float field[FIELDS];
};

/* An array of structures: each lane's is 32 bytes from its neighbour's. */
__global__ void moveParticles(struct particle *particles, int n, float time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    for (int axis = 0; axis < 3; axis++)
        particles[i].field[axis] += time * particles[i].field[axis + 3];
}

__global__ void sumColumns(double *sums, const double *matrix, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    double sum = 0;
    for (int row = 0; row < rows; row++)
        sum += matrix[(size_t)row * columns + column];
    sums[column] = sum;
}

__global__ void sumRows(double *sums, const double *matrix, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    double sum = 0;
    for (int column = 0; column < columns; column++)
        sum += matrix[(size_t)row * columns + column];
    sums[row] = sum;
}

/* Few numbers, again and again: L1 has them. */
__global__ void readWindow(int *sums, const int *from, int count)
{
    int sum = 0, place = threadIdx.x;
    for (int k = 0; k < count; k++) {
        sum += from[place];
        place = (place + 7 * 32) % WINDOW;
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void increment(int *numbers, size_t n)
{
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        numbers[i]++;
}

__global__ void transposeDoubles(double *to, const double *from, int width, int height)
{
    __shared__ double tile[TILE_SIDE][TILE_SIDE + 1];
    int x = blockIdx.x * TILE_SIDE, y = blockIdx.y * TILE_SIDE;
    tile[threadIdx.y][threadIdx.x] = from[(size_t)(y + threadIdx.y) * width + x + threadIdx.x];
    __syncthreads();
    to[(size_t)(x + threadIdx.y) * height + y + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

static int *d_from, *d_to;
static size_t words;

/* Whether the first bytes of `to` are those of `from`; `to` is overwritten. */
static int is_copied(size_t bytes)
{
    char *to = (char *)copy_to_host(d_to, bytes), *from = (char *)copy_to_host(d_from, bytes);
    int is_right = memcmp(to, from, bytes) == 0;
    free(to);
    free(from);
    CHECK(cudaMemset(d_to, 0xFF, bytes));
    return is_right;
}

template <typename T> static void time_copy(const char *name, size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case(name, n, grid, block, 2 * n * sizeof(T)); next_launch();)
        copyEach<<<grid, block>>>((T *)d_to, (const T *)d_from, n);
    if (launches() > 0)
        check_case(is_copied(n * sizeof(T)));
}

static void time_copies_by_loop(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, 8 * block);
    for (start_case("eight_each", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyEight<<<grid, block>>>(d_to, d_from, n);
    if (launches() > 0)
        check_case(is_copied(n * sizeof(int)));

    grid = blocks_for(n, 16 * block);
    for (start_case("pieces_of_16", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyPieces<<<grid, block>>>(d_to, d_from, n, 16);
    if (launches() > 0)
        check_case(is_copied(n * sizeof(int)));
}

static void time_staged(size_t n, unsigned int block, unsigned int grid)
{
    CHECK(cudaFuncSetAttribute(copyStaged, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               LARGE_SHARED));
    for (start_case("staged", n, grid, block, 2 * n * sizeof(int)); next_launch();)
        copyStaged<<<grid, block, LARGE_SHARED>>>(d_to, d_from, n);
    if (launches() > 0)
        check_case(ints_are(d_to, n, [](size_t place) { return input_number(place ^ 1); }));
}

/* The first n inputs as doubles on the device, from 0 to below 1. */
static double *doubles_on_device(size_t n)
{
    double *d_doubles, *h_doubles = (double *)host_memory(n * sizeof(double));
    for (size_t i = 0; i < n; i++)
        h_doubles[i] = (double)input_number(i) / 4096;
    CHECK(cudaMalloc((void **)&d_doubles, n * sizeof(double)));
    CHECK(cudaMemcpy(d_doubles, h_doubles, n * sizeof(double), cudaMemcpyHostToDevice));
    free(h_doubles);
    return d_doubles;
}

/* Whether the first n doubles of `to` are what is expected; they are overwritten. */
static int doubles_are(size_t n, double (*expected)(size_t place))
{
    double *to = (double *)copy_to_host(d_to, n * sizeof(double));
    int is_right = 1;
    for (size_t i = 0; i < n; i++)
        is_right &= fabs(to[i] - expected(i)) <= 1e-12 * expected(i);
    free(to);
    CHECK(cudaMemset(d_to, 0xFF, n * sizeof(double)));
    return is_right;
}

static void time_streams(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    float *d_x = floats_on_device(n), *d_y = (float *)zeros_on_device(n);
    for (start_case("axpy", n, grid, block, 3 * n * sizeof(float)); next_launch();)
        axpy<<<grid, block>>>(d_y, 2, d_x, (int)n);
    if (launches() > 0) // y halves and gains 2 x each time: 4 x (1 - 2^-launches)
        check_case(floats_are(d_y, n, [](size_t place) {
            return (float)(4 * (1 - pow(0.5, launches()))) * (float)input_number(place) / 4096;
        }));
    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_y));

    double *d_b = doubles_on_device(n), *d_c = doubles_on_device(n);
    grid = grid > 264 ? 264 : grid;
    for (start_case("triad", n, grid, block, 3 * n * sizeof(double)); next_launch();)
        triad<<<grid, block>>>((double *)d_to, d_b, d_c, 3, n);
    if (launches() > 0)
        check_case(
            doubles_are(n, [](size_t place) { return 4 * (double)input_number(place) / 4096; }));
    CHECK(cudaFree(d_c));
    CHECK(cudaFree(d_b));
}

static void time_particles(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    float *d_fields = floats_on_device(n * FIELDS);
    for (start_case("particles", n, grid, block, n * 9 * sizeof(float)); next_launch();)
        moveParticles<<<grid, block>>>((struct particle *)d_fields, (int)n, 0.5f);
    if (launches() > 0)
        check_case(floats_are(d_fields, n * FIELDS, [](size_t place) {
            float moved = place % FIELDS < 3 ? 0.5f * (float)input_number(place + 3) : 0;
            return ((float)input_number(place) + (float)launches() * moved) / 4096;
        }));
    CHECK(cudaFree(d_fields));
}

static void time_sums(int rows, int columns, unsigned int block)
{
    static size_t shape[2];
    size_t n = (size_t)rows * columns;
    double *d_matrix = doubles_on_device(n);
    shape[0] = rows, shape[1] = columns;
    unsigned int grid = blocks_for(columns, block);
    for (start_case("columns_of_doubles", n, grid, block, (n + columns) * sizeof(double));
         next_launch();)
        sumColumns<<<grid, block>>>((double *)d_to, d_matrix, rows, columns);
    if (launches() > 0)
        check_case(doubles_are(columns, [](size_t column) {
            double sum = 0;
            for (size_t row = 0; row < shape[0]; row++)
                sum += (double)input_number(row * shape[1] + column) / 4096;
            return sum;
        }));
    grid = blocks_for(rows, block);
    for (start_case("rows_of_doubles", n, grid, block, (n + rows) * sizeof(double)); next_launch();)
        sumRows<<<grid, block>>>((double *)d_to, d_matrix, rows, columns);
    if (launches() > 0)
        check_case(doubles_are(rows, [](size_t row) {
            double sum = 0;
            for (size_t column = 0; column < shape[1]; column++)
                sum += (double)input_number(row * shape[1] + column) / 4096;
            return sum;
        }));
    CHECK(cudaFree(d_matrix));
}

static void time_window(unsigned int grid, unsigned int block, int count)
{
    size_t threads = (size_t)grid * block;
    for (start_case("window", threads * count, grid, block, threads * (count + 1) * sizeof(int));
         next_launch();)
        readWindow<<<grid, block>>>(d_to, d_from, count);
    if (launches() == 0)
        return;
    int *sums = (int *)copy_to_host(d_to, threads * sizeof(int)), is_right = 1;
    for (size_t i = 0; i < threads; i++) {
        int sum = 0;
        for (int k = 0; k < count; k++)
            sum += input_number((i % block + (size_t)k * 7 * 32) % WINDOW);
        is_right &= sums[i] == sum;
    }
    check_case(is_right);
    free(sums);
}

static void time_increments(size_t n, int times)
{
    unsigned int block = 192, grid = blocks_for(n, block);
    CHECK(cudaMemset(d_to, 0, n * sizeof(int)));
    for (start_case("increments_in_turn", n, grid, block, 2 * n * times * sizeof(int));
         next_launch();)
        for (int i = 0; i < times; i++)
            increment<<<grid, block>>>(d_to, n);
    if (launches() > 0) {
        static int sum;
        sum = launches() * times;
        check_case(ints_are(d_to, n, [](size_t) { return sum; }));
    }
}

static void time_transpose(int width, int height)
{
    static int shape[2];
    size_t n = (size_t)width * height;
    dim3 block(TILE_SIDE, TILE_SIDE), grid(width / TILE_SIDE, height / TILE_SIDE);
    shape[0] = width, shape[1] = height;
    for (start_case("transpose_doubles", n, grid.x * grid.y, TILE_SIDE * TILE_SIDE,
                    2 * n * sizeof(double));
         next_launch();)
        transposeDoubles<<<grid, block>>>((double *)d_to, (const double *)d_from, width, height);
    if (launches() > 0)
        check_case(ints_are(d_to, 2 * n, [](size_t place) {
            size_t row = place / 2 / shape[1], column = place / 2 % shape[1];
            return input_number((column * shape[0] + row) * 2 + place % 2);
        }));
}

int main(int argc, char **argv)
{
    start_family("held_out_memory", argc, argv);
    words = scaled((size_t)1 << 25);
    d_from = ints_on_device(words);
    d_to = zeros_on_device(words);

    time_copy<unsigned char>("bytes", scaled(1 << 22), 256);
    time_copy<short>("shorts", scaled(3000000), 96);
    time_copy<short>("shorts", scaled(100000), 352);
    time_copy<double>("doubles", scaled(1 << 20), 992);
    time_copy<double>("doubles", scaled(10000000), 160);
    time_copy<double2>("pairs_of_doubles", scaled(1 << 16), 64);
    time_copy<double2>("pairs_of_doubles", scaled(1 << 23), 320);
    time_copies_by_loop(scaled(1 << 18), 128);
    time_copies_by_loop(scaled(1 << 24), 384);
    time_staged(scaled(1 << 20), 128, 264);
    time_staged(scaled(1 << 23), 512, 528);
    time_streams(scaled(1 << 19), 224);
    time_streams(scaled(1 << 23), 640);
    time_particles(scaled(1 << 17), 128);
    time_particles(scaled(1 << 21), 256);
    time_sums((int)scaled(1000), 8192, 64);
    time_sums((int)scaled(16384), 512, 128);
    time_window(132, 1024, 64);
    time_window(2000, 96, 32);
    time_increments(scaled(1 << 16), 10);
    time_increments(scaled(1 << 22), 6);
    time_transpose(512, (int)scaled(512));
    time_transpose(3072, (int)scaled(4096));

    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    return end_family();
}
