/*
 * Atomics of block scope on a word that all blocks add to: they are atomic only for the
 * threads of one block.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
#ifdef SOUND
        atomicAdd(total, value);
#else
        atomicAdd_block(total, value);          /* finding: race between blocks */
#endif                                          /* says: without _block */
}

int main(void)
{
    int *data = device_input(N), *total = device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
