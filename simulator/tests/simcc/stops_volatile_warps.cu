// Threads of two warps hand each other volatile values without a barrier: __syncwarp would not help.
// exit: 86
// err: race: stops_volatile_warps.cu:12 and stops_volatile_warps.cu:14 in store
// err: Put __syncthreads() between these two accesses
#include <cstdio>

__global__ void store(int *out)
{
    __shared__ volatile int s[64];
    unsigned int t = threadIdx.x;

    s[t] = t;
    // on a line of its own
    out[t] = s[t ^ 32];
}

int main()
{
    int *out;

    cudaMalloc(&out, 64 * sizeof *out);
    store<<<1, 64>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
