/*
 * What the programs beside this file share.
 */
#ifndef PROGRAM_H
#define PROGRAM_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t status_ = (call);                                                              \
        if (status_ != cudaSuccess) {                                                              \
            printf("%s\n", cudaGetErrorName(status_));                                             \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

#define NCCL_CHECK(call)                                                                           \
    do {                                                                                           \
        ncclResult_t status_ = (call);                                                             \
        if (status_ != ncclSuccess) {                                                              \
            printf("%s\n", ncclGetErrorString(status_));                                           \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

#define THREADS   128
#define BLOCKS(n) (((n) + THREADS - 1) / THREADS)

__global__ void fill(int *data, int n, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        data[i] = first + i;
}

__global__ void add(int *sum, const int *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        sum[i] += data[i];
}

#endif
