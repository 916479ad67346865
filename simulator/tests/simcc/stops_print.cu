// What was printed before a launch was stopped is shown, in the order in which it can be known.
// exit: 86
// err: stops_print.cu:15:
// out: first 0
// out: first 1
// out: first 2
// out: second 0
#include <assert.h>
#include <stdio.h>
__global__ void k()
{
    printf("first %d\n", threadIdx.x);
    __syncwarp();
    printf("second %d\n", threadIdx.x);
    assert(threadIdx.x != 0);
    printf("third %d\n", threadIdx.x);
}
int main()
{
    k<<<1, 3>>>();
    cudaDeviceSynchronize();
    return 0;
}
