/*
 * Sums of the rows and of the columns of a matrix.
 */
#include "cases.h"

__global__ void rowPerThread(int *sums, const int *matrix, int rows, int columns)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int sum = 0;
    for (int column = 0; column < columns; column++)
        sum += matrix[(size_t)row * columns + column];
    sums[row] = sum;
}

__global__ void rowPerWarp(int *sums, const int *matrix, int rows, int columns)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32;
    if (row >= rows)
        return;
    int sum = 0;
    for (int column = lane; column < columns; column += 32)
        sum += matrix[(size_t)row * columns + column];
    for (int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    if (lane == 0)
        sums[row] = sum;
}

__global__ void rowPerBlock(int *sums, const int *matrix, int rows, int columns)
{
    __shared__ int smem[1024];
    int row = blockIdx.x, tid = threadIdx.x;
    int sum = 0;
    for (int column = tid; column < columns; column += blockDim.x)
        sum += matrix[(size_t)row * columns + column];
    smem[tid] = sum;
    __syncthreads();
    for (int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }
    if (tid == 0)
        sums[row] = smem[0];
}

__global__ void columnPerThread(int *sums, const int *matrix, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    int sum = 0;
    for (int row = 0; row < rows; row++)
        sum += matrix[(size_t)row * columns + column];
    sums[column] = sum;
}

/* Each block takes 32 rows, and adds what it has to the columns' sums. */
__global__ void columnsByAtomics(int *sums, const int *matrix, int rows, int columns)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= columns)
        return;
    int sum = 0;
    for (int row = 32 * blockIdx.y; row < 32 * (blockIdx.y + 1) && row < rows; row++)
        sum += matrix[(size_t)row * columns + column];
    atomicAdd(&sums[column], sum);
}

typedef void sum_kernel(int *sums, const int *matrix, int rows, int columns);

static int *d_matrix, *d_sums;

/* Whether the sums are `times` the matrix's: of its rows, or of its columns. They become 0. */
static int are_sums(int rows, int columns, int of_rows, int times)
{
    int count = of_rows ? rows : columns;
    int *sums = (int *)copy_to_host(d_sums, count * sizeof(int));
    int is_right = 1;
    for (int i = 0; i < count; i++) {
        int expected = 0;
        for (int k = 0; k < (of_rows ? columns : rows); k++)
            expected += input_number(of_rows ? (size_t)i * columns + k : (size_t)k * columns + i);
        is_right &= sums[i] == times * expected;
    }
    free(sums);
    CHECK(cudaMemset(d_sums, 0, count * sizeof(int)));
    return is_right;
}

static void time_sums(const char *name, sum_kernel *kernel, int rows, int columns, dim3 grid,
                      unsigned int block)
{
    size_t n = (size_t)rows * columns;
    int of_rows = strncmp(name, "row", 3) == 0;

    for (start_case(name, n, grid.x * grid.y, block,
                    (n + (of_rows ? rows : columns)) * sizeof(int));
         next_launch();)
        kernel<<<grid, block>>>(d_sums, d_matrix, rows, columns);
    if (launches() > 0)
        check_case(are_sums(rows, columns, of_rows, kernel == columnsByAtomics ? launches() : 1));
}

static void time_matrix(int rows, int columns)
{
    unsigned int block = 256;
    time_sums("row_per_thread", rowPerThread, rows, columns, blocks_for(rows, block), block);
    time_sums("row_per_warp", rowPerWarp, rows, columns, blocks_for(rows, block / 32), block);
    time_sums("row_per_block", rowPerBlock, rows, columns, rows, block);
    time_sums("column_per_thread", columnPerThread, rows, columns, blocks_for(columns, block),
              block);
    time_sums("columns_by_atomics", columnsByAtomics, rows, columns,
              dim3(blocks_for(columns, block), blocks_for(rows, 32)), block);
}

int main(int argc, char **argv)
{
    start_family("rows", argc, argv);
    int rows_max = (int)scaled(1 << 14);
    d_matrix = ints_on_device((size_t)rows_max * 1024);
    d_sums = zeros_on_device((size_t)rows_max * 16);

    time_matrix(rows_max / 128, 128);
    time_matrix(rows_max / 16, 1024);
    time_matrix(rows_max / 4, 1024);
    time_matrix(rows_max, 64);
    time_matrix(rows_max / 64, (int)scaled(1 << 14));
    time_sums("row_per_warp", rowPerWarp, rows_max, 1024, blocks_for(rows_max, 8), 256);
    time_sums("row_per_block", rowPerBlock, rows_max, 1024, rows_max, 128);
    time_sums("row_per_block", rowPerBlock, rows_max / 16, 1024, rows_max / 16, 1024);

    CHECK(cudaFree(d_matrix));
    CHECK(cudaFree(d_sums));
    return end_family();
}
