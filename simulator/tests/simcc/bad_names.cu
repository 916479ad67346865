// Names of CUDA's that the simulator lacks, each with what it is and what to do.
// fails: 15: error: the simulator has no shuffles without a mask (__shfl_down): since CUDA 9 it is __shfl_down_sync(mask, ...)
// fails: 16: error: the simulator has no votes without a mask (__any): since CUDA 9 it is __any_sync(mask, predicate)
// fails: 17: error: the simulator has no atomicAdd for these arguments
// fails: 21: error: the simulator has no memory that processes share (cudaIpcMemHandle_t): use one process, or compile for a GPU
// fails: 22: error: the simulator has no driver API (cuInit): use the runtime API: cudaMalloc, kernel<<<grid, block>>>
// fails: 23: error: the simulator has no driver API (CUdevice): use the runtime API: cudaMalloc, kernel<<<grid, block>>>
// fails: 25: error: the simulator has no clusterPolicy in cudaDeviceProp: docs/programs.md lists what there is
// fails: 26: error: the simulator has no cudaProfilerInitialize: it is gone in CUDA 13, too
// fails: 27: error: the simulator has no CUB (cub): include <cub/cub.cuh>
// fails: 28: error: the simulator has no thread block clusters (cudaLaunchAttributeClusterDimension): use blocks and the grid
// fails: 29: error: the simulator has no such quasi-random numbers (CURAND_RNG_QUASI_SOBOL64): there is CURAND_RNG_QUASI_SOBOL32, and curandStateSobol32
__global__ void k(int *p, char *c)
{
    p[0] = __shfl_down(p[1], 3);
    p[1] = __any(p[0]);
    atomicAdd(c, 'a');
}
int main()
{
    cudaIpcMemHandle_t handle;
    cuInit(0);
    CUdevice device;
    cudaDeviceProp properties;
    properties.clusterPolicy = 3;
    cudaProfilerInitialize("c", "o", 0);
    cub::WarpReduce<int> reduce;
    int a = cudaLaunchAttributeClusterDimension;
    int b = CURAND_RNG_QUASI_SOBOL64;
    return 0;
}
