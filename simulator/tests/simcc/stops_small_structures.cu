// A structure of three bytes that a function returns, and a byte of it that another warp writes.
// exit: 86
// err: race: stops_small_structures.cu:11 and stops_small_structures.cu:9
#include <cstdio>

__global__ void mix(uchar3 *colours, unsigned char *bytes)
{
    if (threadIdx.x == 0)
        colours[1] = make_uchar3(1, 2, 3);
    if (threadIdx.x == 32)
        bytes[5] = 1;
}

int main()
{
    uchar3 *colours;
    cudaMalloc(&colours, 12);
    mix<<<1, 64>>>(colours, (unsigned char *)colours);
    cudaDeviceSynchronize();
}
