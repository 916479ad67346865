// 64 loads of shared memory, one after another, with bank conflicts of a given number of ways.
#include <cuda_runtime.h>

template <int WAYS> __global__ void chase(int *last)
{
    __shared__ int next[32 * 32];
    int index = threadIdx.x * WAYS;
    next[index] = index;
    for (int i = 0; i < 64; i++)
        index = next[index];
    if (index < 0)
        *last = index;
}

int main()
{
    int *last;
    cudaMalloc(&last, sizeof *last);
    chase<1><<<1, 32>>>(last);
    chase<2><<<1, 32>>>(last);
    chase<8><<<1, 32>>>(last);
    chase<32><<<1, 32>>>(last);
    return cudaDeviceSynchronize() != cudaSuccess;
}
