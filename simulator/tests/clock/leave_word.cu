// Each block reads 512 bytes and leaves one word: beside those of the other blocks, or apart.
#include <cuda_runtime.h>

template <int APART> __global__ void leave_word(const int *data, int *words)
{
    int number = data[blockIdx.x * blockDim.x + threadIdx.x];
    if (threadIdx.x == 0 || number != 0)
        words[blockIdx.x * APART] = number;
}

int main()
{
    const int blocks = 1 << 14, sector = 8; // words
    int *data;
    int *words;
    cudaMalloc(&data, blocks * 128 * sizeof *data);
    cudaMalloc(&words, blocks * sector * sizeof *words);
    cudaMemset(data, 0, blocks * 128 * sizeof *data);
    leave_word<2><<<blocks, 128>>>(data, words); // writes back what the memset left
    leave_word<1><<<blocks, 128>>>(data, words);
    leave_word<sector><<<blocks, 128>>>(data, words);
    return cudaDeviceSynchronize() != cudaSuccess;
}
