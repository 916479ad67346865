/*
 * The sum is in a variable of the device, whose name the host takes for a pointer to it. The twin
 * uses the call for symbols.
 */
#include "main.h"

__device__ int total;

__global__ void reduce(const int *data, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&total, data[i]);
}

int main(void)
{
    int sum = 0;
    reduce<<<BLOCKS, BLOCK>>>(device_input(N), N);
#ifdef SOUND
    CHECK(cudaMemcpyFromSymbol(&sum, total, sizeof sum));
#else
    CHECK(cudaMemcpy(&sum, &total, sizeof sum, cudaMemcpyDeviceToHost));    /* finding: invalid argument */
#endif
    return verdict(sum, true_sum(N));
}
