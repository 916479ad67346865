// One atomic addition whose result is needed, on a word in memory and on one in L2.
#include <cuda_runtime.h>

__global__ void add_in_memory(int *word)
{
    if (atomicAdd(word, 1) == -1)
        *word = 0;
}

__global__ void add_in_l2(int *word)
{
    if (atomicAdd(word, 1) == -1)
        *word = 0;
}

int main()
{
    const size_t bytes = 4 << 20;
    int *word;
    char *other;
    cudaMalloc(&word, sizeof *word);
    cudaMalloc(&other, bytes);
    cudaMemset(word, 0, sizeof *word);
    cudaMemset(other, 0, bytes); // more than the cache holds
    add_in_memory<<<1, 1>>>(word);
    add_in_l2<<<1, 1>>>(word);
    return cudaDeviceSynchronize() != cudaSuccess;
}
