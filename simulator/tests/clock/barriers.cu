// One block of eight warps with one barrier, with two, with three.
#include <cuda_runtime.h>

template <int BARRIERS> __global__ void meet()
{
    __syncthreads();
    if (BARRIERS > 1)
        __syncthreads();
    if (BARRIERS > 2)
        __syncthreads();
}

int main()
{
    meet<1><<<1, 256>>>();
    meet<2><<<1, 256>>>();
    meet<3><<<1, 256>>>();
    return cudaDeviceSynchronize() != cudaSuccess;
}
