// One warp, one load: from memory, and again, when L2 has it.
#include <cuda_runtime.h>

__global__ void read_all(const int *data, int *found)
{
    if (data[blockIdx.x * blockDim.x + threadIdx.x] == -1)
        *found = 1;
}

__global__ void from_memory(const int *data, int *found)
{
    if (data[threadIdx.x] == -1)
        *found = 1;
}

__global__ void from_l2(const int *data, int *found)
{
    if (data[threadIdx.x] == -1)
        *found = 1;
}

int main()
{
    const int elements = 1 << 20; // 4 MiB: the test's device has an L2 of 1 MiB
    int *data, *other, *found;
    cudaMalloc(&data, 32 * sizeof *data);
    cudaMalloc(&other, elements * sizeof *other);
    cudaMalloc(&found, sizeof *found);
    cudaMemset(data, 0, 32 * sizeof *data);
    cudaMemset(other, 0, elements * sizeof *other);
    read_all<<<elements / 256, 256>>>(other, found); // data leaves L2, and nothing there is dirty
    from_memory<<<1, 32>>>(data, found);
    from_l2<<<1, 32>>>(data, found);
    return cudaDeviceSynchronize() != cudaSuccess;
}
