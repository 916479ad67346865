// What blocks print before a grid barrier stands before what any of them prints behind it. And
// std::max comes with CUDA's own headers.
// out: block 0 before
// out: block 1 before
// out: block 2 before
// out: block 0 behind
// out: block 2 behind
// out: 3
#include <cooperative_groups.h>
#include <stdio.h>

__global__ void prints()
{
    if (threadIdx.x == 0)
        printf("block %d before\n", blockIdx.x);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0 && blockIdx.x != 1)
        printf("block %d behind\n", blockIdx.x);
}

int main()
{
    cudaLaunchCooperativeKernel((void *)prints, dim3(3), dim3(32), NULL, 0, 0);
    cudaDeviceSynchronize();
    printf("%d\n", std::max(2, 3));
}
