/*
 * Many threads at one word, and one atomic each at many words, both in launches with a race:
 * what the race detector's exact look costs must grow with the launch, not with its square.
 *     ./crowd swaps 64     so many blocks add doubles with a compare-and-swap loop
 *     ./crowd words 64     so many blocks add to a word for each thread
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define THREADS 128

__global__ void add_by_swaps(unsigned long long *sum)
{
    unsigned long long old = *sum, expected;
    do {
        expected = old;
        old = atomicCAS(sum, expected,
                        __double_as_longlong(__longlong_as_double(expected) + threadIdx.x));
    } while (old != expected);
}

__global__ void add_to_words(int *words, int *last)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&words[i], 1);
    *last = i; /* the race */
}

int main(int count, char **arguments)
{
    int blocks = count > 2 ? atoi(arguments[2]) : 1;
    if (count > 1 && strcmp(arguments[1], "swaps") == 0) {
        unsigned long long *sum, zero = 0;
        cudaMalloc(&sum, sizeof *sum);
        cudaMemcpy(sum, &zero, sizeof zero, cudaMemcpyHostToDevice);
        add_by_swaps<<<blocks, THREADS>>>(sum);
    } else {
        int *words;
        size_t bytes = (blocks * THREADS + 1) * sizeof *words;
        cudaMalloc(&words, bytes);
        cudaMemset(words, 0, bytes);
        add_to_words<<<blocks, THREADS>>>(words + 1, words);
    }
    return cudaDeviceSynchronize() != cudaSuccess;
}
