/*
 * The kernel ends itself where a block has too little to do, which the last block has.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef SOUND
    if (i == n)
        __trap();       /* finding: trap */ /* says: thread 23 of block 78 has called __trap() */
#endif
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict_or_error(sums, BLOCKS);
}
