/*
 * A sum that is wrong, though many GPUs print the right one: the last warp adds without a barrier
 * between its lines, as if its lanes moved in lockstep. No GPU since 2017 promises that.
 *
 * The simulator names both lines of each race, and the exit status is 86. eight_loads.cu has the
 * barriers that are missing here.
 *
 * Try it:  simcc examples/race.cu -o race && ./race -n 100000
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

/* Adds up each block's numbers into out[blockIdx.x]. Its last warp races. */
__global__ void sumRacy(const int *in, int *out, unsigned int n)
{
    extern __shared__ int smem[]; // one number for each thread: the launch says how much that is
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    smem[tid] = idx < n ? in[idx] : 0; // past the end stands a 0, which changes no sum
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }

    if (tid < 32) {
        volatile int *lockstep = smem;
        lockstep[tid] += lockstep[tid + 32];
        lockstep[tid] += lockstep[tid + 16];
        lockstep[tid] += lockstep[tid + 8];
        lockstep[tid] += lockstep[tid + 4];
        lockstep[tid] += lockstep[tid + 2];
        lockstep[tid] += lockstep[tid + 1];
    }
    if (tid == 0)
        out[blockIdx.x] = smem[0];
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
        fprintf(stderr, "usage: race [-n NUMBERS] [-b THREADS]\n"
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
    sumRacy<<<grid, block, block * sizeof(int)>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, d_out, grid * sizeof(int), cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < grid; i++)
        sum += sums[i];
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));

    printf("race: sum %lld, expected %lld: %s\n", sum, expected,
           sum == expected ? "right" : "wrong");
    free(numbers);
    free(sums);
    return sum != expected;
}
