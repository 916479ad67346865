/*
 * A sum in registers: lanes of a warp hand their numbers to each other (__shfl_down_sync); shared
 * memory holds one number for each warp, and there is one barrier.
 *
 * Try it:  simcc examples/shuffle.cu -o shuffle && ./shuffle -n 100000
 */
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the program where a call of CUDA fails. */
#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(error));                         \
            exit(3);                                                                               \
        }                                                                                          \
    } while (0)

/* Adds up one number of each lane of a warp; lane 0 gets the sum. All 32 lanes must call it. */
__device__ int warpSum(int sum)
{
    for (unsigned int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    return sum;
}

/* Adds up one number of each thread of a block; thread 0 gets the sum. All must call it. */
__device__ int blockSum(int sum)
{
    __shared__ int smem[32]; // one number for each warp

    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0)
        smem[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32)
        sum = warpSum(threadIdx.x < blockDim.x / 32 ? smem[threadIdx.x] : 0);
    return sum;
}

/* Adds up each block's numbers into out[blockIdx.x]. */
__global__ void sumShuffle(const int *in, int *out, unsigned int n)
{
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int sum = blockSum(idx < n ? in[idx] : 0);

    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

/* The number behind an option; the usual one where the option is not given. */
static unsigned int option(int argc, char **argv, const char *name, unsigned int usual)
{
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return (unsigned int)strtoul(argv[i + 1], NULL, 10);
    return usual;
}

int main(int argc, char **argv)
{
    unsigned int n = option(argc, argv, "-n", 1 << 20);
    unsigned int block = option(argc, argv, "-b", 512);
    if (n == 0 || n > 1 << 30 || block < 64 || block > 1024 || (block & (block - 1)) != 0) {
        fprintf(stderr, "usage: shuffle [-n NUMBERS] [-b THREADS]\n"
                        "At most 2^30 numbers; a block has 64, 128, 256, 512 or 1024 threads.\n");
        return 2;
    }
    unsigned int grid = (n + block - 1) / block;

    int *numbers = (int *)malloc(n * sizeof(int));
    int *sums = (int *)malloc(grid * sizeof(int));
    if (numbers == NULL || sums == NULL)
        return 3;
    long long sum = 0, expected = 0;
    srand(1);
    for (unsigned int i = 0; i < n; i++) {
        numbers[i] = rand() & 0xFF;
        expected += numbers[i];
    }

    int *d_in, *d_out;
    CHECK(cudaMalloc((void **)&d_in, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_out, grid * sizeof(int)));
    CHECK(cudaMemcpy(d_in, numbers, n * sizeof(int), cudaMemcpyHostToDevice));
    sumShuffle<<<grid, block>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, d_out, grid * sizeof(int), cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < grid; i++)
        sum += sums[i];
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));

    printf("shuffle: sum %lld, expected %lld: %s\n", sum, expected,
           sum == expected ? "right" : "wrong");
    free(numbers);
    free(sums);
    return sum != expected;
}
