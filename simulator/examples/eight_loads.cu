/*
 * Each thread loads eight numbers before the first round, and the last warp adds up the rest
 * without barriers of the block.
 *
 * Memory is far away: what counts is how many bytes are under way at a time. SIM_REPORT=clock
 * shows them beside those that Little's law asks for, here and with two_loads.cu.
 *
 * Try it:  simcc examples/eight_loads.cu -o eight_loads && ./eight_loads -n 100000
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

/* Adds up each block's numbers, eight for each thread, into out[blockIdx.x]. */
__global__ void sumEightLoads(const int *in, int *out, unsigned int n)
{
    extern __shared__ int smem[]; // one number for each thread: the launch says how much that is
    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + tid;
    int own = 0;

    if (idx + 7 * blockDim.x < n) {
        // Eight loads that do not wait for each other: their latencies overlap.
        int a1 = in[idx], a2 = in[idx + blockDim.x];
        int a3 = in[idx + 2 * blockDim.x], a4 = in[idx + 3 * blockDim.x];
        int a5 = in[idx + 4 * blockDim.x], a6 = in[idx + 5 * blockDim.x];
        int a7 = in[idx + 6 * blockDim.x], a8 = in[idx + 7 * blockDim.x];
        own = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
    } else {
        for (unsigned int next = idx; next < n; next += blockDim.x)
            own += in[next];
    }
    smem[tid] = own;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads();
    }

    // The last warp: all lanes read, then all write, so that none reads what another writes.
    if (tid < 32) {
        int sum = smem[tid];
        for (unsigned int stride = 32; stride > 0; stride /= 2) {
            sum += smem[tid + stride];
            __syncwarp();
            smem[tid] = sum;
            __syncwarp();
        }
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
        fprintf(stderr, "usage: eight_loads [-n NUMBERS] [-b THREADS]\n"
                        "At most 2^30 numbers; a block has 64, 128, 256, 512 or 1024 threads.\n");
        return 2;
    }
    unsigned int grid = (n + 8 * block - 1) / (8 * block);

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
    sumEightLoads<<<grid, block, block * sizeof(int)>>>(d_in, d_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, d_out, grid * sizeof(int), cudaMemcpyDeviceToHost));
    for (unsigned int i = 0; i < grid; i++)
        sum += sums[i];
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));

    printf("eight_loads: sum %lld, expected %lld: %s\n", sum, expected,
           sum == expected ? "right" : "wrong");
    free(numbers);
    free(sums);
    return sum != expected;
}
