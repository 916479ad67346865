/* Turns 64 numbers round, by one block. With -DFORGOTTEN a barrier is missing. */
#include <stdio.h>

__global__ void reverse(int *numbers, int n)
{
    __shared__ int part[64];
    int t = threadIdx.x;

    part[t] = numbers[t];
#ifndef FORGOTTEN
    __syncthreads();
#endif
    int other = part[n - 1 - t];
    numbers[t] = other;
}

int main(void)
{
    int *numbers;

    cudaMallocManaged(&numbers, 64 * sizeof *numbers);
    for (int i = 0; i < 64; i++)
        numbers[i] = 100 + i;
    reverse<<<1, 64>>>(numbers, 64);
    cudaDeviceSynchronize();
    printf("%d\n", numbers[3]);
    return 0;
}
