/*
 * Stores into arrays that a thread has in local memory: all lanes at the same place, which is four sectors, or each at a
 * place of its own, thirty-two.
 */
#include <stdio.h>

enum { PLACES = 256, BLOCKS = 132, THREADS = 1024, STORES = 64 };

template <int SPREAD> __global__ void stores(int *to, int count)
{
    int places[PLACES];
    for (int i = 0; i < count; i++)
        places[(i + threadIdx.x % 32 * SPREAD) % PLACES] = i;
    to[blockIdx.x * blockDim.x + threadIdx.x] = places[(count - 1 + threadIdx.x % 32 * SPREAD) % PLACES];
}

int main()
{
    int *to;

    cudaMalloc(&to, BLOCKS * THREADS * sizeof *to);
    stores<0><<<BLOCKS, THREADS>>>(to, STORES);
    stores<8><<<BLOCKS, THREADS>>>(to, STORES);
    return cudaDeviceSynchronize() != cudaSuccess;
}
