/*
 * A running sum from block to block: each waits for the flag of the one before. Without a
 * fence between a block's sum and its flag, the next one may see the flag first.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *running, volatile int *ready, unsigned int n)
{
    unsigned int block = blockIdx.x, i = block * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x != 0)
        return;
    int before = 0;
    if (block > 0) {
        while (!ready[block - 1])
            ;
        __threadfence();
        before = running[block - 1];            /* also: race between blocks */
    }
    running[block] = before + value;            /* finding: race between blocks */
#ifdef SOUND
    __threadfence();
#endif
    ready[block] = 1;
}

int main(void)
{
    int *data = device_input(N), *running = device_array(BLOCKS), *ready = device_zeros(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, running, ready, N);
    return verdict(sum_on_host(running + BLOCKS - 1, 1), true_sum(N));
}
