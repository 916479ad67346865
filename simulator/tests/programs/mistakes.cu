/*
 * Mistakes in what people's programs use beyond plain CUDA; the argument names one. The checks
 * must see them as in plain CUDA: tests/programs.t.
 */
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>

__global__ void half_past_end(__half *a)
{
    a[threadIdx.x + 1] = a[threadIdx.x]; /* half_past_end */
}

__global__ void half_unwritten(const __half2 *a, float *to)
{
    to[threadIdx.x] = __low2float(a[threadIdx.x + 8]); /* half_unwritten */
}

__global__ void ptx_past_end(const int *a, int *to)
{
    int v;
    asm("ld.global.s32 %0, [%1];" : "=r"(v) : "l"(a + threadIdx.x + 1)); /* ptx_past_end */
    to[threadIdx.x] = v;
}

__global__ void ptx_race(int *to)
{
    __shared__ int s[32];
    s[threadIdx.x] = threadIdx.x;
    int v;
    unsigned place = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x ^ 1]);
    asm volatile("ld.shared.s32 %0, [%1];" : "=r"(v) : "r"(place)); /* ptx_race */
    to[threadIdx.x] = v;
}

__global__ void no_wait(const int *a, int *to)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    __shared__ int s[64];
    if (threadIdx.x == 0)
        init(&bar, blockDim.x);
    __syncthreads();
    s[threadIdx.x] = a[threadIdx.x];
    auto token = bar.arrive();
    to[threadIdx.x] = s[63 - threadIdx.x]; /* no_wait */
    bar.wait(std::move(token));
}

__global__ void child(int *to)
{
    to[threadIdx.x + 8] = 1; /* child_past_end */
}
__global__ void child_past_end(int *to)
{
    if (threadIdx.x == 0)
        child<<<1, 8>>>(to);
}

int main(int, char **arguments)
{
    const char *name = arguments[1];
    int *a, *to;
    cudaMalloc(&a, 32);
    cudaMalloc(&to, 1024);
    if (strcmp(name, "half_unwritten"))
        cudaMemset(a, 0, 32);
    if (!strcmp(name, "half_past_end"))
        half_past_end<<<1, 16>>>((__half *)a);
    if (!strcmp(name, "half_unwritten"))
        half_unwritten<<<1, 8>>>((__half2 *)to, (float *)to + 64);
    if (!strcmp(name, "ptx_past_end"))
        ptx_past_end<<<1, 8>>>(a, to);
    if (!strcmp(name, "ptx_race"))
        ptx_race<<<1, 32>>>(to);
    if (!strcmp(name, "no_wait")) {
        cudaMemset(to, 0, 1024);
        no_wait<<<1, 64>>>(to, to + 64);
    }
    if (!strcmp(name, "child_past_end"))
        child_past_end<<<1, 32>>>(a);
    cudaDeviceSynchronize();
    return 0;
}
