/*
 * Shared memory that is read before it is written: every block must find the
 * same junk in it, whichever host thread runs it and whatever ran there before.
 */
#include <stdio.h>

__global__ void read_first(int *result)
{
    __shared__ int fixed[64];
    extern __shared__ int dynamic[];
    result[blockIdx.x * 64 + threadIdx.x] = fixed[threadIdx.x] ^ (dynamic[threadIdx.x] << 1);
    fixed[threadIdx.x] = dynamic[threadIdx.x] = blockIdx.x;
}

int main(void)
{
    const int n = 500 * 64;
    static int host[n];
    int *device;
    cudaMalloc(&device, sizeof host);
    read_first<<<500, 64, 64 * sizeof(int)>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    int different = 0;
    for (int i = 1; i < n; i++)
        different += host[i] != host[0];
    printf("%d, %d differ\n", host[0], different);
    return 0;
}
