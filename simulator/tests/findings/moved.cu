/*
 * clang loads the number once, before the loop, by code that belongs to no line of the source.
 */
#include <cuda_runtime.h>

__global__ void kernel(int *number, int *out, int n)
{
    int sum = 0;
    if (threadIdx.x == 0)
        *number = 5;                /* written */
    for (int i = 0; i < n; i++)     /* read */
        sum += *number * (i ^ sum); /* read */
    out[threadIdx.x] = sum;
}

int main(void)
{
    int *memory;
    cudaMalloc(&memory, 1024);
    cudaMemset(memory, 0, 1024);
    kernel<<<1, 64>>>(memory, memory + 64, 7);
    return cudaDeviceSynchronize() != cudaSuccess;
}
