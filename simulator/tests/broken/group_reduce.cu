/*
 * A group's reduction in a branch, and something behind it: half of the group's threads go around.
 * In the twin they come, too, with nothing.
 */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "main.h"

namespace cg = cooperative_groups;

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? data[i] : 0, sum = 0;

    value += tile.shfl_xor(value, 16);
#ifdef SOUND
    sum = cg::reduce(tile, tile.thread_rank() < 16 ? value : 0, cg::plus<int>());
#else
    if (tile.thread_rank() < 16)
        sum = cg::reduce(tile, value, cg::plus<int>()); /* finding: mask mismatch */
#endif
    sums[i] = tile.thread_rank() == 0 ? sum : 0;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS * BLOCK);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS * BLOCK), true_sum(N));
}
