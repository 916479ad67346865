/*
 * gemm by the names of cuBLAS: of float, double and half, of types that the call names; once, or as
 * a batch.
 */
#include "cublas/products.h"

/* The matrices of a call, each (where they are, type, leading dimension). */
#define AT(pointer, type, ld)                                                                      \
    {                                                                                              \
        (pointer), NULL, NULL, (type), (ld), 0, NULL, 0, 0, 0                                      \
    }
#define STRIDED(pointer, type, ld, stride)                                                         \
    {                                                                                              \
        (pointer), NULL, NULL, (type), (ld), (stride), NULL, 0, 0, 0                               \
    }
#define LISTED(pointers, type, ld)                                                                 \
    {                                                                                              \
        NULL, (const void *const *)(pointers), #pointers, (type), (ld), 0, NULL, 0, 0, 0           \
    }

#define SIZES                                                                                      \
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k

/* The product of a call with these sizes, alpha and beta: its last statement. */
#define MULTIPLY(name, a, b, c, products, is_batch, compute)                                       \
    struct gemm g = {transa, transb, m,        n,        k,       alpha, beta, a,                  \
                     b,      c,      products, is_batch, compute, 0,     0};                       \
    return gemm(CALL(handle, name), &g)

#define GEMM_CALLS(letter, real, type, compute)                                                    \
    cublasStatus_t GEMM_NAME_##letter(SIZES, const real *alpha, const real *A, int lda,            \
                                      const real *B, int ldb, const real *beta, real *C, int ldc)  \
    {                                                                                              \
        MULTIPLY("cublas" #letter "gemm", AT(A, type, lda), AT(B, type, ldb), AT(C, type, ldc), 1, \
                 0, compute);                                                                      \
    }                                                                                              \
    cublasStatus_t cublas##letter##gemmStridedBatched(                                             \
        SIZES, const real *alpha, const real *A, int lda, long long strideA, const real *B,        \
        int ldb, long long strideB, const real *beta, real *C, int ldc, long long strideC,         \
        int batchCount)                                                                            \
    {                                                                                              \
        MULTIPLY("cublas" #letter "gemmStridedBatched", STRIDED(A, type, lda, strideA),            \
                 STRIDED(B, type, ldb, strideB), STRIDED(C, type, ldc, strideC), batchCount, 1,    \
                 compute);                                                                         \
    }                                                                                              \
    cublasStatus_t cublas##letter##gemmBatched(                                                    \
        SIZES, const real *alpha, const real *const Aarray[], int lda, const real *const Barray[], \
        int ldb, const real *beta, real *const Carray[], int ldc, int batchCount)                  \
    {                                                                                              \
        MULTIPLY("cublas" #letter "gemmBatched", LISTED(Aarray, type, lda),                        \
                 LISTED(Barray, type, ldb), LISTED(Carray, type, ldc), batchCount, 1, compute);    \
    }

#define GEMM_NAME_S cublasSgemm_v2
#define GEMM_NAME_D cublasDgemm_v2
#define GEMM_NAME_H cublasHgemm
GEMM_CALLS(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
GEMM_CALLS(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)
GEMM_CALLS(H, __half, CUDA_R_16F, CUBLAS_COMPUTE_16F)

cublasStatus_t cublasGemmEx(SIZES, const void *alpha, const void *A, cudaDataType Atype, int lda,
                            const void *B, cudaDataType Btype, int ldb, const void *beta, void *C,
                            cudaDataType Ctype, int ldc, cublasComputeType_t computeType,
                            cublasGemmAlgo_t algo)
{
    (void)algo;
    MULTIPLY("cublasGemmEx", AT(A, Atype, lda), AT(B, Btype, ldb), AT(C, Ctype, ldc), 1, 0,
             computeType);
}

cublasStatus_t cublasGemmStridedBatchedEx(SIZES, const void *alpha, const void *A,
                                          cudaDataType Atype, int lda, long long strideA,
                                          const void *B, cudaDataType Btype, int ldb,
                                          long long strideB, const void *beta, void *C,
                                          cudaDataType Ctype, int ldc, long long strideC,
                                          int batchCount, cublasComputeType_t computeType,
                                          cublasGemmAlgo_t algo)
{
    (void)algo;
    MULTIPLY("cublasGemmStridedBatchedEx", STRIDED(A, Atype, lda, strideA),
             STRIDED(B, Btype, ldb, strideB), STRIDED(C, Ctype, ldc, strideC), batchCount, 1,
             computeType);
}

cublasStatus_t cublasGemmBatchedEx(SIZES, const void *alpha, const void *const Aarray[],
                                   cudaDataType Atype, int lda, const void *const Barray[],
                                   cudaDataType Btype, int ldb, const void *beta,
                                   void *const Carray[], cudaDataType Ctype, int ldc,
                                   int batchCount, cublasComputeType_t computeType,
                                   cublasGemmAlgo_t algo)
{
    (void)algo;
    MULTIPLY("cublasGemmBatchedEx", LISTED(Aarray, Atype, lda), LISTED(Barray, Btype, ldb),
             LISTED(Carray, Ctype, ldc), batchCount, 1, computeType);
}
