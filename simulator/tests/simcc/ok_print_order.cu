// What blocks print before a grid barrier stands before what any of them prints behind it. And
// std::max comes with CUDA's own headers.
// Within a warp the lanes at one printf print together, also where they have taken different ways
// through a function before, and where they print more often than a recording holds.
// out: block 0 before
// out: block 1 before
// out: block 2 before
// out: block 0 behind
// out: block 2 behind
// out: 3
// out: lanes: 0 1 2 3
// out: odd 1
// out: odd 3
// out: 1 10 1 10
// out: abcd abcd abcd
// out: warp 0: 0 1
// out: warp 1: 32 33
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

__device__ __noinline__ int on_two_ways(int lane)
{
    if (lane % 2) {
        printf("odd %d\n", lane);
        return 10;
    }
    return 1;
}

__global__ void together()
{
    int lane = threadIdx.x;
    if (lane == 0)
        printf("lanes:");
    printf(" %d", lane);
    if (lane == 0)
        printf("\n");
    printf("%d%s", on_two_ways(lane), lane == 3 ? "\n" : " ");
}

__global__ void often()
{
    int last = threadIdx.x == 3;
    for (int i = 1; i <= 3000; i++) {
        printf("%.*s", i % 1000 == 0, &"abcd"[threadIdx.x]);
        printf("%.*s", i % 1000 == 0 && last, i == 3000 ? "\n" : " ");
    }
}

__global__ void warps()
{
    int lane = threadIdx.x % 32;
    if (lane == 0)
        printf("warp %d:", threadIdx.x / 32);
    if (lane < 2)
        printf(" %d", threadIdx.x);
    if (lane == 0)
        printf("\n");
}

int main()
{
    cudaLaunchCooperativeKernel((void *)prints, dim3(3), dim3(32), NULL, 0, 0);
    cudaDeviceSynchronize();
    printf("%d\n", std::max(2, 3));
    together<<<1, 4>>>();
    often<<<1, 4>>>();
    warps<<<1, 64>>>();
    cudaDeviceSynchronize();
}
