/* Blocks in three dimensions, barriers of the grid, and warps that are not full. */
#include <cooperative_groups.h>
#include <cuda_runtime.h>
#include <stdio.h>

__global__ void meet(int *data)
{
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
    unsigned blocks = gridDim.x * gridDim.y * gridDim.z, threads = blockDim.x * blockDim.y;
    data[block * threads + thread] = (int)thread;
    cooperative_groups::this_grid().sync();
    if (thread < 5)
        atomicAdd(&data[blocks * threads], data[(block + 1) % blocks * threads + thread]);
    cooperative_groups::this_grid().sync();
}

int main()
{
    int *data, sum;
    dim3 grid(2, 3, 2), block(10, 4);
    cudaMalloc(&data, (12 * 40 + 1) * sizeof *data);
    cudaMemset(data, 0, (12 * 40 + 1) * sizeof *data);
    void *arguments[] = {&data};
    cudaLaunchCooperativeKernel((void *)meet, grid, block, arguments, 0, 0);
    cudaMemcpy(&sum, data + 12 * 40, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
    return sum != 120;
}
