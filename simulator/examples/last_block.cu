/*
 * A sum in one launch: each block leaves its sum in memory and draws a ticket; the one that draws
 * the last adds up all of them.
 *
 * The first fence orders a block's sum before its ticket, the second the last ticket before what
 * the last block reads. Take one out, and the simulator finds the race.
 *
 * Try it:  simcc examples/last_block.cu -o last_block && ./last_block -n 100000
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
__device__ long long warpSum(long long sum)
{
    for (unsigned int distance = 16; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xFFFFFFFF, sum, distance);
    return sum;
}

/* Adds up one number of each thread of a block; thread 0 gets the sum. All must call it. */
__device__ long long blockSum(long long sum)
{
    __shared__ long long smem[32]; // one number for each warp

    sum = warpSum(sum);
    if (threadIdx.x % 32 == 0)
        smem[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32)
        sum = warpSum(threadIdx.x < blockDim.x / 32 ? smem[threadIdx.x] : 0);
    return sum;
}

/* Adds up all numbers into *total. *tickets is 0 before the launch. */
__global__ void sumLastBlock(const int *in, long long *out, long long *total, unsigned int *tickets,
                             unsigned int n)
{
    __shared__ bool is_last; // whether this block is the last to finish
    unsigned int idx = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    const int4 *fours = (const int4 *)in;
    long long sum = 0;

    for (unsigned int i = idx; i < n / 4; i += threads) {
        int4 four = fours[i];
        sum += four.x + four.y + four.z + four.w;
    }
    for (unsigned int i = n / 4 * 4 + idx; i < n; i += threads)
        sum += in[i];
    sum = blockSum(sum);

    if (threadIdx.x == 0) {
        out[blockIdx.x] = sum;
        __threadfence(); // who sees the ticket sees the sum
        is_last = atomicAdd(tickets, 1) == gridDim.x - 1;
        __threadfence(); // and the last one sees the sums of all
    }
    __syncthreads(); // all know whether theirs is the last; blockSum's shared memory is free
    if (is_last) {
        sum = 0;
        for (unsigned int i = threadIdx.x; i < gridDim.x; i += blockDim.x)
            sum += out[i];
        sum = blockSum(sum);
        if (threadIdx.x == 0)
            *total = sum;
    }
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
    unsigned int block = option(argc, argv, "-b", 256);
    if (n == 0 || n > 1 << 30 || block < 64 || block > 1024 || (block & (block - 1)) != 0) {
        fprintf(stderr, "usage: last_block [-n NUMBERS] [-b THREADS]\n"
                        "At most 2^30 numbers; a block has 64, 128, 256, 512 or 1024 threads.\n");
        return 2;
    }
    int multiprocessors;
    CHECK(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    unsigned int room = 4 * (unsigned int)multiprocessors, needed = (n / 4 + block) / block;
    unsigned int grid = needed < room ? needed : room;

    int *numbers = (int *)malloc(n * sizeof(int));
    long long *sums = (long long *)malloc(sizeof(long long));
    if (numbers == NULL || sums == NULL)
        return 3;
    long long sum = 0, expected = 0;
    srand(1);
    for (unsigned int i = 0; i < n; i++) {
        numbers[i] = rand() & 0xFF;
        expected += numbers[i];
    }

    int *d_in;
    CHECK(cudaMalloc((void **)&d_in, n * sizeof(int)));
    CHECK(cudaMemcpy(d_in, numbers, n * sizeof(int), cudaMemcpyHostToDevice));
    long long *d_out;
    CHECK(cudaMalloc((void **)&d_out, (grid + 1) * sizeof(long long)));
    unsigned int *d_tickets;
    CHECK(cudaMalloc((void **)&d_tickets, sizeof *d_tickets));
    CHECK(cudaMemset(d_tickets, 0, sizeof *d_tickets));
    sumLastBlock<<<grid, block>>>(d_in, d_out, d_out + grid, d_tickets, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, d_out + grid, sizeof(long long), cudaMemcpyDeviceToHost));
    sum = sums[0];
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_tickets));

    printf("last_block: sum %lld, expected %lld: %s\n", sum, expected,
           sum == expected ? "right" : "wrong");
    free(numbers);
    free(sums);
    return sum != expected;
}
