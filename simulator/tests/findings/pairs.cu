// Words at which all threads race: of a grid of its argument's blocks, each of 100 threads.
#include <stdlib.h>

__global__ void race(int *x)
{
    int old = x[0];
    x[0] = old + 1;
    x[1] = 7;
    x[2] = threadIdx.x;
    x[3] = threadIdx.x / 8;
}

int main(int, char **arguments)
{
    int *x;
    cudaMalloc(&x, 4 * sizeof *x);
    cudaMemset(x, 0, 4 * sizeof *x);
    race<<<atoi(arguments[1]), atoi(arguments[2])>>>(x);
    return cudaDeviceSynchronize() != cudaSuccess;
}
