/*
 * Tiles of two warps, and a sum of the whole block: the barrier of a tile waits for its own threads,
 * not for those of the other tiles.
 */
#include "main.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void reduce(const int *data, int *sums, unsigned int n)
{
    __shared__ cg::block_tile_memory<BLOCK> memory;
    __shared__ int smem[BLOCK];
    auto block = cg::this_thread_block(memory);
    auto tile = cg::tiled_partition<64>(block);
    unsigned int tid = threadIdx.x;
    unsigned int i = blockIdx.x * BLOCK + tid;

    smem[tid] = i < n ? data[i] : 0; /* finding: race */
    tile.sync();
    if (tid % 64 < 32)
        smem[tid] += smem[tid + 32]; /* finding: race */
#ifdef SOUND
    block.sync();
#else
    tile.sync();
#endif
    if (tid >= 32)
        return;
    int value = smem[tid] + smem[tid + 64]; /* also: race */
    for (int offset = 16; offset > 0; offset >>= 1)
        value += __shfl_down_sync(0xffffffff, value, offset);
    if (tid == 0)
        sums[blockIdx.x] = value;
}

int main(void)
{
    int *data = device_input(N), *sums = device_array(BLOCKS);
    reduce<<<BLOCKS, BLOCK>>>(data, sums, N);
    return verdict(sum_on_host(sums, BLOCKS), true_sum(N));
}
