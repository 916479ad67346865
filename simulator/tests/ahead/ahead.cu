/*
 * Kernels in which threads run ahead of barriers, one for each way in which that can end: ahead.t
 * compares what is counted and found with what is where each thread waits at each barrier.
 *
 *     ahead KERNEL THREADS
 */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

enum { BLOCKS = 3, MOST = 1024, MANY = 100 };

__global__ void idle(int *numbers)
{
    __shared__ int sums[MOST];
    unsigned t = threadIdx.x;

    sums[t] = numbers[blockIdx.x * blockDim.x + t];
    __syncthreads();
    for (unsigned stride = MOST / 2; stride > 0; stride /= 2) {
        if (t < stride && t + stride < blockDim.x)
            sums[t] += sums[t + stride];
        __syncthreads();
    }
    if (t == 0)
        numbers[blockIdx.x * blockDim.x] = sums[0];
}

__global__ void neighbours(int *numbers)
{
    unsigned t = threadIdx.x, first = blockIdx.x * blockDim.x;

    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {
        if (t % (2 * stride) == 0 && t + stride < blockDim.x)
            numbers[first + t] += numbers[first + t + stride];
        __syncthreads();
    }
}

/* More barriers, and more basic blocks between two of them, than a thread can have ahead of it. */
__global__ void full(int *numbers)
{
    unsigned value = threadIdx.x;

    for (int i = 0; i < MANY; i++) {
        if (value % 3 == 0)
            value = value * 5 + 1;
        __syncthreads();
    }
    __syncthreads();
    for (int i = 0; i < MANY; i++)
        if (value % 7 < 3)
            value = value * 3 + 2;
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = (int)value;
}

__global__ void uneven(int *numbers)
{
    for (unsigned i = 0; i < 12; i++) {
        __syncthreads();
        if (threadIdx.x % 12 == i)
            return;
        if (threadIdx.x % 5 == i)
            numbers[threadIdx.x + blockIdx.x * blockDim.x] += (int)i;
    }
}

__global__ void branches(int *numbers)
{
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = 1;
    __syncthreads();
    if (threadIdx.x % 2)
        __syncthreads();
    else
        __syncthreads();
    __syncthreads();
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = 2;
}

__global__ void around(int *numbers)
{
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = 1;
    __syncthreads();
    for (unsigned i = 0; i < threadIdx.x % 4; i++)
        __syncthreads();
}

/* clang-format off */
__global__ void one_line(int *numbers)
{
    __syncthreads(); __syncthreads(); if (threadIdx.x < 7) numbers[threadIdx.x] = 1; __syncthreads();
}
/* clang-format on */

__global__ void counts(int *numbers)
{
    __syncthreads();
    __syncthreads();
    int count = __syncthreads_count(threadIdx.x % 3 == 0);
    __syncthreads();
    if (threadIdx.x == 1 && __syncthreads_or(0) == 0)
        count++;
    else if (threadIdx.x != 1)
        __syncthreads_or(0);
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = count;
}

__global__ void exchanges(int *numbers)
{
    int value = (int)threadIdx.x;

    __syncthreads();
    if (threadIdx.x < 32)
        value += __shfl_down_sync(__activemask(), value, 1);
    __syncthreads();
    if (threadIdx.x % 3 == 0)
        atomicAdd(&numbers[blockIdx.x], value);
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0)
        *(volatile int *)&numbers[MOST + blockIdx.x] = *(volatile int *)&numbers[blockIdx.x];
}

__global__ void sums_by_shuffles(int *numbers)
{
    int value = (int)threadIdx.x;

    __syncthreads();
    for (int distance = 16; distance > 0; distance /= 2)
        value += __shfl_xor_sync(0xFFFFFFFF, value, distance);
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicAdd(&numbers[blockIdx.x], value);
}

/* Some come to the barrier only when the others of their warp have run ahead of it. */
__global__ void late(int *numbers)
{
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x % 3 == i)
            atomicAdd(&numbers[blockIdx.x], 1);
        if (threadIdx.x % 7 == i)
            *(volatile int *)&numbers[MOST + threadIdx.x + blockIdx.x * blockDim.x] = i;
        __syncthreads();
    }
    __syncthreads();
    if (threadIdx.x % 5 == 0)
        numbers[MOST + threadIdx.x + blockIdx.x * blockDim.x] += 1;
}

/* One thread of the second warp ends the launch in the third phase. */
__global__ void outside(int *numbers)
{
    unsigned t = threadIdx.x;

    numbers[t + blockIdx.x * blockDim.x] = 1;
    __syncthreads();
    if (t % 4 == 0)
        numbers[t + blockIdx.x * blockDim.x] = 2;
    __syncthreads();
    if (t % 32 == 8)
        numbers[t == 40 ? 1 << 28 : t + blockIdx.x * blockDim.x] = 3;
    __syncthreads();
}

__global__ void race(int *numbers)
{
    unsigned t = threadIdx.x;

    __syncthreads();
    __syncthreads();
    if (t < 40)
        numbers[t] += numbers[t + 1];
    __syncthreads();
}

/* It exists from the second phase on. */
__global__ void declared_later(int *numbers)
{
    __syncthreads();
    __syncthreads();
    {
        __shared__ int late[MOST];
        if (threadIdx.x % 2)
            late[threadIdx.x] = 1;
        __syncthreads();
        numbers[threadIdx.x + blockIdx.x * blockDim.x] = late[threadIdx.x | 1];
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*kernel)(int *numbers);
    } kernels[] = {{"idle", idle},           {"neighbours", neighbours},
                   {"full", full},           {"uneven", uneven},
                   {"branches", branches},   {"around", around},
                   {"one_line", one_line},   {"counts", counts},
                   {"exchanges", exchanges}, {"sums_by_shuffles", sums_by_shuffles},
                   {"late", late},           {"outside", outside},
                   {"race", race},           {"declared_later", declared_later}};
    static int host[(BLOCKS + 1) * MOST];
    int *numbers;

    if (argc != 3)
        return 2;
    cudaMalloc(&numbers, sizeof host);
    for (int i = 0; i < (BLOCKS + 1) * MOST; i++)
        host[i] = i % 17;
    cudaMemcpy(numbers, host, sizeof host, cudaMemcpyDefault);
    for (unsigned i = 0; i < sizeof kernels / sizeof *kernels; i++)
        if (!strcmp(argv[1], kernels[i].name))
            kernels[i].kernel<<<BLOCKS, atoi(argv[2])>>>(numbers);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    if (cudaMemcpy(host, numbers, sizeof host, cudaMemcpyDefault) == cudaSuccess)
        for (int i = 0; i < (BLOCKS + 1) * MOST; i++)
            printf("%d ", host[i]);
    return 0;
}
