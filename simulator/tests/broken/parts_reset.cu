/*
 * The last block to take a ticket sets the block sums back to 0 for the next launch. The
 * other blocks have taken their tickets, but they still read their sums.
 */
#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *parts, unsigned int *tickets, int *sums,
                       unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x != 0)
        return;
    parts[blockIdx.x] = value;
#ifdef SOUND
    sums[blockIdx.x] = parts[blockIdx.x];
#endif
    __threadfence();
    unsigned int ticket = atomicAdd(tickets, 1);
    __threadfence();
#ifndef SOUND
    sums[blockIdx.x] = parts[blockIdx.x];       /* also: race between blocks */
#endif
    if (ticket == gridDim.x - 1)
        for (unsigned int block = 0; block < gridDim.x; block++)
            parts[block] = 0;                   /* finding: race between blocks */
}

int main(void)
{
    int *data = device_input(N), *parts = device_array(BLOCKS), *sums = device_array(BLOCKS);
    unsigned int *tickets = (unsigned int *)device_zeros(1);
    reduce<<<BLOCKS, BLOCK>>>(data, parts, tickets, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
