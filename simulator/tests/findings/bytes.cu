/*
 * Arrays of which the host has written the beginning, and a kernel reads all: the argument says how.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1001

__global__ void twice(const float *in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * in[i];
}

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

int main(int argc, char **argv)
{
    const char *what = argv[argc - 1];
    float *in, *out, *host = (float *)calloc(N, sizeof *host);
    cudaMalloc(&in, N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    if (!strcmp(what, "copied")) { /* as many bytes as there are elements */
        cudaMemcpy(in, host, N, cudaMemcpyHostToDevice);
    } else if (!strcmp(what, "set")) {
        cudaMemset(in, 0, N);
    } else if (!strcmp(what, "half")) { /* too little, and not for that reason */
        cudaMemcpy(in, host, N / 2 * sizeof *in, cudaMemcpyHostToDevice);
    } else if (!strcmp(what, "in parts")) {
        cudaMemcpy(in, host, N, cudaMemcpyHostToDevice);
        cudaMemcpy(in + N / 2, host, N, cudaMemcpyHostToDevice);
    } else if (!strcmp(what, "a launch after it")) {
        cudaMemcpy(in, host, N, cudaMemcpyHostToDevice);
        fill<<<2, 256>>>(in, N);
    } else {
        return printf("no case %s\n", what);
    }
    twice<<<(N + 255) / 256, 256>>>(in, out, N);
    return 0;
}
