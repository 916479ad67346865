/* The sum of 512 numbers, by one block. A barrier is missing. */
#include <stdio.h>

__global__ void sum(const int *in, int *out)
{
    __shared__ int part[256];
    unsigned t = threadIdx.x;

    part[t] = in[2 * t] + in[2 * t + 1];
    for (unsigned half = blockDim.x / 2; half > 0; half /= 2)
        if (t < half)
            part[t] += part[t + half];
    if (t == 0)
        *out = part[0];
}

int main(void)
{
    int *in, *out;

    cudaMallocManaged(&in, 512 * sizeof *in);
    cudaMallocManaged(&out, sizeof *out);
    for (int i = 0; i < 512; i++)
        in[i] = i;
    sum<<<1, 256>>>(in, out);
    cudaDeviceSynchronize();
    printf("%d\n", *out);
    return 0;
}
