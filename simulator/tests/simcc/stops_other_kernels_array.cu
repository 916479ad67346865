// Shared memory has the arrays of the running kernel alone: past their end lies nothing, though
// another kernel, which has run before, had an array there.
// exit: 86
// err: stops_other_kernels_array.cu:17
// err: thread 8 of block 0 writes 4 bytes at own + 32 bytes (a shared array of 32 bytes) (24 times
// out: no error
#include <stdio.h>
__global__ void before(int *out)
{
    __shared__ int others[512];
    others[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = others[threadIdx.x];
}
__global__ void k(int *out)
{
    __shared__ int own[8];
    own[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = threadIdx.x;
}
__global__ void after(int *out)
{
    __shared__ int others[512];
    others[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = others[threadIdx.x];
}
int main()
{
    int *out;
    cudaMalloc(&out, 128);
    before<<<1, 32>>>(out);
    after<<<1, 32>>>(out);
    k<<<1, 32>>>(out);
    after<<<1, 32>>>(out);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
