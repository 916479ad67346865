// A loop that ends when what it computes says so, and one that counts.
#include <cuda_runtime.h>

__global__ void until_one(int *steps)
{
    unsigned int x = 27 + threadIdx.x / 32;
    int count = 0;
    for (; x > 1; count++)
        x = x % 2 ? 3 * x + 1 : x / 2;
    steps[threadIdx.x] = count;
}

__global__ void counted(volatile int *steps, int count)
{
    for (int i = 0; i < count; i++)
        steps[threadIdx.x] = 111;
}

// What nvcc works out itself, as it knows how many iterations there are; and where it does not.
__global__ void known(float *to)
{
    float sum = to[threadIdx.x];
    for (int i = 1; i <= 20; i++)
        sum += 1.0f / (float)i;
    to[threadIdx.x] = sum;
}

__global__ void unknown(float *to, int count)
{
    float sum = to[threadIdx.x];
    for (int i = 1; i <= count; i++)
        sum += 1.0f / (float)i;
    to[threadIdx.x] = sum;
}

int main()
{
    int *steps;
    cudaMalloc(&steps, 32 * sizeof *steps);
    cudaMemset(steps, 0, 32 * sizeof *steps);
    until_one<<<1, 32>>>(steps);
    counted<<<1, 32>>>(steps, 111);
    known<<<1, 32>>>((float *)steps);
    unknown<<<1, 32>>>((float *)steps, 20);
    return cudaDeviceSynchronize() != cudaSuccess;
}
