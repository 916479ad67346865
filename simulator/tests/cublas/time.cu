// Modelled times of calls, in ms: of one element, of matrices, of vectors, of matrices of doubles.
#include <cublas_v2.h>
#include <stdio.h>

#define SIDE   1024
#define LENGTH (1 << 24)

static cublasHandle_t handle;
static cudaEvent_t begin, end;

static void print(const char *what)
{
    float time;

    cudaEventRecord(end);
    cudaEventSynchronize(end);
    cudaEventElapsedTime(&time, begin, end);
    printf("%s: %.6f\n", what, time);
    cudaEventRecord(begin);
}

int main()
{
    float one = 1, zero = 0, *x, *y;
    double alpha = 1, beta = 0, *a;

    cublasCreate(&handle);
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    cudaMalloc(&x, LENGTH * sizeof *x);
    cudaMalloc(&y, LENGTH * sizeof *y);
    cudaMalloc(&a, 2 * SIDE * SIDE * sizeof *a);
    cudaMemset(x, 0, LENGTH * sizeof *x);
    cudaMemset(y, 0, LENGTH * sizeof *y);
    cudaMemset(a, 0, 2 * SIDE * SIDE * sizeof *a);
    cudaDeviceSynchronize();
    cudaEventRecord(begin);
    cublasSscal(handle, 1, &one, x, 1);
    print("one element");
    cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, SIDE, SIDE, SIDE, &one, x, SIDE, x, SIDE, &zero,
                y, SIDE);
    print("matrices");
    cublasSaxpy(handle, LENGTH, &one, x, 1, y, 1);
    print("vectors");
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, SIDE, SIDE, SIDE, &alpha, a, SIDE, a, SIDE, &beta,
                a + SIDE * SIDE, SIDE);
    print("matrices of doubles");
    return 0;
}
