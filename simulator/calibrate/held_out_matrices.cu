/*
 * Held out of every fit: matrices large and small, with vectors, with each other, and turned over.
 * The words of a case's name behind the dot say which of several versions of the same work it is.
 */
#include "cases.h"

enum { BLOCK = 256, COLUMNS = 1000, SHORT = 48, SIDE = 4, TILE = 32, DEPTH = 64, WIDE = 64 };

/* A matrix with COLUMNS in a row, turned over: each thread a number ... */
__global__ void turnEach(float *to, const float *from, int rows)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < COLUMNS && y < rows)
        to[(size_t)x * rows + y] = from[(size_t)y * COLUMNS + x];
}

/* ... or by tiles, four numbers a thread; with or without a column that keeps the banks apart. */
template <int PAD> __global__ void turnTiles(float *to, const float *from, int rows)
{
    __shared__ float tile[TILE][TILE + PAD];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        if (x < COLUMNS && y + k < rows)
            tile[threadIdx.y + k][threadIdx.x] = from[(size_t)(y + k) * COLUMNS + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += 8)
        if (x < rows && y + k < COLUMNS)
            to[(size_t)(y + k) * rows + x] = tile[threadIdx.x][threadIdx.y + k];
}

/* A matrix of short rows and a vector: a thread for each row ... */
__global__ void shortThreads(float *to, const float *matrix, const float *vector, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < SHORT; k++)
        sum += matrix[(size_t)row * SHORT + k] * vector[k];
    to[row] = sum;
}

/* ... four at a time ... */
__global__ void shortFours(float *to, const float4 *matrix, const float4 *vector, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < SHORT / 4; k++) {
        float4 a = matrix[(size_t)row * (SHORT / 4) + k], b = vector[k];
        sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    }
    to[row] = sum;
}

/* ... or sixteen lanes for each row. */
__global__ void shortLanes(float *to, const float *matrix, const float *vector, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, row = i / 16, lane = i % 16;
    float sum = 0;
    if (row < rows)
        for (int k = lane; k < SHORT; k += 16)
            sum += matrix[(size_t)row * SHORT + k] * vector[k];
    for (int distance = 8; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance, 16);
    if (row < rows && lane == 0)
        to[row] = sum;
}

/* Many products of two matrices of SIDE x SIDE: a thread for each product ... */
__global__ void fourThreads(float *to, const float *a, const float *b, int products)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= products)
        return;
    float left[SIDE][SIDE], right[SIDE][SIDE];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            left[y][x] = a[i * SIDE * SIDE + y * SIDE + x];
            right[y][x] = b[i * SIDE * SIDE + y * SIDE + x];
        }
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            float sum = 0;
            for (int k = 0; k < SIDE; k++)
                sum += left[y][k] * right[k][x];
            to[i * SIDE * SIDE + y * SIDE + x] = sum;
        }
}

/* ... a thread for each number of the product ... */
__global__ void fourNumbers(float *to, const float *a, const float *b, int products)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, first = i & ~15, y = i / SIDE % SIDE,
        x = i % SIDE;
    if (i >= products * SIDE * SIDE)
        return;
    float sum = 0;
    for (int k = 0; k < SIDE; k++)
        sum += a[first + y * SIDE + k] * b[first + k * SIDE + x];
    to[i] = sum;
}

/* ... or for each of its rows, with vectors. */
__global__ void fourRows(float4 *to, const float4 *a, const float4 *b, int products)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, first = i / SIDE * SIDE;
    if (i >= products * SIDE)
        return;
    float4 row = a[i], p = b[first], q = b[first + 1], r = b[first + 2], s = b[first + 3];
    to[i] = make_float4(row.x * p.x + row.y * q.x + row.z * r.x + row.w * s.x,
                        row.x * p.y + row.y * q.y + row.z * r.y + row.w * s.y,
                        row.x * p.z + row.y * q.z + row.z * r.z + row.w * s.z,
                        row.x * p.w + row.y * q.w + row.z * r.w + row.w * s.w);
}

/* A tall matrix of DEPTH columns by one of DEPTH x WIDE: a number for each thread ... */
__global__ void tallEach(float *to, const float *a, const float *b, int rows)
{
    int x = threadIdx.x, y = blockIdx.x * blockDim.y + threadIdx.y;
    if (y >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < DEPTH; k++)
        sum += a[(size_t)y * DEPTH + k] * b[k * WIDE + x];
    to[(size_t)y * WIDE + x] = sum;
}

/* ... or eight rows of one column, in registers, with the small matrix in shared memory. */
__global__ void tallRegisters(float *to, const float *a, const float *b, int rows)
{
    __shared__ float small[DEPTH][WIDE];
    int x = threadIdx.x, y = (blockIdx.x * blockDim.y + threadIdx.y) * 8;
    for (int k = threadIdx.y; k < DEPTH; k += blockDim.y)
        small[k][x] = b[k * WIDE + x];
    __syncthreads();
    float sums[8] = {0};
    for (int k = 0; k < DEPTH; k++)
#pragma unroll
        for (int row = 0; row < 8; row++)
            sums[row] += a[(size_t)min(y + row, rows - 1) * DEPTH + k] * small[k][x];
#pragma unroll
    for (int row = 0; row < 8; row++)
        if (y + row < rows)
            to[(size_t)(y + row) * WIDE + x] = sums[row];
}

/* Sums of the rows of a triangle, of which row r has r + 1 numbers: a thread for each row ... */
__global__ void triangleThreads(float *to, const float *from, int rows)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k <= row; k++)
        sum += from[(size_t)row * rows + k];
    to[row] = sum;
}

/* ... the same of its columns, where neighbours read neighbours ... */
__global__ void triangleColumns(float *to, const float *from, int rows)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= rows)
        return;
    float sum = 0;
    for (int k = column; k < rows; k++)
        sum += from[(size_t)k * rows + column];
    to[column] = sum;
}

/* ... or a warp for each row. */
__global__ void triangleWarps(float *to, const float *from, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = lane; k <= row; k += 32)
        sum += from[(size_t)row * rows + k];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xFFFFFFFF, sum, distance);
    if (lane == 0)
        to[row] = sum;
}

static float *d_to, *d_from, *h_from;
static size_t rows; /* of the case at hand */

static float turned(size_t i)
{
    return h_from[i % rows * COLUMNS + i / rows];
}

static void time_turns(size_t n)
{
    int height = (int)(rows = n / COLUMNS);
    dim3 block(32, 8), each(blocks_for(COLUMNS, 32), blocks_for(rows, 8)),
        tiles(each.x, blocks_for(rows, TILE));
    size_t numbers = rows * COLUMNS;
    for (start_case("turn.each", n, each.x * each.y, 256, 8 * numbers); next_launch();)
        turnEach<<<each, block>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, numbers, turned));
    for (start_case("turn.tiles", n, tiles.x * tiles.y, 256, 8 * numbers); next_launch();)
        turnTiles<0><<<tiles, block>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, numbers, turned));
    for (start_case("turn.padded", n, tiles.x * tiles.y, 256, 8 * numbers); next_launch();)
        turnTiles<1><<<tiles, block>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, numbers, turned));
}

static float short_row(size_t row)
{
    double sum = 0;
    for (int k = 0; k < SHORT; k++)
        sum += (double)h_from[row * SHORT + k] * h_from[k];
    return (float)sum;
}

static void time_short_rows(size_t n)
{
    int height = (int)(rows = n / SHORT);
    unsigned int grid = blocks_for(rows, 128), lanes = blocks_for(16 * rows, BLOCK);
    for (start_case("short.threads", n, grid, 128, 8 * rows * SHORT); next_launch();)
        shortThreads<<<grid, 128>>>(d_to, d_from, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows, short_row));
    for (start_case("short.fours", n, grid, 128, 8 * rows * SHORT); next_launch();)
        shortFours<<<grid, 128>>>(d_to, (float4 *)d_from, (float4 *)d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows, short_row));
    for (start_case("short.lanes", n, lanes, BLOCK, 8 * rows * SHORT); next_launch();)
        shortLanes<<<lanes, BLOCK>>>(d_to, d_from, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows, short_row));
}

static float four_by_four(size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < SIDE; k++)
        sum += (double)h_from[i / SIDE * SIDE + k] * h_from[i / 16 * 16 + k * SIDE + i % SIDE];
    return (float)sum;
}

static void time_fours(size_t n)
{
    int products = (int)(n / 16);
    unsigned int threads = blocks_for(products, 64), numbers = blocks_for(16 * products, BLOCK),
                 vectors = blocks_for(4 * products, BLOCK);
    for (start_case("four.threads", n, threads, 64, 12 * n); next_launch();)
        fourThreads<<<threads, 64>>>(d_to, d_from, d_from, products);
    if (launches() > 0)
        check_case(floats_are(d_to, 16 * products, four_by_four));
    for (start_case("four.numbers", n, numbers, BLOCK, 36 * n); next_launch();)
        fourNumbers<<<numbers, BLOCK>>>(d_to, d_from, d_from, products);
    if (launches() > 0)
        check_case(floats_are(d_to, 16 * products, four_by_four));
    for (start_case("four.rows", n, vectors, BLOCK, 24 * n); next_launch();)
        fourRows<<<vectors, BLOCK>>>((float4 *)d_to, (float4 *)d_from, (float4 *)d_from, products);
    if (launches() > 0)
        check_case(floats_are(d_to, 16 * products, four_by_four));
}

static float tall_number(size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < DEPTH; k++)
        sum += (double)h_from[i / WIDE * DEPTH + k] * h_from[k * WIDE + i % WIDE];
    return (float)sum;
}

static void time_tall(size_t n)
{
    int height = (int)(rows = n / WIDE);
    dim3 block(WIDE, 4);
    unsigned int each = blocks_for(rows, 4), eights = blocks_for(rows, 32);
    for (start_case("tall.each", n, each, 256, 4 * (2 * DEPTH + 1) * n); next_launch();)
        tallEach<<<each, block>>>(d_to, d_from, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows * WIDE, tall_number));
    for (start_case("tall.registers", n, eights, 256, 4 * (DEPTH + 3) * n); next_launch();)
        tallRegisters<<<eights, block>>>(d_to, d_from, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows * WIDE, tall_number));
}

static float triangle_row(size_t row)
{
    double sum = 0;
    for (size_t k = 0; k <= row; k++)
        sum += h_from[row * rows + k];
    return (float)sum;
}

static float triangle_column(size_t column)
{
    double sum = 0;
    for (size_t k = column; k < rows; k++)
        sum += h_from[k * rows + column];
    return (float)sum;
}

static void time_triangles(size_t n)
{
    int height = (int)(rows = (size_t)sqrt((double)n));
    unsigned int grid = blocks_for(rows, 64), warps = blocks_for(32 * rows, 64);
    for (start_case("triangle.threads", n, grid, 64, 2 * n); next_launch();)
        triangleThreads<<<grid, 64>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows, triangle_row));
    for (start_case("triangle_columns", n, grid, 64, 2 * n); next_launch();)
        triangleColumns<<<grid, 64>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows, triangle_column));
    for (start_case("triangle.warps", n, warps, 64, 2 * n); next_launch();)
        triangleWarps<<<warps, 64>>>(d_to, d_from, height);
    if (launches() > 0)
        check_case(floats_are(d_to, rows, triangle_row));
}

int main(int argc, char **argv)
{
    start_family("held_out_matrices", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 22) - 345, 1 << 24}, largest = scaled(1 << 24);
    d_from = floats_on_device(largest);
    h_from = (float *)copy_to_host(d_from, largest * sizeof(float));
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(float)));
    for (size_t size : sizes) {
        size_t n = scaled(size);
        time_turns(n);
        time_short_rows(n);
        time_fours(n);
        if (size <= 1 << 22)
            time_tall(n);
        time_triangles(n);
    }
    CHECK(cudaFree(d_to));
    CHECK(cudaFree(d_from));
    free(h_from);
    return end_family();
}
