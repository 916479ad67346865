/*
 * As many launches as its argument says, of several shapes of one kernel; then one that is
 * larger than all.
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

__global__ void add(int *data, int more)
{
    data[blockIdx.x * blockDim.x + threadIdx.x] += more;
}

int main(int argc, char **argv)
{
    int launches = argc > 1 ? atoi(argv[1]) : 0, *data;
    cudaMalloc(&data, 64 * 1024 * sizeof *data);
    cudaMemset(data, 0, 64 * 1024 * sizeof *data);
    for (int i = 0; i < launches - 1; i++)
        add<<<1 + i % 7, 32 * (1 + i % 3)>>>(data, i);
    if (launches)
        add<<<64, 1024>>>(data, 1);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
