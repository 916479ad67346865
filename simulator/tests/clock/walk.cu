// Blocks walk over 64 MiB, with one load of each thread under way.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void walk(int *sums, const int4 *data, int fours)
{
    int stride = gridDim.x * blockDim.x, sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < fours; i += stride) {
        int4 four = data[i];
        sum += four.x + four.y + four.z + four.w;
    }
    sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

// usage: walk BLOCKS
int main(int, char **arguments)
{
    const int fours = 1 << 22;
    int4 *data;
    int *sums;
    cudaMalloc(&data, fours * sizeof *data);
    cudaMalloc(&sums, 1024 * 256 * sizeof *sums);
    cudaMemset(data, 0, fours * sizeof *data);
    walk<<<atoi(arguments[1]), 256>>>(sums, data, fours);
    return cudaDeviceSynchronize() != cudaSuccess;
}
