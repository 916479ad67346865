/*
 * A conversion that printf has on the host and not in kernels. With an argument, the kernel asks
 * for nothing but the percent sign before an n.
 */
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void count(int *data, int is_right)
{
    if (is_right)
        printf("%d%%n\n", data[0]);
    else
        printf("%d%ln\n", 7, (long *)data);
}

int main(int argc, char **)
{
    int *data;

    cudaMalloc((void **)&data, 8);
    cudaMemset(data, 0, 8);
    count<<<1, 1>>>(data, argc > 1);
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 3;
}
