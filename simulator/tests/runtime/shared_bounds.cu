/*
 * Stores outside of shared arrays: shared_bounds KIND OFFSET COUNT. COUNT threads of the only
 * block store a word each, from that many bytes after the array's start on.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

__device__ void store(float *array, long offset, int count)
{
    if (threadIdx.x < count)
        array[offset / 4 + threadIdx.x] = 1;
    __syncthreads();
}

__global__ void fixed(float *out, long offset, int count)
{
    __shared__ float array[256];
    store(array, offset, count);
    out[threadIdx.x] = blockDim.x;
}

__global__ void dynamic(float *out, long offset, int count)
{
    extern __shared__ float memory[];
    store(memory, offset, count);
    out[threadIdx.x] = blockDim.x;
}

__global__ void both(float *out, long offset, int count)
{
    extern __shared__ float memory[];
    __shared__ float array[256];
    if (threadIdx.x == 0)
        memory[0] = 0;
    store(array, offset, count);
    out[threadIdx.x] = blockDim.x;
}

int main(int given, char **arguments)
{
    if (given < 4) {
        fprintf(stderr, "usage: shared_bounds fixed|dynamic|both OFFSET COUNT\n");
        return 2;
    }
    const char *kind = arguments[1];
    long offset = atol(arguments[2]);
    int count = atoi(arguments[3]), threads = count > 64 ? count : 64;
    float *out, first = 0;
    cudaMalloc(&out, threads * sizeof *out);
    if (!strcmp(kind, "fixed"))
        fixed<<<1, threads>>>(out, offset, count);
    else if (!strcmp(kind, "dynamic"))
        dynamic<<<1, threads, 1024>>>(out, offset, count);
    else
        both<<<1, threads, 1024>>>(out, offset, count);
    cudaMemcpy(&first, out, sizeof first, cudaMemcpyDeviceToHost);
    printf("%g\n", first);
    return 0;
}
