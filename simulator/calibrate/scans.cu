/*
 * Running totals: of each block, and of all numbers in two more launches.
 */
#include "cases.h"

enum { BLOCK_MAX = 1024 };

/* The running total of the block's numbers, by sums of neighbours 1, 2, 4 ... places away. */
__global__ void scanShared(int *totals, const int *numbers)
{
    __shared__ int smem[BLOCK_MAX];
    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;

    smem[tid] = numbers[idx];
    __syncthreads();
    for (unsigned int distance = 1; distance < blockDim.x; distance *= 2) {
        int neighbour = tid >= distance ? smem[tid - distance] : 0;
        __syncthreads();
        smem[tid] += neighbour;
        __syncthreads();
    }
    totals[idx] = smem[tid];
}

/* The running total of a warp's numbers. All 32 lanes must call it. */
__device__ int scanWarp(int number)
{
    unsigned int lane = threadIdx.x % 32;
    for (unsigned int distance = 1; distance < 32; distance *= 2) {
        int neighbour = __shfl_up_sync(0xFFFFFFFF, number, distance);
        if (lane >= distance)
            number += neighbour;
    }
    return number;
}

/* The running total of a block's numbers, at most 32 warps of them. */
__device__ int scanBlock(int number)
{
    __shared__ int warp_totals[32];
    unsigned int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    int total = scanWarp(number);
    if (lane == 31)
        warp_totals[warp] = total;
    __syncthreads();
    if (warp == 0)
        warp_totals[lane] = scanWarp(lane < blockDim.x / 32 ? warp_totals[lane] : 0);
    __syncthreads();
    return warp > 0 ? total + warp_totals[warp - 1] : total;
}

__global__ void scanShuffled(int *totals, const int *numbers)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    totals[idx] = scanBlock(numbers[idx]);
}

/* The last total of each block is the block's sum: one block makes running totals of them. */
__global__ void scanBlockSums(int *block_totals, const int *totals, unsigned int blocks,
                              unsigned int block_size)
{
    int before = 0;
    for (unsigned int first = 0; first < blocks; first += blockDim.x) {
        __shared__ int last;
        unsigned int i = first + threadIdx.x;
        int sum = i < blocks ? totals[(size_t)i * block_size + block_size - 1] : 0;
        int total = before + scanBlock(sum);
        if (i < blocks)
            block_totals[i] = total;
        if (threadIdx.x == blockDim.x - 1)
            last = total;
        __syncthreads();
        before = last;
        __syncthreads();
    }
}

/* Adds to each block's totals what the blocks before it sum up to. */
__global__ void addBlockSums(int *totals, const int *block_totals)
{
    if (blockIdx.x > 0)
        totals[(size_t)blockIdx.x * blockDim.x + threadIdx.x] += block_totals[blockIdx.x - 1];
}

typedef void scan_kernel(int *totals, const int *numbers);

static int *d_totals, *d_numbers, *d_block_totals;

/* Whether each piece of that length has its running totals. They are overwritten. */
static int are_running_totals(size_t n, size_t piece)
{
    int *totals = (int *)copy_to_host(d_totals, n * sizeof(int));
    int is_right = 1;
    unsigned int total = 0;
    for (size_t i = 0; i < n; i++) {
        total = (i % piece == 0 ? 0 : total) + input_number(i);
        is_right &= (unsigned int)totals[i] == total;
    }
    free(totals);
    CHECK(cudaMemset(d_totals, 0xFF, n * sizeof(int)));
    return is_right;
}

static void time_block_scan(const char *name, scan_kernel *kernel, size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case(name, n, grid, block, 2 * n * sizeof(int)); next_launch();)
        kernel<<<grid, block>>>(d_totals, d_numbers);
    if (launches() > 0)
        check_case(are_running_totals(n, block));
}

static void time_whole_scan(size_t n, unsigned int block)
{
    unsigned int grid = blocks_for(n, block);
    for (start_case("three_kernels", n, grid, block, 4 * n * sizeof(int)); next_launch();) {
        scanShuffled<<<grid, block>>>(d_totals, d_numbers);
        scanBlockSums<<<1, 1024>>>(d_block_totals, d_totals, grid, block);
        addBlockSums<<<grid, block>>>(d_totals, d_block_totals);
    }
    if (launches() > 0)
        check_case(are_running_totals(n, n));
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1 << 14, 1 << 18, 1 << 20, 1 << 22};
    static const unsigned int blocks[] = {64, 128, 256, 512, 1024};

    start_family("scans", argc, argv);
    d_numbers = ints_on_device(scaled(1 << 24));
    d_totals = zeros_on_device(scaled(1 << 24));
    d_block_totals = zeros_on_device(scaled(1 << 24) / 64);

    for (int i = 0; i < 4; i++) {
        time_block_scan("shared", scanShared, scaled(sizes[i]), 256);
        time_block_scan("shuffled", scanShuffled, scaled(sizes[i]), 256);
        time_whole_scan(scaled(sizes[i]), 512);
    }
    for (int i = 0; i < 5; i++) {
        time_block_scan("shared", scanShared, scaled(1 << 19), blocks[i]);
        time_block_scan("shuffled", scanShuffled, scaled(1 << 19), blocks[i]);
    }
    time_block_scan("shuffled", scanShuffled, scaled(1 << 24), 512);

    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_totals));
    CHECK(cudaFree(d_block_totals));
    return end_family();
}
