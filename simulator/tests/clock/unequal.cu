// One warp sums up columns of a matrix: whole ones, or those of a triangle, where each lane begins
// in a row of its own.
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

int main()
{
    const int rows = 64;
    int *in, *out;
    cudaMalloc(&in, rows * 32 * sizeof *in);
    cudaMalloc(&out, 32 * sizeof *out);
    cudaMemset(in, 0, rows * 32 * sizeof *in);
    whole_columns<<<1, 32>>>(in, out, rows, 32);
    triangle<<<1, 32>>>(in, out, rows, 32);
    return cudaDeviceSynchronize() != cudaSuccess;
}
