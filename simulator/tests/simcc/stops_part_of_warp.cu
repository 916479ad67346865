// A block of 24 threads adds with shuffles over the whole warp: lanes that are not there are added, too.
// exit: 86
// err: inactive lane: stops_part_of_warp.cu:11 in add
#include <cstdio>

__global__ void add(int *out)
{
    int sum = threadIdx.x;

    for (int offset = 16; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffffff, sum, offset);
    if (threadIdx.x == 0)
        *out = sum;
}

int main()
{
    int *out, sum;

    cudaMalloc(&out, sizeof sum);
    add<<<1, 24>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    return 0;
}
