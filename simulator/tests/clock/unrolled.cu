// A warp sums up 64 rows of a matrix, by loops that nvcc unrolls to 16 iterations, four, two or
// none. Each lane has a column of its own, so that each load is of another line.
#include <cuda_runtime.h>

enum { ROWS = 64, COLUMNS = 32 };

/* Two instructions each: nothing is left out of them. */
#define TWO(a, k) (a = (a ^ k) * (2 * k + 3))
#define TWENTY(a)                                                                                  \
    (TWO(a, 5), TWO(a, 9), TWO(a, 2), TWO(a, 7), TWO(a, 4), TWO(a, 8), TWO(a, 3), TWO(a, 6),       \
     TWO(a, 11), TWO(a, 14))

#define BEGINS                                                                                     \
    int sum = 0;                                                                                   \
    in += threadIdx.x;
#define ENDS out[threadIdx.x] = sum;

__global__ void small(const int *in, int *out, int rows, int step)
{
    BEGINS
    for (int row = 0; row < rows; row++)
        sum += in[row * COLUMNS];
    ENDS
}

__global__ void wide(const int *in, int *out, size_t rows, int step)
{
    BEGINS
    for (size_t row = 0; row < rows; row++)
        sum += in[row * COLUMNS];
    ENDS
}

__global__ void medium(const int *in, int *out, int rows, int step)
{
    BEGINS
    for (int row = 0; row < rows; row++) {
        int a = in[row * COLUMNS];
        sum += TWENTY(a);
    }
    ENDS
}

__global__ void large(const int *in, int *out, int rows, int step)
{
    BEGINS
    for (int row = 0; row < rows; row++) {
        int a = in[row * COLUMNS];
        TWENTY(a);
        TWENTY(a);
        sum += TWENTY(a);
    }
    ENDS
}

__global__ void largest(const int *in, int *out, int rows, int step)
{
    BEGINS
    for (int row = 0; row < rows; row++) {
        int a = in[row * COLUMNS];
        TWENTY(a);
        TWENTY(a);
        TWENTY(a);
        TWENTY(a);
        sum += TWENTY(a);
    }
    ENDS
}

__global__ void strided(const int *in, int *out, int rows, int step)
{
    BEGINS
    for (int row = 0; row < rows; row += step)
        sum += in[row * COLUMNS];
    ENDS
}

__global__ void unsignedStride(const int *in, int *out, unsigned rows, unsigned step)
{
    BEGINS
    for (unsigned row = 0; row < rows; row += 2)
        sum += in[row * COLUMNS];
    ENDS
}

__global__ void untilFound(const int *in, int *out, int rows, int step)
{
    BEGINS
    for (; in[sum * COLUMNS] == 0; sum++)
        ;
    ENDS
}

__global__ void sines(const int *in, int *out, int rows, int step)
{
    float sum = 0;
    in += threadIdx.x;
    for (int row = 0; row < rows; row++)
        sum += sinf((float)in[row * COLUMNS]);
    ENDS
}

int main()
{
    int *in, *out, one = 1;
    cudaMalloc(&in, (ROWS + 1) * COLUMNS * sizeof *in);
    cudaMalloc(&out, COLUMNS * sizeof *out);
    cudaMemset(in, 0, (ROWS + 1) * COLUMNS * sizeof *in);
    for (int column = 0; column < COLUMNS; column++)
        cudaMemcpy(in + (ROWS - 1) * COLUMNS + column, &one, sizeof one, cudaMemcpyHostToDevice);
    small<<<1, COLUMNS>>>(in, out, ROWS, 1);
    wide<<<1, COLUMNS>>>(in, out, ROWS, 1);
    medium<<<1, COLUMNS>>>(in, out, ROWS, 1);
    large<<<1, COLUMNS>>>(in, out, ROWS, 1);
    largest<<<1, COLUMNS>>>(in, out, ROWS, 1);
    strided<<<1, COLUMNS>>>(in, out, ROWS, 1);
    unsignedStride<<<1, COLUMNS>>>(in, out, ROWS, 1);
    untilFound<<<1, COLUMNS>>>(in, out, ROWS, 1);
    sines<<<1, COLUMNS>>>(in, out, ROWS, 1);
    return cudaDeviceSynchronize() != cudaSuccess;
}
