/*
 * Endless spin: a barrier between blocks, made by hand, waits for one block more
 * than there are. (Few blocks: all must be resident for such a barrier.)
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int *arrived, int *total,
                       unsigned int n)
{
    int value = 0;
    for (unsigned int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        value += data[i];
    value = block_sum(value);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = value;
        __threadfence();
        atomicAdd(arrived, 1);
        if (blockIdx.x == 0) {
#ifdef SOUND
            while (atomicAdd(arrived, 0) < gridDim.x)
#else
            while (atomicAdd(arrived, 0) <= gridDim.x)   /* finding: endless launch */
#endif
                ;
            __threadfence();
            for (unsigned int block = 1; block < gridDim.x; block++)
                value += sums[block];
            *total = value;
        }
    }
}

int main(void)
{
    const int blocks = 4;
    int *data = device_input(N), *sums = device_array(blocks), *total = device_array(1);
    unsigned int *arrived = (unsigned int *)device_zeros(1);
    reduce<<<blocks, BLOCK>>>(data, sums, arrived, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
