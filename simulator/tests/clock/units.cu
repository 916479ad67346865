// Shifts with logic, sums and products of integers that follow from one another, in enough warps to keep the units busy; four chains of one warp, and its
// steps in a loop that is not unrolled. With an argument no sums and products; with "many" those steps in all warps that a multiprocessor has.
#include <cuda_runtime.h>
#include <string.h>

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

// A loop that nvcc does not unroll: its results say where it ends.
__global__ void halves(unsigned *result, unsigned number)
{
    unsigned steps = 0;
    while (number != 1) {
        number = number % 2 ? 3 * number + 1 : number / 2;
        steps++;
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = steps;
}

int main(int count, char **word)
{
    float *result;
    cudaMalloc(&result, 132 * 1024 * sizeof *result);
    shifts<<<132, 1024>>>((unsigned *)result, 1000);
    if (count == 1) {
        sums<<<132, 1024>>>((unsigned *)result, 1000);
        products<<<132, 1024>>>((unsigned *)result, 500);
    }
    chains<<<1, 32>>>(result, 0.5f, 1000);
    if (count > 1 && !strcmp(word[1], "many"))
        halves<<<132, 1024>>>((unsigned *)result, 837799);
    else
        halves<<<1, 32>>>((unsigned *)result, 837799);
    return cudaDeviceSynchronize() != cudaSuccess;
}
