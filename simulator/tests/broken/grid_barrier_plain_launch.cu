/*
 * Block sums, a grid barrier, then the first block adds them up. A grid barrier needs
 * a cooperative launch; the kernel is launched like any other.
 */
#include <cooperative_groups.h>

#include "main.h"
#include "block_sum.h"

__global__ void reduce(const int *data, int *sums, int *total, unsigned int n)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = block_sum(i < n ? data[i] : 0);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = value;
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    grid.sync();                                /* finding: invalid grid barrier */
    if (blockIdx.x == 0) {
        value = block_sum(threadIdx.x < gridDim.x ? sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            *total = grid.is_valid() ? value : -1;
    }
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS), *total = device_array(1);
#ifdef SOUND
    unsigned int n = N;
    void *arguments[] = {&data, &sums, &total, &n};
    CHECK(cudaLaunchCooperativeKernel((const void *)reduce, BLOCKS, BLOCK, arguments));
#else
    reduce<<<BLOCKS, BLOCK>>>(data, sums, total, N);
#endif
    CHECK(cudaDeviceSynchronize());
    return verdict(sum_on_host(total, 1), true_sum(N));
}
