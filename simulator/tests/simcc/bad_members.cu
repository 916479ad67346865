// Parts of CUDA's libraries that are not there, though their headers are.
// fails: 13: error: the simulator has no such part of CUB (LoadDirectWarpStriped): docs/programs.md lists the parts that there are
// fails: 17: error: the simulator has no such part of CUB (DeviceSegmentedSort): docs/programs.md lists the parts that there are
// fails: 18: error: the simulator has no such part of Thrust, or its header is missing (set_union): docs/programs.md lists the parts that there are
// fails: 19: error: the simulator has no such part of cooperative groups (this_cluster_of): docs/programs.md lists what there is
// fails: 20: error: the simulator has no barriers in two parts but a block's (barrier_arrive): use sync()
#include <cooperative_groups.h>
#include <cub/cub.cuh>
#include <thrust/device_vector.h>
__global__ void k(int *p)
{
    int items[4];
    cub::LoadDirectWarpStriped(threadIdx.x, p, items);
}
int main()
{
    cub::DeviceSegmentedSort histogram;
    thrust::set_union(1, 2);
    cooperative_groups::this_cluster_of(1);
    cooperative_groups::this_grid().barrier_arrive();
    return 0;
}
