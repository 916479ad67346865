/*
 * A sum in two launches: a grid no larger than the device walks the input, four numbers a load;
 * then one block adds up what the blocks of the first have left.
 *
 * Try it:  simcc examples/vectorized.cu -o vectorized && ./vectorized -n 100000
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

/* Adds up what each block finds on its walk into out[blockIdx.x]. */
__global__ void sumVectorized(const int *in, long long *out, unsigned int n)
{
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

    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}

/* Adds up the sums of the blocks into *total; one block. */
__global__ void sumOfSums(const long long *sums, long long *total, unsigned int count)
{
    long long sum = 0;

    for (unsigned int i = threadIdx.x; i < count; i += blockDim.x)
        sum += sums[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *total = sum;
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
        fprintf(stderr, "usage: vectorized [-n NUMBERS] [-b THREADS]\n"
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
    sumVectorized<<<grid, block>>>(d_in, d_out, n);
    sumOfSums<<<1, block>>>(d_out, d_out + grid, grid);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(sums, d_out + grid, sizeof(long long), cudaMemcpyDeviceToHost));
    sum = sums[0];
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));

    printf("vectorized: sum %lld, expected %lld: %s\n", sum, expected,
           sum == expected ? "right" : "wrong");
    free(numbers);
    free(sums);
    return sum != expected;
}
