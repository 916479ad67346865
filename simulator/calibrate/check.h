/*
 * CHECK: wraps every CUDA call, so that no failure goes unseen. If the call fails, prints file,
 * line, the call and CUDA's own text, and ends the program with exit status 3.
 */
#ifndef CHECK_H
#define CHECK_H

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>

enum { EXIT_BAD_USAGE = 2, EXIT_CUDA_FAILURE = 3 };

#define CHECK(call) check_cuda((call), #call, __FILE__, __LINE__)

static inline void check_cuda(cudaError_t error, const char *call, const char *file, int line)
{
    if (error == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", file, line, call, cudaGetErrorString(error),
            cudaGetErrorName(error));
    exit(EXIT_CUDA_FAILURE);
}

#endif
