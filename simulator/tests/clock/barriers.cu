// One block of eight warps with one barrier, with two, with three; and work between many barriers,
// of one block or of four on each multiprocessor.
#include <cuda_runtime.h>

template <int BARRIERS> __global__ void meet()
{
    __syncthreads();
    if (BARRIERS > 1)
        __syncthreads();
    if (BARRIERS > 2)
        __syncthreads();
}

template <int BLOCKS> __global__ void work_and_meet(unsigned *result, unsigned bits)
{
    bits += threadIdx.x;
    for (int k = 0; k < 32; k++) {
        for (int i = 1; i < 16; i++)
            bits = bits * 3 + i;
        __syncthreads();
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = bits;
}

int main()
{
    unsigned *result;
    cudaMalloc(&result, 4 * 132 * 512 * sizeof *result);
    meet<1><<<1, 256>>>();
    meet<2><<<1, 256>>>();
    meet<3><<<1, 256>>>();
    work_and_meet<1><<<132, 512>>>(result, 5);
    work_and_meet<4><<<4 * 132, 512>>>(result, 5);
    return cudaDeviceSynchronize() != cudaSuccess;
}
