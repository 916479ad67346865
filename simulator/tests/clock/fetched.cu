/*
 * Work that threads, warps or blocks fetch with a counter, beside the same work dealt out evenly.
 * An argument names kernels that are launched; "few" and "many" say on how many blocks.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1 << 14, BLOCK = 64, PIECE = 32 };

/* The later numbers are as much work as the earlier ones, but not all of one warp's. */
__host__ __device__ static unsigned int work(unsigned int i)
{
    unsigned int x = i;
    for (unsigned int k = 0; k < 20 + i / 64 % 8 * 10; k++)
        x = x * 1664525u + 1013904223u;
    return x;
}

__global__ void dealtOut(unsigned int *to, unsigned int *, unsigned int n)
{
    for (unsigned int i = blockIdx.x * BLOCK + threadIdx.x; i < n; i += gridDim.x * BLOCK)
        to[i] = work(i);
}

__global__ void byThreads(unsigned int *to, unsigned int *next, unsigned int n)
{
    unsigned int i;
    while ((i = atomicAdd(next, 1)) < n)
        to[i] = work(i);
}

__global__ void byWarps(unsigned int *to, unsigned int *next, unsigned int n)
{
    for (;;) {
        unsigned int first = threadIdx.x % 32 == 0 ? atomicAdd(next, PIECE) : 0;
        first = __shfl_sync(0xFFFFFFFFu, first, 0);
        if (first >= n)
            return;
        to[first + threadIdx.x % 32] = work(first + threadIdx.x % 32);
    }
}

__global__ void byBlocks(unsigned int *to, unsigned int *next, unsigned int n)
{
    __shared__ unsigned int first;
    for (;;) {
        if (threadIdx.x == 0)
            first = atomicAdd(next, BLOCK);
        __syncthreads();
        unsigned int i = first + threadIdx.x;
        __syncthreads();
        if (i >= n)
            return;
        to[i] = work(i);
    }
}

/* One block comes back, but is given nothing by that: what it does is its own. */
__global__ void countByFirst(unsigned int *to, unsigned int *count, unsigned int n)
{
    unsigned int i = blockIdx.x * BLOCK + threadIdx.x;
    for (unsigned int k = 0; k < (blockIdx.x == 0 ? 40 : 1); k++)
        atomicAdd(count, 1);
    if (i < n)
        to[i] = work(i);
}

static unsigned int *d_to, *d_next, h_to[N];

static void check(const char *name, unsigned int n)
{
    cudaMemcpy(h_to, d_to, sizeof h_to, cudaMemcpyDeviceToHost);
    for (unsigned int i = 0; i < n; i++)
        if (h_to[i] != work(i)) {
            printf("%s: wrong at %u\n", name, i);
            exit(1);
        }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*kernel)(unsigned int *, unsigned int *, unsigned int);
    } kernels[] = {{"dealtOut", dealtOut},
                   {"byThreads", byThreads},
                   {"byWarps", byWarps},
                   {"byBlocks", byBlocks},
                   {"countByFirst", countByFirst}};
    unsigned int grid = argc > 1 && !strcmp(argv[1], "many") ? 132 * 8 : 64;
    cudaMalloc(&d_to, sizeof h_to);
    cudaMalloc(&d_next, sizeof *d_next);
    for (const auto &one : kernels)
        for (int arg = 2; arg < argc; arg++) {
            if (strcmp(argv[arg], one.name))
                continue;
            cudaMemset(d_to, 0, sizeof h_to);
            cudaMemset(d_next, 0, sizeof *d_next);
            one.kernel<<<grid, BLOCK>>>(d_to, d_next, N);
            check(one.name, one.kernel == countByFirst && grid * BLOCK < N ? grid * BLOCK : N);
        }
    return cudaDeviceSynchronize() != cudaSuccess;
}
