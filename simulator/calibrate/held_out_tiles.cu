/*
 * Held out of every fit: tiles of matrices: products in double, with vectors, turned axes, shortest
 * paths by one more place, rows and columns that are scaled. The words of a case's name behind the
 * dot say which of several versions of the same work it is.
 */
#include "held_out.h"

enum {
    LANES = 32,
    ALL = 0xFFFFFFFF,
    TILE = 16,
    FOUR = 4,
    INNER = 64,
    COLUMNS = 64,
    LONG = 256,
    BLOCK = 256,
    ACROSS = 32,
    DOWN = 8,
    WIDTH = 512
};

/* A product of a tall matrix of INNER columns with one of COLUMNS: from global memory ... */
__global__ void productGlobal(double *to, const double *a, const double *b)
{
    int column = blockIdx.x * TILE + threadIdx.x, row = blockIdx.y * TILE + threadIdx.y;
    double sum = 0;
    for (int k = 0; k < INNER; k++)
        sum += a[row * INNER + k] * b[k * COLUMNS + column];
    to[row * COLUMNS + column] = sum;
}

/* ... by tiles in shared memory ... */
__global__ void productTiles(double *to, const double *a, const double *b)
{
    __shared__ double left[TILE][TILE], right[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x, row = blockIdx.y * TILE + y;
    double sum = 0;
    for (int first = 0; first < INNER; first += TILE) {
        left[y][x] = a[row * INNER + first + x];
        right[y][x] = b[(first + y) * COLUMNS + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += left[y][k] * right[k][x];
        __syncthreads();
    }
    to[row * COLUMNS + column] = sum;
}

/* ... or by such tiles, of which a thread has FOUR results below each other. */
__global__ void productFours(double *to, const double *a, const double *b)
{
    __shared__ double left[FOUR * TILE][TILE], right[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int column = blockIdx.x * TILE + x, row = blockIdx.y * FOUR * TILE + y;
    double sums[FOUR] = {};
    for (int first = 0; first < INNER; first += TILE) {
        for (int k = 0; k < FOUR; k++)
            left[y + k * TILE][x] = a[(row + k * TILE) * INNER + first + x];
        right[y][x] = b[(first + y) * COLUMNS + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
#pragma unroll
            for (int each = 0; each < FOUR; each++)
                sums[each] += left[y + each * TILE][k] * right[k][x];
        __syncthreads();
    }
#pragma unroll
    for (int each = 0; each < FOUR; each++)
        to[(row + each * TILE) * COLUMNS + column] = sums[each];
}

/* A matrix of LONG columns times a vector: a thread for each row ... */
__global__ void vectorThreads(float *to, const float *matrix, const float *vector, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < LONG; k++)
        sum += matrix[row * LONG + k] * vector[k];
    to[row] = sum;
}

/* ... or a warp ... */
__global__ void vectorWarps(float *to, const float *matrix, const float *vector, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES, lane = threadIdx.x % LANES;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = lane; k < LONG; k += LANES)
        sum += matrix[row * LONG + k] * vector[k];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(ALL, sum, distance);
    if (lane == 0)
        to[row] = sum;
}

/* ... or a block, which adds up in shared memory. */
__global__ void vectorBlocks(float *to, const float *matrix, const float *vector)
{
    __shared__ float sums[LONG];
    int t = threadIdx.x, row = blockIdx.x;
    sums[t] = matrix[row * LONG + t] * vector[t];
    for (int half = LONG / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            sums[t] += sums[t + half];
    }
    if (t == 0)
        to[row] = sums[0];
}

/* Turns boxes: what was ACROSS x ACROSS numbers in each of `deep` layers, is `deep` numbers beside
 * each other in each of ACROSS layers of ACROSS rows. In the order in which they are read ... */
__global__ void axesRead(float *to, const float *from, int deep)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = i % ACROSS, y = i / ACROSS % ACROSS, z = i / (ACROSS * ACROSS);
    to[(x * ACROSS + y) * deep + z] = from[i];
}

/* ... or written ... */
__global__ void axesWritten(float *to, const float *from, int deep)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int z = i % deep, y = i / deep % ACROSS, x = i / (deep * ACROSS);
    to[i] = from[(z * ACROSS + y) * ACROSS + x];
}

/* ... or through tiles in shared memory. */
__global__ void axesTiles(float *to, const float *from, int deep)
{
    __shared__ float tile[ACROSS][ACROSS + 1];
    int x = threadIdx.x, y = blockIdx.y, first = blockIdx.x * ACROSS;
    for (int z = threadIdx.y; z < ACROSS; z += DOWN)
        tile[z][x] = from[((first + z) * ACROSS + y) * ACROSS + x];
    __syncthreads();
    for (int k = threadIdx.y; k < ACROSS; k += DOWN)
        to[(k * ACROSS + y) * deep + first + x] = tile[x][k];
}

/* Ways between all places that may go by one place more: a thread for each ... */
__global__ void waysEach(int *to, const int *from, int side, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * side)
        return;
    int row = i / side, column = i % side;
    to[i] = min(from[i], from[row * side + by] + from[by * side + column]);
}

/* ... or a block for a row, whose way to that place is in shared memory. */
__global__ void waysRows(int *to, const int *from, int side, int by)
{
    __shared__ int first;
    int row = blockIdx.x;
    if (threadIdx.x == 0)
        first = from[row * side + by];
    __syncthreads();
    for (int column = threadIdx.x; column < side; column += blockDim.x)
        to[row * side + column] = min(from[row * side + column], first + from[by * side + column]);
}

/* Rows and columns by a factor each; blocks lie along rows or along columns. */
__global__ void factors(float *to, const float *from, const float *each, int rows)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < rows)
        to[row * WIDTH + column] = from[row * WIDTH + column] * each[row] * each[column];
}

static void *d_to;
static float *d_floats, *h_floats;
static double *d_doubles, *h_doubles;
static int *d_ints, side;
static size_t deep;

static double product_at(size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < INNER; k++)
        sum += h_doubles[i / COLUMNS * INNER + k] * h_doubles[k * COLUMNS + i % COLUMNS + 1];
    return sum;
}

static double vector_at(size_t row)
{
    double sum = 0;
    for (size_t k = 0; k < LONG; k++)
        sum += (double)h_floats[row * LONG + k] * h_floats[k + 1];
    return sum;
}

static double turned(size_t i)
{
    size_t z = i % deep, y = i / deep % ACROSS, x = i / deep / ACROSS;
    return h_floats[(z * ACROSS + y) * ACROSS + x];
}

static double shorter_way(size_t i)
{
    size_t row = i / side, column = i % side, by = side / 2;
    int own = input_number(i), other = input_number(row * side + by);
    other += input_number(by * side + column);
    return own < other ? own : other;
}

static double scaled_number(size_t i)
{
    return h_floats[i] * h_floats[i / WIDTH] * h_floats[i % WIDTH];
}

/* Products of n / 4 results; the second matrix begins behind the first number of the first. */
static void time_products(size_t n)
{
    int rows = (int)(n / 4 / COLUMNS / (FOUR * TILE) * (FOUR * TILE));
    double *to = (double *)d_to, *a = d_doubles, *b = d_doubles + 1;
    size_t results = (size_t)rows * COLUMNS;
    dim3 block(TILE, TILE), grid(COLUMNS / TILE, rows / TILE), fewer(grid.x, grid.y / FOUR);
    if (run_case("product.global", n, grid, block, results * 8 * (2 * INNER + 1), productGlobal, to,
                 a, b))
        check_numbers(to, results, product_at, 1e-10);
    if (run_case("product.tiles", n, grid, block, results * 8 * (2 * INNER / TILE + 1),
                 productTiles, to, a, b))
        check_numbers(to, results, product_at, 1e-10);
    if (run_case("product.fours", n, fewer, block, results * 8 * (5 * INNER / TILE / FOUR + 1),
                 productFours, to, a, b))
        check_numbers(to, results, product_at, 1e-10);
}

static void time_vectors(size_t n)
{
    int rows = (int)(n / LONG);
    float *to = (float *)d_to, *vector = d_floats + 1;
    if (run_case("vector.threads", n, blocks_for(rows, 64), 64, 8 * n, vectorThreads, to, d_floats,
                 vector, rows))
        check_numbers(to, rows, vector_at, 1e-4);
    if (run_case("vector.warps", n, blocks_for((size_t)rows * LANES, BLOCK), BLOCK, 8 * n,
                 vectorWarps, to, d_floats, vector, rows))
        check_numbers(to, rows, vector_at, 1e-4);
    if (run_case("vector.blocks", n, rows, LONG, 8 * n, vectorBlocks, to, d_floats, vector))
        check_numbers(to, rows, vector_at, 1e-4);
}

static void time_axes(size_t n)
{
    float *to = (float *)d_to;
    deep = n / (ACROSS * ACROSS) / ACROSS * ACROSS;
    size_t numbers = deep * ACROSS * ACROSS;
    unsigned int grid = (unsigned int)(numbers / BLOCK);
    if (run_case("axes.read", n, grid, BLOCK, 8 * numbers, axesRead, to, d_floats, (int)deep))
        check_numbers(to, numbers, turned, 0);
    if (run_case("axes.written", n, grid, BLOCK, 8 * numbers, axesWritten, to, d_floats, (int)deep))
        check_numbers(to, numbers, turned, 0);
    if (run_case("axes.tiles", n, dim3(deep / ACROSS, ACROSS), dim3(ACROSS, DOWN), 8 * numbers,
                 axesTiles, to, d_floats, (int)deep))
        check_numbers(to, numbers, turned, 0);
}

static void time_matrices(size_t n)
{
    int *to = (int *)d_to;
    side = (int)sqrt((double)n);
    size_t places = (size_t)side * side;
    if (run_case("ways.each", n, blocks_for(places, 512), 512, 16 * places, waysEach, to, d_ints,
                 side, side / 2))
        check_numbers(to, places, shorter_way, 0);
    if (run_case("ways.rows", n, side, BLOCK, 12 * places, waysRows, to, d_ints, side, side / 2))
        check_numbers(to, places, shorter_way, 0);
    int rows = (int)(n / WIDTH);
    float *floats = (float *)d_to;
    if (run_case("factors.along", n, dim3(WIDTH / 128, rows), dim3(128, 1), 16 * n, factors, floats,
                 d_floats, d_floats, rows))
        check_numbers(floats, (size_t)rows * WIDTH, scaled_number, 1e-4);
    if (run_case("factors.across", n, dim3(WIDTH, blocks_for(rows, 128)), dim3(1, 128), 16 * n,
                 factors, floats, d_floats, d_floats, rows))
        check_numbers(floats, (size_t)rows * WIDTH, scaled_number, 1e-4);
}

int main(int argc, char **argv)
{
    start_family("held_out_tiles", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) + 5001, 1 << 24}, largest = scaled(1 << 24);
    d_floats = floats_on_device(largest);
    h_floats = (float *)copy_to_host(d_floats, largest * sizeof(float));
    d_ints = ints_on_device(largest);
    h_doubles = (double *)host_memory(largest / 4 * sizeof(double));
    for (size_t i = 0; i < largest / 4; i++)
        h_doubles[i] = input_number(i) / 4096.0;
    d_doubles = copy_to_device(h_doubles, largest / 4);
    CHECK(cudaMalloc(&d_to, largest * sizeof(float)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_empty(n);
        time_products(n);
        time_vectors(n);
        time_axes(n);
        time_matrices(n);
    }
    for (void *memory : {d_to, (void *)d_floats, (void *)d_doubles, (void *)d_ints})
        CHECK(cudaFree(memory));
    free(h_floats);
    free(h_doubles);
    return end_family();
}
