// One warp sums up columns of a matrix: whole ones, or those of a triangle, where each lane begins
// in a row of its own; or two warps look for a number below their own one: the first finds none,
// the second at once; or each of some blocks goes round more often than the one before.
#include <cuda_runtime.h>

__global__ void whole_columns(const int *in, int *out, int rows, int columns)
{
    int sum = 0;
    for (int row = 0; row < rows; row++)
        sum += in[row * columns + (int)threadIdx.x];
    out[threadIdx.x] = sum;
}

__global__ void triangle(const int *in, int *out, int rows, int columns)
{
    int sum = 0;
    for (int row = (int)threadIdx.x; row < rows; row++)
        sum += in[row * columns + (int)threadIdx.x];
    out[threadIdx.x] = sum;
}

__global__ void until_found(const int *in, int *out, int rows, int columns)
{
    int row = 0;
    while (row < rows && in[row * columns + (int)threadIdx.x % 32] >= (int)threadIdx.x / 32)
        row++;
    out[threadIdx.x] = row;
}

__global__ void two_counts(const int *in, int *out, int rows, int columns)
{
    int sum = 0;
    for (int row = 0; row < rows && row < 2 * columns; row++)
        sum += in[row * columns + (int)threadIdx.x];
    out[threadIdx.x] = sum;
}

__global__ void unlike_blocks(const int *in, int *out, int first, int more)
{
    int sum = 0;
    for (int round = 0; round < first + (int)blockIdx.x * more; round++)
        sum = sum * in[sum & 31] + 1;
    out[blockIdx.x * 32 + threadIdx.x] = sum;
}

int main()
{
    const int rows = 64;
    int *in, *out;
    cudaMalloc(&in, rows * 32 * sizeof *in);
    cudaMalloc(&out, 41 * 32 * sizeof *out);
    cudaMemset(in, 0, rows * 32 * sizeof *in);
    whole_columns<<<1, 32>>>(in, out, rows, 32);
    triangle<<<1, 32>>>(in, out, rows, 32);
    until_found<<<1, 64>>>(in, out, rows, 32);
    two_counts<<<1, 32>>>(in, out, rows, 32);
    unlike_blocks<<<40, 32>>>(in, out, 0, 8);
    unlike_blocks<<<41, 32>>>(in, out, 39 * 8 / 2, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
