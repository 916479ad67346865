/*
 * Kernels whose hooks stand in batches: with the usual accesses, and with what ends or interrupts a
 * batch.
 *
 *     batches KERNEL N
 *
 * One block of 96 threads; prints a sum of what it has written. Kernels whose name begins with
 * wrong_ are wrong.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 96

__constant__ int factors[4] = {3, 5, 7, 11};
__device__ int counter;

struct wide {
    int a, b, c, d, e;
};

/* Three accesses in a row. */
__global__ void side_by_side(int *data, int n)
{
    int i = threadIdx.x;
    if (i < n)
        data[i] = 2 * data[i + THREADS] + data[i];
}

/* As many hooks in a row as are more than a batch, of all sizes. */
__global__ void many_in_a_row(int *data, int n)
{
    int i = threadIdx.x % 8;
    char *bytes = (char *)data + 4096;
    short *halves = (short *)data + 1024;
    double *doubles = (double *)data + 512;
    int4 *vectors = (int4 *)data + 128;
    bytes[i] = (char)n;
    halves[i] = (short)(n + 1);
    doubles[i] += n;
    vectors[i] = vectors[i + 8];
    data[i] = bytes[i] + halves[i] + data[i + 8];
    data[i + 16] = data[i + 24] + data[i + 32] + data[i + 40] + data[i + 48] + data[i + 56];
    data[i + 64] = data[i + 72] + data[i + 80] + data[i + 88];
}

/* A recording is full within a batch, at another place of it in each thread. */
__global__ void full(int *data, int n)
{
    int i = threadIdx.x, sum = 0;
    for (int k = 0; k < i % 5; k++)
        sum += data[k];
    for (int k = 0; k < 40 * n; k++)
        data[i] += data[(k + i) % THREADS + THREADS] - data[i + 2 * THREADS];
    data[i] += sum;
}

/* Global and shared memory, one after the other, and a barrier in straight code. */
__global__ void both_memories(int *data, int n)
{
    __shared__ int words[THREADS];
    int i = threadIdx.x;
    words[i] = data[i];
    data[i + THREADS] = words[i] + n;
    __syncthreads();
    data[i] = words[THREADS - 1 - i] + data[i + 2 * THREADS];
}

/* Some lanes of a request go to one memory, some to the other. */
__global__ void either_memory(int *data, int n)
{
    __shared__ int words[THREADS];
    int i = threadIdx.x;
    int *place = i % 3 ? words : data;
    place[i] = n;
    __syncthreads();
    data[i + THREADS] = place[i] + i;
}

/* Between accesses to global memory: the thread's own stack, a constant, a parameter. */
__global__ void elsewhere(int *data, int n, struct wide own)
{
    int i = threadIdx.x;
    volatile int place = n % 4;
    int local[8];
    for (int k = 0; k < 8; k++)
        local[k] = data[k] + k;
    data[i] = local[(i + n) % 8] + data[i + THREADS] + factors[place] + data[i + 2 * THREADS];
    data[i + THREADS] = own.c + data[i];
}

__device__ __noinline__ int deeper(int *data, int depth)
{
    int value = data[depth];
    return depth ? value + deeper(data, depth - 1) + data[depth + 1] : value;
}

/* Functions begin and end between accesses. */
__global__ void calls(int *data, int n)
{
    int i = threadIdx.x;
    data[i] = deeper(data + THREADS, i % 7) + data[i] + n;
}

/* Loads and stores of structures, and atomics, among usual accesses. */
__global__ void mixed(int *data, int n)
{
    struct wide *all = (struct wide *)(data + 1024);
    int i = threadIdx.x;
    all[i] = all[i + THREADS];
    data[i] = all[i].b + n;
    atomicAdd(&counter, data[i]);
    data[i] += data[i + THREADS];
    if (i == 0)
        data[THREADS] = counter;
}

/* Threads that run ahead of barriers come to batches with and without accesses. */
__global__ void ahead(int *data, int n)
{
    __shared__ int words[THREADS];
    int i = threadIdx.x;
    words[i] = data[i];
    __syncthreads();
    for (int stride = 64; stride > 0; stride /= 2) {
        if (i < stride && i + stride < THREADS)
            words[i] += words[i + stride] * n;
        __syncthreads();
    }
    if (i == 0)
        data[0] = words[0];
}

__global__ void wrong_misaligned(int *data, int n)
{
    int i = threadIdx.x;
    data[i] = 1;
    data[i + THREADS] = *(int *)((char *)data + 4 * i + (i == 40 ? 2 : 0)) + n;
    data[i + 2 * THREADS] = data[i];
}

__global__ void wrong_null(int *data, int n)
{
    int i = threadIdx.x;
    int *other = i == 50 ? (int *)(size_t)(n + 1) : data;
    data[i] = 1;
    other[i + THREADS] = data[i] + n;
    data[i + 2 * THREADS] = 1;
}

__global__ void wrong_race(int *data, int n)
{
    int i = threadIdx.x;
    data[i] = n;
    data[i + THREADS] = data[(i + 40) % THREADS] + data[i];
}

__global__ void wrong_stack(int *data, int n)
{
    data[threadIdx.x] = deeper(data, 4000 + n);
}

static int *data;

static void fill(void)
{
    static int values[8192];
    for (int i = 0; i < 8192; i++)
        values[i] = i % 251;
    cudaMalloc(&data, sizeof values);
    cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
}

static unsigned int sum_of_all(void)
{
    static unsigned int values[8192];
    unsigned int sum = 0;
    cudaMemcpy(values, data, sizeof values, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8192; i++)
        sum = 31 * sum + values[i];
    return sum;
}

#define KERNEL(name)                                                                               \
    if (!strcmp(kernel, #name))                                                                    \
    name<<<1, THREADS>>>(data, n)

int main(int argc, char **argv)
{
    const char *kernel = argc > 1 ? argv[1] : "";
    int n = argc > 2 ? atoi(argv[2]) : 1;
    struct wide own = {1, 2, 3, 4, 5};
    fill();
    KERNEL(side_by_side);
    KERNEL(many_in_a_row);
    KERNEL(full);
    KERNEL(both_memories);
    KERNEL(either_memory);
    KERNEL(calls);
    KERNEL(mixed);
    KERNEL(ahead);
    KERNEL(wrong_misaligned);
    KERNEL(wrong_null);
    KERNEL(wrong_race);
    KERNEL(wrong_stack);
    if (!strcmp(kernel, "elsewhere"))
        elsewhere<<<1, THREADS>>>(data, n, own);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s, %u\n", cudaGetErrorName(error), error ? 0 : sum_of_all());
    return 0;
}
