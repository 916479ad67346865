// Reads 64 MiB, with as many bytes under way as there can be.
#include <cuda_runtime.h>

__global__ void read_all(const int4 *data, int *found)
{
    int4 four = data[blockIdx.x * blockDim.x + threadIdx.x];
    if (four.x + four.y + four.z + four.w == -1)
        *found = 1;
}

int main()
{
    const int fours = 1 << 22;
    int4 *data;
    int *found;
    cudaMalloc(&data, fours * sizeof *data);
    cudaMalloc(&found, sizeof *found);
    cudaMemset(data, 0, fours * sizeof *data);
    read_all<<<fours / 512, 512>>>(data, found); // writes back what the memset left
    read_all<<<fours / 1024, 1024>>>(data, found);
    return cudaDeviceSynchronize() != cudaSuccess;
}
