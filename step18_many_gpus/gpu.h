/*
 * The part of each GPU, in one process or with a process for each: its share of the numbers, its
 * memory, and the sum of its share. All of it is for the GPU in use (cudaSetDevice).
 */
#ifndef GPU_H
#define GPU_H

#include "../common/lab.h"
#include "../common/gpus/check_nccl.h" // CHECK_NCCL(ncclCall(...))
#include "share.h"
#include "sum_on_device.h"

/* The belongings of one GPU. */
struct gpu {
    struct share share;
    size_t input_bytes; // of its share
    struct shape shape;
    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_total;     // of its share; then of all
    struct meeting *d_meeting;
    ncclComm_t communicator;
    cudaEvent_t start, stop;
};

/* Gives a GPU its share of n numbers, and the shape that is the fastest for it. */
static void take_share(struct gpu *gpu, const struct device *device, struct share share)
{
    gpu->share = share;
    gpu->shape = choose_shape(share.n, device);
    gpu->input_bytes = share.n * sizeof(int);
    require_device_memory(2 * gpu->input_bytes + sizeof(long long) + sizeof(struct meeting));
}

/* Makes its memory and its events; h_idata has the numbers of all shares. */
static void allocate_gpu(struct gpu *gpu, const int *h_idata)
{
    CHECK(cudaMalloc((void **)&gpu->d_input, gpu->input_bytes));
    CHECK(cudaMalloc((void **)&gpu->d_idata, gpu->input_bytes));
    CHECK(cudaMalloc((void **)&gpu->d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&gpu->d_meeting, sizeof(struct meeting)));
    CHECK(cudaMemset(gpu->d_meeting, 0, sizeof(struct meeting))); // once, for all launches
    CHECK(cudaMemcpy(gpu->d_input, h_idata + gpu->share.first, gpu->input_bytes,
                     cudaMemcpyHostToDevice));
    CHECK(cudaEventCreate(&gpu->start));
    CHECK(cudaEventCreate(&gpu->stop));
}

/* Before a run: a poisoned output, and fresh input, which some of the steps overwrite. */
static void renew_memory(const struct gpu *gpu)
{
    CHECK(cudaMemset(gpu->d_total, 0xFF, sizeof(long long)));
    CHECK(cudaMemcpy(gpu->d_idata, gpu->d_input, gpu->input_bytes, cudaMemcpyDeviceToDevice));
    CHECK(cudaDeviceSynchronize());
}

/* Begins the timed part of a run: the GPU sums its share into *d_total. */
static void sum_share(const struct gpu *gpu)
{
    CHECK(cudaEventRecord(gpu->start));
    gpu->shape.kernel<<<gpu->shape.grid, gpu->shape.block>>>(gpu->d_idata, gpu->d_total,
                                                             gpu->d_meeting, gpu->share.n);
    CHECK(cudaGetLastError());
}

/*
 * Its part of an all-reduce, behind its kernel in the default stream: *d_total, the sum of a share,
 * becomes the sum of all.
 */
static void join_total(const struct gpu *gpu)
{
    CHECK_NCCL(
        ncclAllReduce(gpu->d_total, gpu->d_total, 1, ncclInt64, ncclSum, gpu->communicator, 0));
}

static void free_gpu(const struct gpu *gpu)
{
    CHECK_NCCL(ncclCommDestroy(gpu->communicator));
    CHECK(cudaEventDestroy(gpu->start));
    CHECK(cudaEventDestroy(gpu->stop));
    CHECK(cudaFree(gpu->d_input));
    CHECK(cudaFree(gpu->d_idata));
    CHECK(cudaFree(gpu->d_total));
    CHECK(cudaFree(gpu->d_meeting));
}

#endif
