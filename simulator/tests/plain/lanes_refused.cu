/*
 * Functions whose words are those of one for all lanes, but not its types: a shuffle of one value,
 * and sums that are doubles for a moment. The file's kernels run without loops.
 */
#include <cuda_runtime.h>
#include <stdio.h>

__managed__ int seen[64];

__device__ int halved(int x)
{
    x = x * 1.5;
    x += __shfl_down_sync(0xFFFFFFFF, x, 1);
    return x * 0.5;
}

__device__ int of_one(int x)
{
    x += __shfl_sync(0xFFFFFFFF, 7, 3);
    return x;
}

__global__ void kernel()
{
    int x = threadIdx.x;

    x = halved(x);
    x = of_one(x);
    seen[threadIdx.x] = x;
}

int main(void)
{
    kernel<<<1, 64>>>();
    printf("%d", cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++)
        printf(" %d", seen[i]);
    printf("\n");
    return 0;
}
