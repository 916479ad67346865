/*
 * Missing barrier, in global memory: neighbouring pairs summed in place.
 */
#include "main.h"

__global__ void reduce(int *data, int *sums, unsigned int n)
{
    unsigned int tid = threadIdx.x;
    unsigned int start = blockIdx.x * blockDim.x;
    int *part = data + start;

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0 && start + tid + stride < n)
            part[tid] += part[tid + stride];    /* finding: race */
#ifdef SOUND
        __syncthreads();
#endif
    }
    if (tid == 0)
        sums[blockIdx.x] = part[0];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
