/*
 * Single pass without a fence: the last block to take a ticket adds up all block
 * sums, but nothing makes a block's sum visible before its ticket.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, unsigned int *tickets, int *total,
                       unsigned int n)
{
    __shared__ int is_last;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = value;               /* finding: race between blocks */
#ifdef SOUND
        __threadfence();
#endif
        is_last = atomicAdd(tickets, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (is_last && threadIdx.x == 0) {
        __threadfence();
        value = 0;
        for (unsigned int block = 0; block < gridDim.x; block++)
            value += sums[block];               /* also: race between blocks */
        *total = value;
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS), *total = device_array(1);
    unsigned int *tickets = (unsigned int *)device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, tickets, total, N);
    return verdict(sum_on_host(total, 1), true_sum(N));
}
