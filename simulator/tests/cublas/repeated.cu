// Products that repeat the one before them, and what may have changed in between: A, B or C, by the
// host or a kernel, sizes, factors. Each C is compared with sums made here. Prints how many were
// right.
#include <cublas_v2.h>
#include <stdio.h>

#define N 3

static double *a, *b, *c;
static cublasHandle_t handle;
static int right, wrong;

__global__ void add_one(double *x)
{
    x[threadIdx.x] += 1;
}

static void multiply(double alpha, double beta)
{
    double x[N * N], y[N * N], before[N * N], z[N * N];
    cudaMemcpy(before, c, sizeof before, cudaMemcpyDeviceToHost);
    cudaMemcpy(x, a, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(y, b, sizeof y, cudaMemcpyDeviceToHost);
    for (int time = 0; time < 3; time++) /* the second and third one repeat the first */
        cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &alpha, a, N, b, N, &beta, c, N);
    cudaMemcpy(z, c, sizeof z, cudaMemcpyDeviceToHost);
    for (int i = 0; i < N * N; i++) {
        double sum = 0, expected = before[i];
        for (int k = 0; k < N; k++)
            sum += x[k * N + i % N] * y[i / N * N + k];
        for (int time = 0; time < 3; time++)
            expected = alpha * sum + (beta != 0 ? beta * expected : 0);
        ++(expected == z[i] ? right : wrong);
    }
}

int main()
{
    double x[N * N];
    for (int i = 0; i < N * N; i++)
        x[i] = i - 4;
    cublasCreate(&handle);
    cudaMalloc(&a, sizeof x);
    cudaMalloc(&b, sizeof x);
    cudaMalloc(&c, sizeof x);
    cudaMemcpy(a, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(b, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemset(c, 0, sizeof x);
    multiply(1, 0);
    double one = 1, none = 0;
    add_one<<<1, N * N>>>(a);
    cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &none, c, N);
    add_one<<<1, N * N>>>(c);
    multiply(1, 0);
    cudaMemset(c, 0, sizeof x);
    multiply(1, 0);
    add_one<<<1, N * N>>>(b);
    multiply(1, 0);
    multiply(2, 0);
    multiply(2, 1);
    multiply(2, 1);
    printf("%d right, %d wrong\n", right, wrong);
    return wrong != 0;
}
