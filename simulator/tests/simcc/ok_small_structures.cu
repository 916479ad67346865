// A structure of three bytes that a function returns, and the byte behind it, of another warp.
// out: 2 1
#include <cstdio>

__global__ void mix(uchar3 *colours, unsigned char *bytes)
{
    if (threadIdx.x == 0)
        colours[1] = make_uchar3(1, 2, 3);
    if (threadIdx.x == 32)
        bytes[6] = 1;
}

int main()
{
    uchar3 *colours;
    cudaMalloc(&colours, 12);
    mix<<<1, 64>>>(colours, (unsigned char *)colours);
    unsigned char host[7];
    cudaMemcpy(host + 3, (unsigned char *)colours + 3, 4, cudaMemcpyDeviceToHost);
    printf("%d %d\n", host[4], host[6]);
}
