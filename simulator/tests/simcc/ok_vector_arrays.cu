// Arrays of vector types in the ways that are taken.
// out: 1 2 3 4, 5 6, 0 0, 7 0, 9
#include <stdio.h>
__constant__ float2 c[2] = {{1, 2}, {3, 4}};

__global__ void copy(float2 *to)
{
    to[threadIdx.x] = c[threadIdx.x];
}

int main()
{
    int4 zeros[2] = {0}, more[2] = {0, 0};
    int2 made[2] = {make_int2(5, 6), zeros[0].x == 0 ? make_int2(7, 0) : int2{8, 8}};
    int4 one = {9};
    float2 *d, h[2];

    cudaMalloc(&d, sizeof h);
    copy<<<1, 2>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g %g %g, %d %d, %d %d, %d %d, %d\n", h[0].x, h[0].y, h[1].x, h[1].y, made[0].x,
           made[0].y, zeros[1].w, more[1].w, made[1].x, made[1].y, one.x);
    return 0;
}
