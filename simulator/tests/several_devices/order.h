/*
 * What the programs of the orders share: memory, streams and events of two devices, who writes, who
 * reads. A program ends with RUN_CASES and its cases; its argument names the one to run.
 */
#ifndef ORDER_H
#define ORDER_H

#include <nccl.h>

#include "program.h"

#define N 1000

static int *on[2], *copy;      /* on[d]: N numbers on device d; copy: N more on device 1 */
static cudaStream_t stream[2]; /* that do not wait for default streams */
static cudaEvent_t event[2];
static int *pinned;

static void use(int device)
{
    CHECK(cudaSetDevice(device));
}

static void setup()
{
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaMalloc(&on[device], N * sizeof(int)));
        CHECK(cudaMemset(on[device], 0, N * sizeof(int)));
        CHECK(cudaStreamCreateWithFlags(&stream[device], cudaStreamNonBlocking));
        CHECK(cudaEventCreateWithFlags(&event[device], cudaEventDisableTiming));
        CHECK(cudaDeviceEnablePeerAccess(1 - device, 0));
    }
    CHECK(cudaMalloc(&copy, N * sizeof(int)));
    CHECK(cudaMemset(copy, 0, N * sizeof(int)));
    CHECK(cudaMallocHost(&pinned, 2 * N * sizeof(int)));
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaDeviceSynchronize());
    }
}

/* Device 0 writes its numbers. */
static void produce()
{
    use(0);
    fill<<<BLOCKS(N), THREADS, 0, stream[0]>>>(on[0], N, 1);
    CHECK(cudaGetLastError());
}

/* Device 1 reads them: by a copy, or in a kernel. */
static void consume_by_copy()
{
    use(1);
    CHECK(cudaMemcpyPeerAsync(copy, 1, on[0], 0, N * sizeof(int), stream[1]));
}

static void consume()
{
    use(1);
    add<<<BLOCKS(N), THREADS, 0, stream[1]>>>(on[1], on[0], N);
    CHECK(cudaGetLastError());
}

static void wait_on(cudaStream_t waiting, cudaEvent_t recorded, cudaStream_t where)
{
    CHECK(cudaEventRecord(recorded, where));
    CHECK(cudaStreamWaitEvent(waiting, recorded, 0));
}

__global__ void count(int *total)
{
    atomicAdd(total, 1);
}

__global__ void count_everywhere(int *total)
{
    atomicAdd_system(total, 1);
}

__global__ void parent(int *data, int n)
{
    if (threadIdx.x == 0)
        fill<<<BLOCKS(n), THREADS>>>(data, n, 1);
}

struct order_case {
    const char *name;
    void (*run)();
};

/* Runs the case that is named, and waits for both devices. */
static int run_case(int argc, char **argv, const struct order_case *cases, size_t count)
{
    setup();
    for (size_t i = 0; i < count; i++)
        if (argc == 2 && !strcmp(cases[i].name, argv[1]))
            cases[i].run();
    for (int device = 0; device < 2; device++) {
        use(device);
        CHECK(cudaDeviceSynchronize());
    }
    printf("done\n");
    return 0;
}

#define CASE(name)                                                                                 \
    {                                                                                              \
#name, name                                                                                \
    }

__global__ void write_bytes(char *bytes, int first, int count)
{
    if ((int)threadIdx.x < count)
        bytes[first + threadIdx.x] = 1;
}

#endif
