/*
 * Products of matrices and vectors.
 */
#include "cases.h"

/* Each thread computes one element; all matrices are square. */
__global__ void matrixNaive(float *c, const float *a, const float *b, int size)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int k = 0; k < size; k++)
        sum += a[row * size + k] * b[k * size + column];
    c[row * size + column] = sum;
}

template <int tile> __global__ void matrixTiled(float *c, const float *a, const float *b, int size)
{
    __shared__ float a_tile[tile][tile], b_tile[tile][tile];
    int column = blockIdx.x * tile + threadIdx.x;
    int row = blockIdx.y * tile + threadIdx.y;
    float sum = 0;
    for (int first = 0; first < size; first += tile) {
        a_tile[threadIdx.y][threadIdx.x] = a[row * size + first + threadIdx.x];
        b_tile[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * size + column];
        __syncthreads();
        for (int k = 0; k < tile; k++)
            sum += a_tile[threadIdx.y][k] * b_tile[k][threadIdx.x];
        __syncthreads();
    }
    c[row * size + column] = sum;
}

/* The matrix times a vector. */
__global__ void vectorThreadPerRow(float *y, const float *a, const float *x, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < columns; k++)
        sum += a[(size_t)row * columns + k] * x[k];
    y[row] = sum;
}

__global__ void vectorWarpPerRow(float *y, const float *a, const float *x, int rows, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = lane; k < columns; k += 32)
        sum += a[(size_t)row * columns + k] * x[k];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (lane == 0)
        y[row] = sum;
}

typedef void matrix_kernel(float *c, const float *a, const float *b, int size);
typedef void vector_kernel(float *y, const float *a, const float *x, int rows, int columns);

static float *d_a, *d_b, *d_c;

/* Compares every 97th element, which is enough to see a wrong kernel. The second matrix, or the
 * vector, has `width` columns. */
static int is_product(size_t rows, size_t inner, size_t width)
{
    float *c = (float *)copy_to_host(d_c, rows * width * sizeof(float));
    int is_right = 1;
    for (size_t place = 0; place < rows * width; place += 97) {
        double sum = 0;
        for (size_t k = 0; k < inner; k++)
            sum += (double)input_number(place / width * inner + k) *
                   input_number(k * width + place % width);
        sum /= 4096.0 * 4096.0;
        is_right &= fabs(c[place] - sum) <= 1e-4 * sum;
    }
    free(c);
    CHECK(cudaMemset(d_c, 0xFF, rows * width * sizeof(float)));
    return is_right;
}

/* n counts the multiplications. */
static void time_matrix(const char *name, matrix_kernel *kernel, int size, int tile)
{
    size_t elements = (size_t)size * size;
    dim3 block(tile, tile), grid(size / tile, size / tile);

    for (start_case(name, elements * size, grid.x * grid.y, tile * tile,
                    3 * elements * sizeof(float));
         next_launch();)
        kernel<<<grid, block>>>(d_c, d_a, d_b, size);
    if (launches() > 0)
        check_case(is_product(size, size, size));
}

static void time_vector(const char *name, vector_kernel *kernel, int rows, int columns,
                        int threads_per_row)
{
    size_t n = (size_t)rows * columns;
    unsigned int block = 256, grid = blocks_for((size_t)rows * threads_per_row, block);

    for (start_case(name, n, grid, block, (n + rows + columns) * sizeof(float)); next_launch();)
        kernel<<<grid, block>>>(d_c, d_a, d_b, rows, columns);
    if (launches() > 0)
        check_case(is_product(rows, columns, 1));
}

int main(int argc, char **argv)
{
    start_family("products", argc, argv);
    size_t elements_max = scaled(1 << 23);
    d_a = floats_on_device(elements_max);
    d_b = floats_on_device(elements_max);
    d_c = (float *)zeros_on_device(elements_max);

    // half the side is an eighth of the multiplications
    int largest = harness.is_small ? 192 : 384;
    for (int size = largest / 3; size <= largest; size += largest / 3) {
        time_matrix("matrix_naive", matrixNaive, size, 16);
        time_matrix("matrix_naive", matrixNaive, size, 32);
        time_matrix("matrix_tiled_16", matrixTiled<16>, size, 16);
        time_matrix("matrix_tiled_32", matrixTiled<32>, size, 32);
    }
    for (int rows = 256; rows <= 4096; rows *= 4) {
        int columns = (int)scaled(1 << 22) / 4096;
        time_vector("vector_thread_per_row", vectorThreadPerRow, rows, columns, 1);
        time_vector("vector_warp_per_row", vectorWarpPerRow, rows, columns, 32);
    }
    time_vector("vector_thread_per_row", vectorThreadPerRow, (int)scaled(1 << 16), 64, 1);
    time_vector("vector_warp_per_row", vectorWarpPerRow, (int)scaled(1 << 16), 64, 32);

    CHECK(cudaFree(d_a));
    CHECK(cudaFree(d_b));
    CHECK(cudaFree(d_c));
    return end_family();
}
