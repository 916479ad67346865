// One block of eight warps with one barrier, with two, with three; and with sixteen behind work that keeps the schedulers busy.
#include <cuda_runtime.h>

template <int BARRIERS> __global__ void meet()
{
    __syncthreads();
    if (BARRIERS > 1)
        __syncthreads();
    if (BARRIERS > 2)
        __syncthreads();
}

__global__ void work_and_meet(unsigned *result, unsigned bits)
{
    bits += threadIdx.x;
    for (int k = 0; k < 16; k++) {
        for (int i = 1; i < 16; i++)
            bits ^= bits >> i;
        __syncthreads();
    }
    result[threadIdx.x] = bits;
}

int main()
{
    unsigned *result;
    cudaMalloc(&result, 1024 * sizeof *result);
    meet<1><<<1, 256>>>();
    meet<2><<<1, 256>>>();
    meet<3><<<1, 256>>>();
    work_and_meet<<<1, 1024>>>(result, 5);
    return cudaDeviceSynchronize() != cudaSuccess;
}
