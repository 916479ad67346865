/*
 * Arrays of which a part is not written, and copied to the host: the argument says which.
 * Sound ones have padding, or a part that was set.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 1001

struct tagged { /* 4 bytes of padding at its end */
    double value;
    int tag;
};
struct narrow { /* 3 within */
    char tag;
    int value;
};

__global__ void fill(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void fill_chars(char *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i;
}

__global__ void fill_doubles(double *out, int n, int stride)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    if (i < n)
        out[i] = i;
}

__global__ void fill_fours(float4 *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = make_float4(i, i, i, i);
}

__global__ void fill_tagged(tagged *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].value = i;
        out[i].tag = 1;
    }
}

__global__ void fill_narrow(narrow *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        out[i].tag = 1;
        out[i].value = i;
    }
}

static void *made(size_t size)
{
    void *array;
    cudaMalloc(&array, size);
    return array;
}

static void copied(const void *array, size_t size)
{
    void *host = malloc(size);
    cudaMemcpy(host, array, size, cudaMemcpyDeviceToHost);
    free(host);
}

int main(int argc, char **argv)
{
    const char *what = argv[argc - 1];
    int blocks = (N + 255) / 256;
    if (!strcmp(what, "down")) {
        float *a = (float *)made(N * sizeof *a);
        for (int round = 0; round < 9; round++) /* launches that repeat another */
            fill<<<N / 256, 256>>>(a, N);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "again")) {
        for (int round = 0; round < 9; round++) { /* the same addresses again */
            float *a = (float *)made(N * sizeof *a);
            fill<<<N / 256, 256>>>(a, N);
            if (round == 8)
                copied(a, N * sizeof *a);
            cudaFree(a);
        }
    } else if (!strcmp(what, "part")) { /* only what is written is copied */
        float *a = (float *)made(N * sizeof *a);
        fill<<<N / 256, 256>>>(a, N);
        copied(a, N / 256 * 256 * sizeof *a);
    } else if (!strcmp(what, "set")) {
        float *a = (float *)made(N * sizeof *a);
        cudaMemset(a, 0, N * sizeof *a);
        fill<<<N / 256, 256>>>(a, N);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "half copied")) { /* the host wrote 500, nobody the rest */
        float *a = (float *)made(N * sizeof *a), *host = (float *)calloc(N, sizeof *host);
        cudaMemcpy(a, host, 500 * sizeof *a, cudaMemcpyHostToDevice);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "chars")) {
        char *a = (char *)made(N);
        fill_chars<<<blocks, 256>>>(a, N - 2);
        copied(a, N);
    } else if (!strcmp(what, "stride")) {
        double *a = (double *)made(N * sizeof *a);
        fill_doubles<<<blocks, 256>>>(a, N, 2);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "rest")) { /* of a loop over float4 */
        float *a = (float *)made(N * sizeof *a);
        fill_fours<<<1, 256>>>((float4 *)a, N / 4);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "rest of two")) { /* the same after scalar stores at the start */
        float *a = (float *)made(N * sizeof *a);
        fill<<<1, 4>>>(a, 4);
        fill_fours<<<1, 256>>>((float4 *)a, N / 4);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "tagged")) {
        tagged *a = (tagged *)made(N * sizeof *a);
        fill_tagged<<<blocks, 256>>>(a, N);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "one tagged")) {
        tagged *a = (tagged *)made(sizeof *a);
        fill_tagged<<<1, 1>>>(a, 1);
        copied(a, sizeof *a);
    } else if (!strcmp(what, "narrow")) {
        narrow *a = (narrow *)made(N * sizeof *a);
        fill_narrow<<<blocks, 256>>>(a, N);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "tagged down")) {
        tagged *a = (tagged *)made(N * sizeof *a);
        fill_tagged<<<N / 256, 256>>>(a, N);
        copied(a, N * sizeof *a);
    } else if (!strcmp(what, "pitch")) { /* rows with what is behind them */
        float *a;
        size_t pitch;
        cudaMallocPitch(&a, &pitch, 100 * sizeof *a, 3);
        for (int row = 0; row < 3; row++)
            fill<<<1, 128>>>((float *)((char *)a + row * pitch), 100);
        copied(a, 3 * pitch);
    } else if (!strcmp(what, "nothing")) {
        copied(made(N), N);
    }
    return 0;
}
