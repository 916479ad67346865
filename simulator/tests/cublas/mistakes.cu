// One mistake with cuBLAS, by its name: prints the status that the call returns.
#include <cublas_v2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#define N 8

static int is(const char *name, const char *wanted)
{
    return !strcmp(name, wanted);
}

/* Memory of the device with that many zeros. */
static float *zeros(size_t count)
{
    float *memory;

    cudaMalloc(&memory, count * sizeof *memory);
    cudaMemset(memory, 0, count * sizeof *memory);
    return memory;
}

int main(int argc, char **argv)
{
    const char *mistake = argc > 1 ? argv[1] : "";
    float one = 1, zero = 0, result = 0, host[N * N] = {0};
    float *a = zeros(N * N), *b = zeros(N * N), *c = zeros(N * N), *scalar = zeros(1);
    cublasHandle_t handle = NULL, good;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    cudaStream_t stream;
    int m = N, n = N, k = N, lda = N, ldb = N, ldc = N;
    const float *alpha = &one, *beta = &zero;

    cublasCreate(&good);
    if (!is(mistake, "null handle"))
        handle = good;
    if (is(mistake, "garbage handle"))
        handle = (cublasHandle_t)(size_t)0x1234560;
    if (is(mistake, "destroyed handle"))
        cublasDestroy(handle);
    if (is(mistake, "host matrix"))
        a = host;
    if (is(mistake, "null matrix"))
        c = NULL;
    if (is(mistake, "too small"))
        cudaMalloc(&b, (N * N - 1) * sizeof *b), cudaMemset(b, 0, (N * N - 1) * sizeof *b);
    if (is(mistake, "too small for ld"))
        ldc = N + 1;
    if (is(mistake, "too small, offset"))
        c += 1;
    if (is(mistake, "freed"))
        cudaFree(a);
    if (is(mistake, "lda"))
        lda = N - 1;
    if (is(mistake, "ldc 0"))
        ldc = 0, m = 0;
    if (is(mistake, "negative m"))
        m = -3;
    if (is(mistake, "device scalar"))
        alpha = scalar;
    if (is(mistake, "host scalar"))
        cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE), beta = scalar;
    if (is(mistake, "null alpha"))
        alpha = NULL;
    if (is(mistake, "unwritten"))
        cudaMalloc(&a, N * N * sizeof *a), cudaMemset(a, 0, 19 * sizeof *a);
    if (is(mistake, "unwritten C"))
        cudaMalloc(&c, N * N * sizeof *c), beta = &one;
    if (is(mistake, "result is input"))
        c = a;
    if (is(mistake, "sticky stream"))
        cudaStreamCreate(&stream), cublasSetStream(handle, stream), cudaStreamDestroy(stream);
    if (is(mistake, "captured"))
        cudaStreamCreate(&stream), cublasSetStream(handle, stream),
            cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    if (is(mistake, "other device"))
        cudaSetDevice(1);
    if (is(mistake, "other device's memory")) {
        cudaSetDevice(1);
        b = zeros(N * N);
        cudaSetDevice(0);
    }

    if (is(mistake, "host list") || is(mistake, "same C") || is(mistake, "list")) {
        const float *matrices[2] = {a, b};
        float *results[2] = {c, is(mistake, "same C") ? c + N * N - 1 : zeros(N * N)};
        const float **list;
        float **result_list;

        cudaMalloc(&list, sizeof matrices);
        cudaMalloc(&result_list, sizeof results);
        cudaMemcpy(list, matrices, sizeof matrices, cudaMemcpyHostToDevice);
        cudaMemcpy(result_list, results, sizeof results, cudaMemcpyHostToDevice);
        status = cublasSgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_T, 2, 2, 2, alpha,
                                    is(mistake, "host list") ? matrices : list, lda, list, ldb,
                                    beta, result_list, ldc, 2);
    } else if (is(mistake, "stride 0")) {
        status = cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, alpha, a, 2,
                                           0, b, 2, 4, beta, c, 2, 0, 3);
    } else if (is(mistake, "types")) {
        status = cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, alpha, a, CUDA_R_8I, 2, b,
                              CUDA_R_8I, 2, beta, c, CUDA_R_32I, 2, CUBLAS_COMPUTE_32I,
                              CUBLAS_GEMM_DEFAULT);
    } else if (is(mistake, "increment 0")) {
        status = cublasSgemv(handle, CUBLAS_OP_N, N, N, alpha, a, lda, b, 0, beta, c, 1);
    } else if (is(mistake, "gemv transposed")) {
        status = cublasSgemv(handle, CUBLAS_OP_T, N, 3, alpha, a, lda, scalar, 1, beta, c, 1);
    } else if (is(mistake, "vector")) {
        status = cublasSaxpy(handle, N * N / 2 + 1, alpha, a, 2, b, 1);
    } else if (is(mistake, "device result")) {
        status = cublasSdot(handle, N, a, 1, b, 1, scalar);
    } else if (is(mistake, "unwritten vector")) {
        float *x;

        cudaMalloc(&x, N * sizeof *x);
        cudaMemset(x, 0, (N - 1) * sizeof *x);
        status = cublasSasum(handle, N, x, 1, &result);
    } else if (is(mistake, "set vector")) {
        status = cublasSetVector(N, sizeof(float), host, 1, host, 1);
    } else if (is(mistake, "set increment")) {
        status = cublasSetVector(N, sizeof(float), host, 0, a, 1);
    } else if (is(mistake, "set matrix")) {
        status = cublasSetMatrix(N, N, sizeof(float), host, N - 1, a, N);
    } else if (is(mistake, "get too much")) {
        status = cublasGetMatrix(N, N + 1, sizeof(float), a, N, host, N);
    } else if (is(mistake, "streams")) {
        cudaStreamCreate(&stream);
        cublasSetStream(handle, stream);
        cublasSscal(handle, N, alpha, a, 1);
        cudaStreamCreate(&stream);
        cublasSetStream(handle, stream);
        status = cublasSaxpy(handle, N, alpha, a, 1, b, 1);
    } else if (is(mistake, "in place")) {
        status = cublasSaxpy(handle, N, alpha, a, 1, a, 1);
        cublasSger(handle, 4, 4, alpha, a + 4, 1, a + 4 * N, N, a + 4 * N + 4, N);
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, alpha, a + 4, N, a + 4 * N, N, alpha,
                    a + 4 * N + 4, N);
    } else {
        status = cublasSgemm(handle, CUBLAS_OP_N,
                             is(mistake, "operation") ? CUBLAS_OP_CONJG : CUBLAS_OP_N, m, n, k,
                             alpha, a, lda, b, ldb, beta, c, ldc);
    }
    printf("%s\n", cublasGetStatusName(status));
    return 0;
}
