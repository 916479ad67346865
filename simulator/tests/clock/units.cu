// Shifts with logic, sums and products of integers that follow from one another, in enough warps to keep the units busy; and four chains of one warp.
// With an argument shifts and chains alone.
#include <cuda_runtime.h>

__global__ void shifts(unsigned *result, int rounds)
{
    unsigned bits = threadIdx.x + 1;
    for (int i = 0; i < rounds; i++) {
        bits ^= bits >> 13;
        bits ^= bits >> 17;
        bits ^= bits >> 5;
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = bits;
}

__global__ void sums(unsigned *result, int rounds)
{
    unsigned a = threadIdx.x, b = 1;
    for (int i = 0; i < rounds; i++) {
        a += b;
        b += a;
        a += b;
        b += a;
        a += b;
        b += a;
        a += b;
        b += a;
        a += b;
        b += a;
        a += b;
        b += a;
        a += b;
        b += a;
        a += b;
        b += a;
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = b;
}

__global__ void products(unsigned *result, int rounds)
{
    unsigned product = threadIdx.x + 1;
    for (int i = 0; i < rounds; i++)
        product *= product * product * product * product * product * product;
    result[blockIdx.x * blockDim.x + threadIdx.x] = product;
}

__global__ void chains(float *result, float step, int rounds)
{
    float a = threadIdx.x, b = 1, c = 2, d = 3;
    for (int i = 0; i < rounds; i++) {
        a = a * step + step;
        b = b * step + step;
        c = c * step + step;
        d = d * step + step;
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = a + b + c + d;
}

int main(int count, char **)
{
    float *result;
    cudaMalloc(&result, 132 * 1024 * sizeof *result);
    shifts<<<132, 1024>>>((unsigned *)result, 1000);
    if (count == 1) {
        sums<<<132, 1024>>>((unsigned *)result, 1000);
        products<<<132, 1024>>>((unsigned *)result, 500);
    }
    chains<<<1, 32>>>(result, 0.5f, 1000);
    return cudaDeviceSynchronize() != cudaSuccess;
}
