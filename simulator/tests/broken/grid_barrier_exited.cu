/*
 * The other threads of the block leave before the grid's barrier. Today's GPUs do not wait for
 * them; the manual wants all threads of the grid there.
 */
#include <cooperative_groups.h>

#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
#ifndef SOUND
    if (threadIdx.x != 0)
        return;
#endif
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
    cooperative_groups::this_grid().sync();     /* note: barrier not reached by all threads */
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (unsigned int block = 0; block < gridDim.x; block++)
            *total += sums[block];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS), *total = device_zeros(1);
    unsigned int n = N;
    void *arguments[] = {&data, &sums, &total, &n};
    CHECK(cudaLaunchCooperativeKernel((const void *)reduce, BLOCKS, BLOCK, arguments));
    return verdict(sum_on_host(total, 1), true_sum(N));
}
