// 512 warps draw tickets, each warp at one desk of so many; a word for each desk.
#include <cuda_runtime.h>

const unsigned BLOCKS = 64, THREADS = 256, EACH = 16;

template <unsigned desks> __global__ void tickets(unsigned *drawn, unsigned *to)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
    for (unsigned k = 0; k < EACH; k++)
        sum += atomicAdd(&drawn[i / 32 % desks], 1) & 1;
    to[i] = sum;
}

int main()
{
    unsigned *drawn, *to;
    cudaMalloc(&drawn, 512 * sizeof *drawn);
    cudaMalloc(&to, BLOCKS * THREADS * sizeof *to);
    cudaMemset(drawn, 0, 512 * sizeof *drawn);
    tickets<64><<<BLOCKS, THREADS>>>(drawn, to);
    tickets<128><<<BLOCKS, THREADS>>>(drawn, to);
    tickets<512><<<BLOCKS, THREADS>>>(drawn, to);
    return cudaDeviceSynchronize() != cudaSuccess;
}
