// Additions by compare and swap: threads of 4 or 16 blocks meet at one word.
#include <cuda_runtime.h>

template <int blocks> __global__ void add_by_swap(int *word)
{
    int seen = *(volatile int *)word, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(word, assumed, assumed + 1);
    } while (seen != assumed);
}

int main()
{
    int *word, sum;
    cudaMalloc(&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    add_by_swap<4><<<4, 32>>>(word);
    add_by_swap<16><<<16, 32>>>(word);
    cudaMemcpy(&sum, word, sizeof sum, cudaMemcpyDeviceToHost);
    return sum != 20 * 32;
}
