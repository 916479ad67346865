/*
 * Launches after which it is asked how often the runtime did what costs it time: work.t.
 *
 *     work small | large      200 launches of a warp, beside 1 or 32 MB of device memory
 *     work again              200 launches that store the same in 4 MB
 *     work copies             reads of what an asynchronous copy has not yet brought
 *     work streams            launches in two streams, whose order is looked at
 */
#include <cstdio>
#include <cstring>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

extern "C" void print_calls(void); /* calls.c */

enum { LAUNCHES = 200, BLOCKS = 64, THREADS = 128, READS = 4 };

__global__ void touch(int *numbers)
{
    numbers[threadIdx.x] += 1;
}

/* Each thread reads what it has copied, and has not waited for. */
__global__ void read_early(const int *from, int *to)
{
    __shared__ int copied[THREADS];
    int sum = 0;

    __pipeline_memcpy_async(&copied[threadIdx.x], &from[threadIdx.x], sizeof(int));
    __pipeline_commit();
    for (int i = 0; i < READS; i++)
        sum += ((volatile int *)copied)[threadIdx.x];
    __pipeline_wait_prior(0);
    to[blockIdx.x * THREADS + threadIdx.x] = sum;
}

__global__ void add(const int *from, int *to)
{
    int index = blockIdx.x * THREADS + threadIdx.x;

    to[index] = from[index] + 1;
}

static void run_launches(size_t bytes)
{
    int *numbers;
    char *others;

    cudaMalloc(&others, bytes);
    cudaMemset(others, 1, bytes);
    cudaMalloc(&numbers, 32 * sizeof(int));
    cudaMemset(numbers, 0, 32 * sizeof(int));
    for (int i = 0; i < LAUNCHES; i++)
        touch<<<1, 32>>>(numbers);
}

static void run_again()
{
    enum { CHUNKS = 64, NUMBERS = CHUNKS * (64 << 10) / sizeof(int) };
    int *from, *to;

    cudaMalloc(&from, NUMBERS * sizeof(int));
    cudaMemset(from, 1, NUMBERS * sizeof(int));
    cudaMalloc(&to, NUMBERS * sizeof(int));
    for (int i = 0; i < LAUNCHES; i++)
        add<<<NUMBERS / THREADS, THREADS>>>(from, to);
}

static void run_copies()
{
    int *from, *to;

    cudaMalloc(&from, THREADS * sizeof(int));
    cudaMemset(from, 0, THREADS * sizeof(int));
    cudaMalloc(&to, BLOCKS * THREADS * sizeof(int));
    read_early<<<BLOCKS, THREADS>>>(from, to);
}

static void run_streams()
{
    int *numbers[2];
    cudaStream_t streams[2];

    for (int i = 0; i < 2; i++) {
        cudaMalloc(&numbers[i], BLOCKS * THREADS * sizeof(int));
        cudaMemset(numbers[i], 0, BLOCKS * THREADS * sizeof(int));
        cudaStreamCreate(&streams[i]);
    }
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; i++)
        add<<<BLOCKS, THREADS, 0, streams[i]>>>(numbers[i], numbers[i]);
}

int main(int argc, char **argv)
{
    const char *what = argc == 2 ? argv[1] : "";

    if (!strcmp(what, "small"))
        run_launches((size_t)1 << 20);
    else if (!strcmp(what, "large"))
        run_launches((size_t)32 << 20);
    else if (!strcmp(what, "again"))
        run_again();
    else if (!strcmp(what, "copies"))
        run_copies();
    else if (!strcmp(what, "streams"))
        run_streams();
    else
        return 2;
    cudaDeviceSynchronize();
    print_calls();
    return 0;
}
