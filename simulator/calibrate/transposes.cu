/*
 * Transposed matrices: by every thread for itself, and by tiles in shared memory.
 */
#include "cases.h"

enum { TILE = 32 };

__global__ void transposeReadingRows(int *to, const int *from, int size)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    to[column * size + row] = from[row * size + column];
}

__global__ void transposeReadingColumns(int *to, const int *from, int size)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    to[row * size + column] = from[column * size + row];
}

__global__ void transposeTiled(int *to, const int *from, int size)
{
    __shared__ int tile[TILE][TILE];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y)
        tile[threadIdx.y + k][threadIdx.x] = from[(row + k) * size + column];
    __syncthreads();
    column = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y)
        to[(row + k) * size + column] = tile[threadIdx.x][threadIdx.y + k];
}

/* The same with a column more, so that a tile's column lies in 32 banks. */
__global__ void transposePadded(int *to, const int *from, int size)
{
    __shared__ int tile[TILE][TILE + 1];
    int column = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y)
        tile[threadIdx.y + k][threadIdx.x] = from[(row + k) * size + column];
    __syncthreads();
    column = blockIdx.y * TILE + threadIdx.x;
    row = blockIdx.x * TILE + threadIdx.y;
    for (int k = 0; k < TILE; k += blockDim.y)
        to[(row + k) * size + column] = tile[threadIdx.x][threadIdx.y + k];
}

typedef void transpose_kernel(int *to, const int *from, int size);

static int *d_to, *d_from;
static int side; /* of the matrix at hand */

static int expected_transpose(size_t place)
{
    return input_number(place % side * side + place / side);
}

/* Each block transposes a tile of 32 times 32 with 32 times `rows` threads; untiled kernels have
 * no loop, and blocks of `rows` rows. */
static void time_transpose(const char *name, transpose_kernel *kernel, int size, int rows,
                           int is_tiled)
{
    size_t n = (size_t)size * size;
    dim3 block(TILE, rows);
    dim3 grid(size / TILE, size / (is_tiled ? TILE : rows));

    for (start_case(name, n, grid.x * grid.y, TILE * rows, 2 * n * sizeof(int)); next_launch();)
        kernel<<<grid, block>>>(d_to, d_from, size);
    side = size;
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected_transpose));
}

int main(int argc, char **argv)
{
    start_family("transposes", argc, argv);
    // an eighth of the elements is about a third of the side; a quarter keeps it a power of two
    int side_max = harness.is_small ? 1024 : 4096;
    d_from = ints_on_device((size_t)side_max * side_max);
    d_to = zeros_on_device((size_t)side_max * side_max);

    for (int size = side_max / 8; size <= side_max; size *= 2) {
        time_transpose("reading_rows", transposeReadingRows, size, 8, 0);
        time_transpose("reading_columns", transposeReadingColumns, size, 8, 0);
        time_transpose("tiled", transposeTiled, size, 8, 1);
        time_transpose("padded", transposePadded, size, 8, 1);
    }
    time_transpose("reading_rows", transposeReadingRows, side_max / 4, 32, 0);
    time_transpose("tiled", transposeTiled, side_max / 4, 32, 1);
    time_transpose("padded", transposePadded, side_max / 4, 32, 1);

    CHECK(cudaFree(d_from));
    CHECK(cudaFree(d_to));
    return end_family();
}
