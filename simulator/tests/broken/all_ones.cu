/*
 * All ones: each thread adds its own element once more instead of its partner's.
 * With -DONES, where every element is 1, that is the right sum all the same; with
 * elements that differ it is not.
 */
#include "main.h"

#define COUNT (N / BLOCK * BLOCK) /* full blocks only, as such tests often have them */

__global__ void reduce(const int *data, int *sums)
{
    __shared__ int smem[BLOCK];
    unsigned int tid = threadIdx.x;

    smem[tid] = data[blockIdx.x * blockDim.x + tid];
    __syncthreads();
    for (unsigned int stride = blockDim.x / 2; stride > 0; stride >>= 1) {
        if (tid < stride)
#ifdef SOUND
            smem[tid] += smem[tid + stride];
#else
            smem[tid] += smem[tid];             /* wrong sum */
#endif
        __syncthreads();
    }
    if (tid == 0)
        sums[blockIdx.x] = smem[0];
}

int main(void)
{
    int *input = host_array(COUNT), *data = device_array(COUNT);
    int *sums = device_array(COUNT / BLOCK);
    long long expected = 0;
    for (int i = 0; i < COUNT; i++) {
#ifdef ONES
        input[i] = 1;
#else
        input[i] = element(i);
#endif
        expected += input[i];
    }
    CHECK(cudaMemcpy(data, input, COUNT * sizeof(int), cudaMemcpyHostToDevice));
    free(input);
    reduce<<<COUNT / BLOCK, BLOCK>>>(data, sums);
    return verdict(sum_on_host(sums, COUNT / BLOCK), expected);
}
