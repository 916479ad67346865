// warns: 8: warning: an extern __shared__ array with a size is a static one: it does not take part in the launch's dynamic shared memory
// out: 496 2
#include <stdio.h>

__global__ void sized()
{
    extern __shared__ int dynamic[];
    extern __shared__ int sums[512];
    int t = threadIdx.x;
    sums[t] = t;
    if (t == 0)
        dynamic[0] = 2;
    __syncthreads();
    if (t == 0) {
        int total = 0;
        for (int i = 0; i < 32; i++)
            total += sums[i];
        printf("%d %d\n", total, dynamic[0]);
    }
}

int main()
{
    sized<<<1, 32, 4>>>();
    return cudaDeviceSynchronize();
}
