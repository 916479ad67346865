// What cooperative groups had in a namespace of its own, and has no longer.
// fails: 9: error: the simulator has no experimental parts of the libraries (experimental): since CUDA 12 block_tile_memory and tiles above a warp are in cooperative_groups itself
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void syncs()
{
    __shared__ cg::experimental::block_tile_memory<4, 64> room;
    cg::this_thread_block(room).sync();
}

int main()
{
    syncs<<<1, 64>>>();
}
