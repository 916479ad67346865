// A failed assert in a kernel ends the launch with an error; the host goes on.
// exit: 86
// err: stops_assert.cu:8:
// err: threadIdx.x != 3
// out: cudaErrorAssert
#include <assert.h>
#include <stdio.h>
__global__ void k() { assert(threadIdx.x != 3); }
int main()
{
    k<<<1, 8>>>();
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
