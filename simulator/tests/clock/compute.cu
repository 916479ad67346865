// Additions that wait for one another (chains), or enough of them to keep the schedulers busy.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void chains(float *result, float step, int rounds)
{
    float sum = threadIdx.x;
    for (int i = 0; i < rounds; i++)
        sum = sum * step + step;
    if (sum == -1)
        *result = sum;
}

// usage: compute BLOCKS THREADS ROUNDS
int main(int, char **arguments)
{
    float *result;
    cudaMalloc(&result, sizeof *result);
    chains<<<atoi(arguments[1]), atoi(arguments[2])>>>(result, 0.5f, atoi(arguments[3]));
    return cudaDeviceSynchronize() != cudaSuccess;
}
