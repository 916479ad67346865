/*
 * What the forms of gemm have in common: they differ in where their matrices are, and in types.
 */
#ifndef CUBLAS_PRODUCTS_H
#define CUBLAS_PRODUCTS_H

#include "cublas/call.h"

/* One of the matrices, of each product of a batch. */
struct gemm_side {
    const void *first;       /* the first one's, with a stride; or: */
    const void *const *list; /* of pointers to them, with a name */
    const char *list_name;
    cudaDataType type;
    int ld;
    long long stride; /* elements from one to the next */
    /* set by gemm: */
    const char *name;
    int rows, columns, transposes; /* of op(A); the matrix that is stored is transposed */
};

struct gemm {
    cublasOperation_t transa, transb;
    int m, n, k;
    const void *alpha, *beta;
    struct gemm_side a, b, c;
    int batch, is_batch; /* the number of products; 1 for a call that has several */
    cublasComputeType_t compute;
    double alpha_value, beta_value; /* set by gemm */
};

/* Checks all of it, and computes it. */
cublasStatus_t gemm(struct call call, struct gemm *g);

#endif
