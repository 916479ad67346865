// A warp's loads of 32 lines side by side, and far from each other; atomics on sectors of their
// own.
#include <cuda_runtime.h>

__global__ void load_near(int *to, const int *from)
{
    to[threadIdx.x] = from[32 * threadIdx.x];
}

__global__ void load_far(int *to, const int *from)
{
    to[threadIdx.x] = from[32 * 32 * threadIdx.x];
}

__global__ void add_apart(int *words)
{
    atomicAdd(&words[8 * (blockIdx.x * blockDim.x + threadIdx.x)], 1);
}

int main()
{
    const size_t bytes = 4 << 20;
    int *from, *to;
    cudaMalloc(&from, bytes);
    cudaMalloc(&to, bytes);
    cudaMemset(from, 0, bytes);
    cudaMemset(to, 0, bytes); // more than the cache holds
    load_near<<<1, 32>>>(to, from);
    load_far<<<1, 32>>>(to, from + 65536); // lines that have not come yet
    add_apart<<<512, 256>>>(to);
    return cudaDeviceSynchronize() != cudaSuccess;
}
