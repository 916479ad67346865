/*
 * One thread of each block waits at the grid's barrier, the others go around it. What it waits
 * for is there all the same: the block sum is its own thread's.
 */
#include <cooperative_groups.h>

#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, int *total, int *mine, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
#ifdef SOUND
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
    cooperative_groups::this_grid().sync();
#else
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = value;
        cooperative_groups::this_grid().sync(); /* finding: barrier not reached by all threads */
        /* says: not one of each block */
    }
#endif
    mine[blockIdx.x * blockDim.x + threadIdx.x] = value;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        for (unsigned int block = 0; block < gridDim.x; block++)
            *total += sums[block];
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS), *total = device_zeros(1);
    int *mine = device_array(BLOCKS * BLOCK);
    unsigned int n = N;
    void *arguments[] = {&data, &sums, &total, &mine, &n};
    CHECK(cudaLaunchCooperativeKernel((const void *)reduce, BLOCKS, BLOCK, arguments));
    return verdict(sum_on_host(total, 1), true_sum(N));
}
