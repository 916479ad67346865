/*
 * What cublasCreate makes. Handles are never reused, so that a destroyed one is recognised when it
 * is used again.
 */
#ifndef CUBLAS_HANDLE_H
#define CUBLAS_HANDLE_H

#include "cublas_v2.h"

struct cublasContext {
    int device; /* the current one when it was made */
    int destroyed;
    cudaStream_t stream;
    cublasPointerMode_t pointer_mode;
    cublasAtomicsMode_t atomics_mode;
    cublasMath_t math_mode;
    struct cublasContext *next;
};

/* NULL if it can be used; else the reason in words: "was destroyed". With the lock of the API. */
const char *handle_wrong(cublasHandle_t handle);

#endif
