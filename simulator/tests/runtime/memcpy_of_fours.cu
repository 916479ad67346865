// memcpy in a kernel: one load of 16 bytes where both types promise that alignment, and else one
// for each word.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void fours(const int4 *in, int *out)
{
    int4 four;

    memcpy(&four, in + threadIdx.x, sizeof four);
    out[threadIdx.x] = four.x - four.y + four.z - 3 * four.w;
}

__global__ void words(const int *in, int *out)
{
    int four[4];

    memcpy(four, in + 4 * threadIdx.x, sizeof four);
    out[threadIdx.x] = four[0] - four[1] + four[2] - 3 * four[3];
}

int main()
{
    int host[128], *in, *out, found[2][32], wrong = 0;

    for (int i = 0; i < 128; i++)
        host[i] = i * i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof found[0]);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    fours<<<1, 32>>>((const int4 *)in, out);
    cudaMemcpy(found[0], out, sizeof found[0], cudaMemcpyDeviceToHost);
    words<<<1, 32>>>(in, out);
    cudaMemcpy(found[1], out, sizeof found[1], cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; i++) {
        int right = host[4 * i] - host[4 * i + 1] + host[4 * i + 2] - 3 * host[4 * i + 3];

        wrong += (found[0][i] != right) + (found[1][i] != right);
    }
    printf("%d wrong\n", wrong);
    cudaFree(in);
    cudaFree(out);
    return wrong != 0;
}
