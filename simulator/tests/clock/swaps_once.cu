// Compare-and-swaps of 64 blocks on 1024 words, or on a word for each thread: once, whatever they
// find, or until they succeed; and atomic exchanges, which nobody tries again. With an argument
// those on 1024 words until they succeed, alone.
#include <cuda_runtime.h>

const unsigned BLOCKS = 64, THREADS = 256;

template <unsigned words>
__global__ void swap_once(int *word, int *won)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (atomicCAS(&word[i % words], 0, 1) == 0)
        won[i] = 1;
}

template <unsigned words>
__global__ void exchange_once(int *word, int *won)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (atomicExch(&word[i % words], 1) == 0)
        won[i] = 1;
}

// Two lanes of a warp have one word each time.
template <unsigned words>
__global__ void add_until(int *word, int *)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    int *own = &word[i / 2 % words], seen = *(volatile int *)own, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(own, assumed, assumed + 1);
    } while (seen != assumed);
}

int main(int count, char **)
{
    const unsigned all = BLOCKS * THREADS;
    int *word, *won;
    cudaMalloc(&word, all * sizeof *word);
    cudaMalloc(&won, all * sizeof *won);
    cudaMemset(word, 0, all * sizeof *word);
    cudaMemset(won, 0, all * sizeof *won);
    if (count > 1) {
        add_until<1024><<<BLOCKS, THREADS>>>(word, won);
        return cudaDeviceSynchronize() != cudaSuccess;
    }
    swap_once<1024><<<BLOCKS, THREADS>>>(word, won);
    exchange_once<1024><<<BLOCKS, THREADS>>>(word, won);
    swap_once<all><<<BLOCKS, THREADS>>>(word, won);
    exchange_once<all><<<BLOCKS, THREADS>>>(word, won);
    add_until<1024><<<BLOCKS, THREADS>>>(word, won);
    add_until<32><<<BLOCKS, THREADS>>>(word, won);
    add_until<2><<<BLOCKS, THREADS>>>(word, won);
    return cudaDeviceSynchronize() != cudaSuccess;
}
