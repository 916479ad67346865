/*
 * Held out of every fit: products of matrices by registers, small matrices by the thousand, and
 * outer products. The words of a case's name behind the dot say which of several versions of the
 * same work it is.
 */
#include "held_out.h"

enum {
    DEPTH = 128,
    TILE = 16,
    SQUARE = 64,
    EACH = 4,
    SMALL = 8,
    BLOCK = 128,
    COLUMNS = 2048,
    ROWS = 8
};

/* The product of a tall matrix and one of DEPTH x DEPTH: a thread for each number, through tiles
 * in shared memory ... */
__global__ void productTiles(float *to, const float *a, const float *b)
{
    __shared__ float ofA[TILE][TILE], ofB[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
    float sum = 0;
    for (int k = 0; k < DEPTH; k += TILE) {
        ofA[y][x] = a[row * DEPTH + k + x];
        ofB[y][x] = b[(k + y) * DEPTH + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++)
            sum += ofA[y][j] * ofB[j][x];
        __syncthreads();
    }
    to[row * DEPTH + column] = sum;
}

/* ... or for EACH numbers below each other ... */
__global__ void productColumns(float *to, const float *a, const float *b)
{
    __shared__ float ofA[TILE * EACH][TILE], ofB[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int row = blockIdx.y * TILE * EACH + y, column = blockIdx.x * TILE + x;
    float sums[EACH] = {0};
    for (int k = 0; k < DEPTH; k += TILE) {
#pragma unroll
        for (int e = 0; e < EACH; e++)
            ofA[e * TILE + y][x] = a[(row + e * TILE) * DEPTH + k + x];
        ofB[y][x] = b[(k + y) * DEPTH + column];
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            float other = ofB[j][x];
#pragma unroll
            for (int e = 0; e < EACH; e++)
                sums[e] += ofA[e * TILE + y][j] * other;
        }
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < EACH; e++)
        to[(row + e * TILE) * DEPTH + column] = sums[e];
}

/* ... or for a square of EACH x EACH. */
__global__ void productSquares(float *to, const float *a, const float *b)
{
    __shared__ float ofA[TILE][SQUARE + 1], ofB[TILE][SQUARE];
    int x = threadIdx.x, y = threadIdx.y, t = y * TILE + x;
    int row = blockIdx.y * SQUARE, column = blockIdx.x * SQUARE;
    float sums[EACH][EACH] = {{0}};
    for (int k = 0; k < DEPTH; k += TILE) {
        for (int j = t; j < SQUARE * TILE; j += TILE * TILE) {
            ofA[j % TILE][j / TILE] = a[(row + j / TILE) * DEPTH + k + j % TILE];
            ofB[j / SQUARE][j % SQUARE] = b[(k + j / SQUARE) * DEPTH + column + j % SQUARE];
        }
        __syncthreads();
        for (int j = 0; j < TILE; j++) {
            float left[EACH], upper[EACH];
#pragma unroll
            for (int e = 0; e < EACH; e++) {
                left[e] = ofA[j][e * TILE + y];
                upper[e] = ofB[j][e * TILE + x];
            }
#pragma unroll
            for (int e = 0; e < EACH * EACH; e++)
                sums[e / EACH][e % EACH] += left[e / EACH] * upper[e % EACH];
        }
        __syncthreads();
    }
#pragma unroll
    for (int e = 0; e < EACH * EACH; e++)
        to[(row + e / EACH * TILE + y) * DEPTH + column + e % EACH * TILE + x] =
            sums[e / EACH][e % EACH];
}

/* A matrix of COLUMNS and an outer product, added: a thread for each number, or one for ROWS of a
 * column. */
__global__ void outerEach(float *to, const float *from, const float *left, const float *upper)
{
    int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y;
    to[y * COLUMNS + x] = from[y * COLUMNS + x] + left[y] * upper[x];
}

__global__ void outerRows(float *to, const float *from, const float *left, const float *upper)
{
    int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y * ROWS;
    float own = upper[x];
#pragma unroll
    for (int k = 0; k < ROWS; k++)
        to[(y + k) * COLUMNS + x] = from[(y + k) * COLUMNS + x] + left[y + k] * own;
}

/* Inverts a matrix of nine numbers, whose diagonal has 4 added to it. */
__host__ __device__ static inline void invert(float m[9])
{
    float a = 4 + m[0], e = 4 + m[4], i = 4 + m[8], b = m[1], c = m[2], d = m[3], f = m[5],
          g = m[6], h = m[7];
    float first = e * i - f * h, second = f * g - d * i, third = d * h - e * g;
    float scale = 1 / (a * first + b * second + c * third);
    m[0] = scale * first;
    m[1] = scale * (c * h - b * i);
    m[2] = scale * (b * f - c * e);
    m[3] = scale * second;
    m[4] = scale * (a * i - c * g);
    m[5] = scale * (c * d - a * f);
    m[6] = scale * third;
    m[7] = scale * (b * g - a * h);
    m[8] = scale * (a * e - b * d);
}

/* A thread for each; a matrix lies in one piece, or each of its numbers beside those of others. */
template <bool IS_PIECE> __global__ void inverses(float *to, const float *from, int count)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, first = IS_PIECE ? 9 * i : i,
        next = IS_PIECE ? 1 : count;
    if (i >= count)
        return;
    float own[9];
#pragma unroll
    for (int k = 0; k < 9; k++)
        own[k] = from[first + k * next];
    invert(own);
#pragma unroll
    for (int k = 0; k < 9; k++)
        to[first + k * next] = own[k];
}

/* Matrices of SMALL x SMALL as lower triangles times themselves turned over: a thread for each ...
 */
__host__ __device__ static inline void split(float m[SMALL][SMALL])
{
#pragma unroll
    for (int k = 0; k < SMALL; k++) {
        float root = sqrtf(m[k][k]);
        m[k][k] = root;
#pragma unroll
        for (int y = k + 1; y < SMALL; y++)
            m[y][k] /= root;
#pragma unroll
        for (int x = k + 1; x < SMALL; x++)
#pragma unroll
            for (int y = x; y < SMALL; y++)
                m[y][x] -= m[y][k] * m[x][k];
    }
}

__global__ void splitThreads(float *to, const float *from, int count)
{
    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= count)
        return;
    float own[SMALL][SMALL];
    size_t first = (size_t)i * SMALL * SMALL;
#pragma unroll
    for (int k = 0; k < SMALL * SMALL; k++)
        own[k / SMALL][k % SMALL] = from[first + k];
    split(own);
#pragma unroll
    for (int k = 0; k < SMALL * SMALL; k++)
        to[first + k] = k % SMALL > k / SMALL ? 0 : own[k / SMALL][k % SMALL];
}

/* ... or a lane for each row. */
__global__ void splitLanes(float *to, const float *from, int count)
{
    int i = blockIdx.x * BLOCK + threadIdx.x, y = i % SMALL;
    if (i >= count / 4 * 4 * SMALL) // whole warps
        return;
    float own[SMALL];
#pragma unroll
    for (int x = 0; x < SMALL; x++)
        own[x] = from[(size_t)i * SMALL + x];
#pragma unroll
    for (int k = 0; k < SMALL; k++) {
        float root = sqrtf(__shfl_sync(0xFFFFFFFF, own[k], k, SMALL));
        own[k] = y == k ? root : own[k] / root;
#pragma unroll
        for (int x = k + 1; x < SMALL; x++)
            own[x] -= own[k] * __shfl_sync(0xFFFFFFFF, own[k], x, SMALL);
    }
#pragma unroll
    for (int x = 0; x < SMALL; x++)
        to[(size_t)i * SMALL + x] = x > y ? 0 : own[x];
}

static float *d_to, *d_a, *d_b, *d_definite, *h_a, *h_b, *h_definite;
static size_t count; /* of matrices */

static double product(size_t i)
{
    double sum = 0;
    for (size_t k = 0; k < DEPTH; k++)
        sum += (double)h_a[i / DEPTH * DEPTH + k] * h_b[k * DEPTH + i % DEPTH];
    return sum;
}

static double plus_outer(size_t i)
{
    return h_a[i] + (double)h_b[i / COLUMNS] * h_b[i % COLUMNS];
}

static double inverse_at(size_t matrix, size_t k, size_t first, size_t next)
{
    float own[9];
    for (size_t j = 0; j < 9; j++)
        own[j] = h_a[matrix * first + j * next];
    invert(own);
    return own[k];
}

static double inverse_in_piece(size_t i)
{
    return inverse_at(i / 9, i % 9, 9, 1);
}

static double inverse_apart(size_t i)
{
    return inverse_at(i % count, i / count, 1, count);
}

static double of_triangle(size_t i)
{
    float own[SMALL][SMALL];
    memcpy(own, h_definite + i / (SMALL * SMALL) * SMALL * SMALL, sizeof own);
    split(own);
    size_t y = i / SMALL % SMALL, x = i % SMALL;
    return x > y ? 0 : own[y][x];
}

static void time_products(size_t n)
{
    unsigned int rows = (unsigned int)(n / DEPTH / SQUARE * SQUARE);
    size_t numbers = (size_t)rows * DEPTH;
    dim3 block(TILE, TILE), tiles(DEPTH / TILE, rows / TILE), columns(DEPTH / TILE, rows / SQUARE),
        squares(DEPTH / SQUARE, rows / SQUARE);
    if (run_case("product.tiles", n, tiles, block, 68 * numbers, productTiles, d_to, d_a, d_b))
        check_numbers(d_to, numbers, product, 1e-4);
    if (run_case("product.columns", n, columns, block, 44 * numbers, productColumns, d_to, d_a,
                 d_b))
        check_numbers(d_to, numbers, product, 1e-4);
    if (run_case("product.squares", n, squares, block, 20 * numbers, productSquares, d_to, d_a,
                 d_b))
        check_numbers(d_to, numbers, product, 1e-4);
}

static void time_matrices(size_t n)
{
    unsigned int rows = (unsigned int)(n / COLUMNS / ROWS * ROWS);
    size_t numbers = (size_t)rows * COLUMNS;
    dim3 grid(COLUMNS / BLOCK, rows), fewer(COLUMNS / BLOCK, rows / ROWS);
    if (run_case("outer.each", n, grid, BLOCK, 16 * n, outerEach, d_to, d_a, d_b, d_b))
        check_numbers(d_to, numbers, plus_outer, 1e-4);
    if (run_case("outer.rows", n, fewer, BLOCK, 9 * n, outerRows, d_to, d_a, d_b, d_b))
        check_numbers(d_to, numbers, plus_outer, 1e-4);
    count = n / 9;
    unsigned int blocks = blocks_for(count, BLOCK);
    if (run_case("inverse.piece", n, blocks, BLOCK, 8 * n, inverses<true>, d_to, d_a, (int)count))
        check_numbers(d_to, 9 * count, inverse_in_piece, 1e-4);
    if (run_case("inverse.apart", n, blocks, BLOCK, 8 * n, inverses<false>, d_to, d_a, (int)count))
        check_numbers(d_to, 9 * count, inverse_apart, 1e-4);
    count = n / (SMALL * SMALL) / 4 * 4;
    numbers = count * SMALL * SMALL;
    if (run_case("split.threads", n, blocks_for(count, BLOCK), BLOCK, 8 * n, splitThreads, d_to,
                 d_definite, (int)count))
        check_numbers(d_to, numbers, of_triangle, 1e-4);
    if (run_case("split.lanes", n, blocks_for(count * SMALL, BLOCK), BLOCK, 8 * n, splitLanes, d_to,
                 d_definite, (int)count))
        check_numbers(d_to, numbers, of_triangle, 1e-4);
}

int main(int argc, char **argv)
{
    start_family("held_out_algebra", argc, argv);
    const size_t sizes[] = {1 << 18, (1 << 21) + 9999, 1 << 24}, largest = scaled(1 << 24);
    const size_t ofProducts[] = {1 << 18, 3 << 18, 1 << 22};
    d_a = floats_on_device(largest);
    h_a = (float *)copy_to_host(d_a, largest * sizeof(float));
    d_b = floats_on_device(DEPTH * DEPTH);
    h_b = (float *)copy_to_host(d_b, DEPTH * DEPTH * sizeof(float));
    h_definite = (float *)host_memory(largest * sizeof(float));
    for (size_t i = 0; i < largest; i++) { // 8 more on the diagonal; what is above it is as below
        size_t x = i % SMALL, y = i / SMALL % SMALL, square = i - x - y * SMALL;
        h_definite[i] = x == y ? 8 + h_a[i] : h_a[square + max(x, y) * SMALL + min(x, y)];
    }
    d_definite = copy_to_device(h_definite, largest);
    CHECK(cudaMalloc((void **)&d_to, largest * sizeof(float)));
    for (int k = 0; k < 3; k++) {
        time_empty(scaled(sizes[k]));
        time_products(scaled(ofProducts[k]));
        time_matrices(scaled(sizes[k]));
    }
    for (float *memory : {d_to, d_a, d_b, d_definite})
        CHECK(cudaFree(memory));
    for (float *memory : {h_a, h_b, h_definite})
        free(memory);
    return end_family();
}
