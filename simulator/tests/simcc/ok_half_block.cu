// A block of half a warp adds with shuffles: its upper lanes read from lanes that are not there, and nobody
// uses what they get. That is a note.
// out: 120
// err: note: inactive lane: ok_half_block.cu:12 in add
#include <cstdio>

__global__ void add(int *out)
{
    int sum = threadIdx.x;

    for (int offset = 8; offset > 0; offset /= 2)
        sum += __shfl_down_sync(0xffff, sum, offset);
    if (threadIdx.x == 0)
        *out = sum;
}

int main()
{
    int *out, sum;

    cudaMalloc(&out, sizeof sum);
    add<<<1, 16>>>(out);
    cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
    printf("%d\n", sum);
}
