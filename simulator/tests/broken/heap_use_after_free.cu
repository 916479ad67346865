/*
 * Each block takes memory for its elements from the device's heap; its first
 * thread gives it back before it has read the sum.
 */
#include "main.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ int *elements;
    unsigned int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
    if (tid == 0)
        elements = (int *)malloc(blockDim.x * sizeof(int));
    __syncthreads();
    elements[tid] = i < n ? data[i] : 0;
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (tid < stride)
            elements[tid] += elements[tid + stride];
    }
    if (tid == 0) {
#ifdef SOUND
        sums[blockIdx.x] = elements[0];
        free(elements);
#else
        free(elements);
        sums[blockIdx.x] = elements[0];         /* finding: use after free */
#endif
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
