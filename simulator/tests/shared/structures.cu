/* Kernels whose copies go through memcpy and memset; as a program, or in a shared library. */
#include <stdio.h>

struct row {
    int numbers[40];
};

__device__ int scale = 2;

__global__ void shift(row *to, const row *from, int count)
{
    __shared__ row rows[8];
    unsigned t = threadIdx.x;
    rows[t] = from[t];
    __syncthreads();
    to[(t + 1) % count] = rows[t];
    for (int i = 0; i < 40; i++)
        to[(t + 1) % count].numbers[i] *= scale;
}

__global__ void lacks_barrier(row *to, const row *from)
{
    __shared__ row rows[8];
    rows[threadIdx.x] = from[threadIdx.x];
    to[threadIdx.x] = rows[7 - threadIdx.x];
}

extern "C" int run(int with_mistake)
{
    row rows[8], *from, *to;
    int sum = 0;
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 40; j++)
            rows[i].numbers[j] = i * j;
    cudaMalloc(&from, sizeof rows);
    cudaMalloc(&to, sizeof rows);
    cudaMemcpy(from, rows, sizeof rows, cudaMemcpyHostToDevice);
    if (with_mistake)
        lacks_barrier<<<1, 8>>>(to, from);
    else
        shift<<<1, 8>>>(to, from, 8);
    cudaMemcpy(rows, to, sizeof rows, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 8; i++)
        sum += rows[i].numbers[i + 3];
    cudaFree(from);
    cudaFree(to);
    return sum;
}

#ifndef LIBRARY
int main(int argc, char **argv)
{
    (void)argv;
    printf("%d\n", run(argc > 1));
}
#endif
