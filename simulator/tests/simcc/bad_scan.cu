// A scan over groups that have none is refused in the line that asks for it; each in its own.
// fails: 10: error: static
// fails: 15: error: static
// fails: scans are for tiles and coalesced groups, as with nvcc: scan each warp as a tile of 32 threads
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;
__global__ void block(int *p)
{
    cg::thread_block b = cg::this_thread_block();
    p[threadIdx.x] = cg::inclusive_scan(b, p[threadIdx.x]);
}
__global__ void grid(int *p)
{
    cg::grid_group g = cg::this_grid();
    p[threadIdx.x] = cg::exclusive_scan(g, p[threadIdx.x], cg::plus<int>());
}
