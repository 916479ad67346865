// Races within a warp and between warps, of one missing barrier or of two: its argument chooses.
#include <stdlib.h>

enum { THREADS = 128 };

/* One barrier behind the store is missing. */
__global__ void one(int *x)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = x[t];
    int neighbour = s[t ^ 1];
    x[t] = neighbour + s[(t + 32) % THREADS];
}

/* The same, but both loads come before the store. */
__global__ void one_before(int *x)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int other = s[(t + 32) % THREADS];
    int neighbour = s[t ^ 1];
    s[t] = other + neighbour;
    x[t] = s[t];
}

/* The first warp alone comes to the store: no barrier of the block can stand behind it. */
__global__ void of_a_warp(int *x)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x, neighbour = 0;
    if (t < 32) {
        s[t] = x[t];
        neighbour = s[t ^ 1];
    }
    x[t] = neighbour + s[t % 32];
}

/* One in front of the store is missing, for warps, and one behind it. */
__global__ void two(int *x)
{
    __shared__ int s[THREADS];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    int neighbour = s[t ^ 1];
    s[t] = neighbour;
    x[t] = s[(t + 32) % THREADS];
}

int main(int, char **arguments)
{
    void (*const kernels[])(int *) = {one, one_before, of_a_warp, two};
    int *x;
    cudaMalloc(&x, THREADS * sizeof *x);
    cudaMemset(x, 0, THREADS * sizeof *x);
    kernels[atoi(arguments[1])]<<<1, THREADS>>>(x);
    return cudaDeviceSynchronize() != cudaSuccess;
}
