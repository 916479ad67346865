// One warp copies 16 words a thread from global memory into shared memory, or within global memory,
// where a compiler cannot know that a store does not change what is loaded next.
#include <cuda_runtime.h>

const int WORDS = 16;

__global__ void into_shared(const int *in, int *out, int stride)
{
    __shared__ int tile[WORDS * 32];
    for (int i = 0; i < WORDS; i++)
        tile[i * 32 + threadIdx.x] = in[i * stride + threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}

__global__ void into_global(const int *in, int *out, int stride)
{
    for (int i = 0; i < WORDS; i++)
        out[i * 32 + threadIdx.x] = in[i * stride + threadIdx.x];
}

// The value of a round decides where the next one loads.
__global__ void one_by_one(const int *in, int *out, int stride)
{
    __shared__ int tile[WORDS * 32];
    int place = threadIdx.x;
    for (int i = 0; i < WORDS; i++) {
        place = in[place] + stride;
        tile[i * 32 + threadIdx.x] = place;
    }
    __syncthreads();
    out[threadIdx.x] = tile[31 - threadIdx.x];
}

int main()
{
    const int stride = 4096;
    int *in, *out;
    cudaMalloc(&in, 2 * WORDS * stride * sizeof *in);
    cudaMalloc(&out, WORDS * 32 * sizeof *out);
    cudaMemset(in, 0, 2 * WORDS * stride * sizeof *in);
    into_shared<<<1, 32>>>(in, out, stride);
    into_global<<<1, 32>>>(in, out, stride);
    cudaMemset(in, 0, 2 * WORDS * stride * sizeof *in);
    one_by_one<<<1, 32>>>(in, out, 0);
    return cudaDeviceSynchronize() != cudaSuccess;
}
