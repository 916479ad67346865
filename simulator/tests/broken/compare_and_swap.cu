/*
 * An addition made of compare-and-swap, as CUDA's guide makes one for doubles: its first
 * read is plain. What it reads is checked by the swap, so that it is noted, no more.
 */
#include "main.h"
#include "block_sum.h"

static __device__ void add(double *address, double value)
{
    unsigned long long *word = (unsigned long long *)address, assumed;
#ifdef SOUND
    unsigned long long old = *(volatile unsigned long long *)word;
#else
    unsigned long long old = *word;             /* note: race between blocks */
#endif
    do {
        double sum = value + __longlong_as_double((long long)old);
        unsigned long long next = (unsigned long long)__double_as_longlong(sum);
        assumed = old;
        old = atomicCAS(word, assumed, next);   /* also: note: race between blocks */
    } while (assumed != old);
}

__global__ void reduce(const int *data, double *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        add(total, value);
}

int main(void)
{
    int *data = device_input(N);
    double *total, sum = 0;
    CHECK(cudaMalloc((void **)&total, sizeof *total));
    CHECK(cudaMemcpy(total, &sum, sizeof sum, cudaMemcpyHostToDevice));
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost));
    return verdict((long long)sum, true_sum(N));
}
