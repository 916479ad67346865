/*
 * The last block has nothing to add and leaves; the others wait for it at the grid's barrier.
 */
#include <cooperative_groups.h>

#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef SOUND
    int value = block_sum(i < n ? data[i] : 0);
#else
    if (i - threadIdx.x + BLOCK > n)
        return;
    int value = block_sum(data[i]);
#endif
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
    cooperative_groups::this_grid().sync();     /* finding: barrier not reached by all threads */
    /* says: 1 of the 79 has ended */
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
    return verdict_or_error(total, 1); /* a GPU would not come back */
}
