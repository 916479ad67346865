// Blocks that load from one array, each at random places or all at the same; and others that have
// each a part of their own. The array is not in L2 before.
#include <cstdlib>
#include <cuda_runtime.h>

const unsigned BLOCKS = 1024, THREADS = 256, N = BLOCKS * THREADS;

__global__ void random_places(const int *in, const int *place, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[place[i]];
}

__global__ void same_places(const int *in, const int *place, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[threadIdx.x * 8] + place[i];
}

__global__ void own_places(const int *in, const int *place, int *out)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + place[i];
}

int main()
{
    const size_t much = 64 << 20, bytes = N * sizeof(int);
    int *in, *place, *out, *host = (int *)malloc(bytes);
    char *other;
    for (unsigned i = 0; i < N; i++)
        host[i] = ((unsigned)rand() << 15 ^ (unsigned)rand()) % (N / 2);
    cudaMalloc(&in, bytes / 2); // twice as many loads as numbers
    cudaMalloc(&place, bytes);
    cudaMalloc(&out, bytes);
    cudaMalloc(&other, much);
    cudaMemcpy(place, host, bytes, cudaMemcpyHostToDevice);
    cudaMemset(in, 0, bytes / 2);
    cudaMemset(other, 0, much); // more than L2 holds
    random_places<<<BLOCKS, THREADS>>>(in, place, out);
    cudaMemset(other, 0, much);
    same_places<<<BLOCKS, THREADS>>>(in, place, out);
    cudaMemset(other, 0, much);
    own_places<<<BLOCKS / 2, THREADS>>>(in, place, out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
