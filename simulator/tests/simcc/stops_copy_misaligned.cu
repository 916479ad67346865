// An asynchronous copy of 16 bytes needs addresses that are multiples of 16.
// exit: 86
// err: misaligned access: stops_copy_misaligned.cu:11 in copy
// err: reads 16 bytes at byte 4
#include <cuda_pipeline.h>

__global__ void copy(const float *in, float *out)
{
    __shared__ float4 s[32];

    __pipeline_memcpy_async(&s[threadIdx.x], in + 4 * threadIdx.x + 1, 16);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[threadIdx.x] = s[threadIdx.x].x;
}

int main()
{
    float *in, *out;

    cudaMalloc(&in, 1024);
    cudaMalloc(&out, 128);
    cudaMemset(in, 0, 1024);
    copy<<<1, 32>>>(in, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
