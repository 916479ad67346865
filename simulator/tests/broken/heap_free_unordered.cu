/*
 * Each block takes memory for its elements from the device's heap; the last thread gives it back,
 * while others may still read: a barrier is missing. In the usual order all have read by then.
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
    __syncthreads();
    if (tid == 0) {
        int sum = 0;
        for (unsigned int j = 0; j < blockDim.x; j++)
            sum += elements[j];                 /* also: race */
        sums[blockIdx.x] = sum;
    }
#ifdef SOUND
    __syncthreads();
#endif
    if (tid == blockDim.x - 1)
        free(elements);                         /* finding: race */
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
