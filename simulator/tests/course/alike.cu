/*
 * Warps whose recordings are alike in length, in their first event and in their last one, and yet
 * are not the same; and one that has the same recording as another, but nobody to part from.
 */
#include <cuda_runtime.h>

/* Warps in turn: one of two lines of the same form. */
__global__ void in_turn(int *a, int *b)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x / 32 % 2)
        a[t] += 1; // odd warps
    else
        b[t] += 1; // even warps
    a[t] += b[t];
}

/* The first warp parts, the second has no more than the 16 lanes that go on. */
__global__ void of_16(int *a)
{
    if (threadIdx.x % 32 < 16) // parts in each first warp
        atomicAdd(&a[blockIdx.x * blockDim.x + threadIdx.x], 1);
}

int main()
{
    int *a, *b;
    cudaMalloc(&a, 4096 * sizeof *a);
    cudaMalloc(&b, 4096 * sizeof *b);
    cudaMemset(a, 0, 4096 * sizeof *a);
    cudaMemset(b, 0, 4096 * sizeof *b);
    in_turn<<<8, 512>>>(a, b);
    of_16<<<20, 48>>>(a);
    return cudaDeviceSynchronize() != cudaSuccess;
}
