/*
 * The first block sets the total to 0 while the others already add to it: no
 * barrier orders one block after another.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef SOUND
    if (i == 0)
        *total = 0;                             /* finding: race between blocks */
    __syncthreads();
#endif
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        atomicAdd(total, value);                /* also: race between blocks */
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
