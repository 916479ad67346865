/*
 * What blocks, barriers and fences cost when there is nothing else to do.
 */
#include "cases.h"

__global__ void empty(void)
{
}

__global__ void storeIndex(int *to)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    to[idx] = (int)idx;
}

/* One thread of each block stores. */
__global__ void storeBlock(int *to)
{
    if (threadIdx.x == 0)
        to[blockIdx.x] = blockIdx.x;
}

__global__ void barriers(int *to, int count)
{
    for (int i = 0; i < count; i++)
        __syncthreads();
    if (threadIdx.x == 0)
        to[blockIdx.x] = blockIdx.x;
}

__global__ void warpBarriers(int *to, int count)
{
    for (int i = 0; i < count; i++)
        __syncwarp();
    if (threadIdx.x == 0)
        to[blockIdx.x] = blockIdx.x;
}

/* A fence that has a store to wait for. */
__global__ void fences(int *to, int count)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < count; i++) {
        to[idx] = (int)idx;
        __threadfence();
    }
}

/* The lanes hand their numbers round. */
__global__ void shuffles(int *to, int count)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    int number = (int)idx;
    for (int i = 0; i < count; i++)
        number = __shfl_sync(0xFFFFFFFF, number, threadIdx.x + 1);
    to[idx] = number;
}

/* Enough dynamic shared memory for only few blocks in a multiprocessor; `work` makes them stay. */
__global__ void largeShared(int *to, unsigned int a, unsigned int b, int work)
{
    extern __shared__ unsigned int smem[];
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = idx;
    for (int i = 0; i < work; i++)
        x = x * a + b;
    smem[threadIdx.x] = x;
    to[idx] = (int)smem[threadIdx.x];
}

/* Block i works i / 16 times as long as block 16. */
__global__ void unevenBlocks(int *to, unsigned int a, unsigned int b)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = idx;
    for (unsigned int i = 0; i < blockIdx.x / 16; i++)
        x = x * a + b;
    to[idx] = (int)x;
}

/* One block, named by the host, works 100 times as long as the others. */
__global__ void oneLongBlock(int *to, unsigned int a, unsigned int b, int work,
                             unsigned int longest)
{
    size_t idx = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = idx;
    if (blockIdx.x == longest)
        work *= 100;
    for (int i = 0; i < work; i++)
        x = x * a + b;
    to[idx] = (int)x;
}

enum { FACTOR = 1664525, ADDEND = 1013904223 };

static int *d_to;

/* What a thread computes in `work` iterations. */
static int work_on_host(size_t thread, int work)
{
    unsigned int x = thread;
    for (int i = 0; i < work; i++)
        x = x * FACTOR + ADDEND;
    return (int)x;
}

/* The case at hand. */
static unsigned int block_at_hand, long_block;
static int work_at_hand;

static int expected_place(size_t place)
{
    return (int)place;
}

static int expected_shuffled(size_t place)
{
    return (int)(place / 32 * 32 + (place + work_at_hand) % 32);
}

static int expected_work(size_t place)
{
    return work_on_host(place, work_at_hand);
}

static int expected_uneven(size_t place)
{
    return work_on_host(place, (int)(place / block_at_hand / 16));
}

static int expected_long(size_t place)
{
    return work_on_host(place, work_at_hand * (place / block_at_hand == long_block ? 100 : 1));
}

static void check_stores(size_t n, int (*expected)(size_t place))
{
    if (launches() > 0)
        check_case(ints_are(d_to, n, expected));
}

static void time_empty(unsigned int grid, unsigned int block)
{
    for (start_case("empty", (size_t)grid * block, grid, block, 0); next_launch();)
        empty<<<grid, block>>>();
}

static void time_stores(unsigned int grid, unsigned int block)
{
    size_t n = (size_t)grid * block;
    for (start_case("store", n, grid, block, n * sizeof(int)); next_launch();)
        storeIndex<<<grid, block>>>(d_to);
    check_stores(n, expected_place);
}

static void time_block_stores(unsigned int grid, unsigned int block)
{
    for (start_case("store_of_block", grid, grid, block, grid * sizeof(int)); next_launch();)
        storeBlock<<<grid, block>>>(d_to);
    check_stores(grid, expected_place);
}

/* n counts the barriers of all blocks. */
static void time_barriers(unsigned int grid, unsigned int block, int count)
{
    for (start_case("barriers", (size_t)grid * count, grid, block, grid * sizeof(int));
         next_launch();)
        barriers<<<grid, block>>>(d_to, count);
    check_stores(grid, expected_place);
}

/* n counts the barriers, fences or shuffles of all warps. */
static void time_warps(unsigned int grid, unsigned int block, int count)
{
    size_t threads = (size_t)grid * block, n = threads / 32 * count;
    for (start_case("warp_barriers", n, grid, block, grid * sizeof(int)); next_launch();)
        warpBarriers<<<grid, block>>>(d_to, count);
    check_stores(grid, expected_place);
    for (start_case("fences", n, grid, block, count * threads * sizeof(int)); next_launch();)
        fences<<<grid, block>>>(d_to, count);
    check_stores(threads, expected_place);
    for (start_case("shuffles", n, grid, block, threads * sizeof(int)); next_launch();)
        shuffles<<<grid, block>>>(d_to, count);
    work_at_hand = count;
    check_stores(threads, expected_shuffled);
}

static void time_large_shared(const char *name, unsigned int grid, unsigned int block, int work,
                              size_t shared_bytes)
{
    size_t n = (size_t)grid * block;
    size_t bytes = shared_bytes > 0 ? shared_bytes : block * sizeof(int);
    CHECK(
        cudaFuncSetAttribute(largeShared, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    for (start_case(name, n, grid, block, n * sizeof(int)); next_launch();)
        largeShared<<<grid, block, bytes>>>(d_to, FACTOR, ADDEND, work);
    work_at_hand = work;
    check_stores(n, expected_work);
}

static void time_uneven(unsigned int grid, unsigned int block)
{
    size_t n = (size_t)grid * block;
    for (start_case("uneven", n, grid, block, n * sizeof(int)); next_launch();)
        unevenBlocks<<<grid, block>>>(d_to, FACTOR, ADDEND);
    block_at_hand = block;
    check_stores(n, expected_uneven);
}

static void time_one_long(const char *name, unsigned int grid, unsigned int block, int work,
                          unsigned int longest)
{
    size_t n = (size_t)grid * block;
    for (start_case(name, n, grid, block, n * sizeof(int)); next_launch();)
        oneLongBlock<<<grid, block>>>(d_to, FACTOR, ADDEND, work, longest);
    block_at_hand = block;
    long_block = longest;
    work_at_hand = work;
    check_stores(n, expected_long);
}

int main(int argc, char **argv)
{
    start_family("blocks", argc, argv);
    d_to = zeros_on_device((size_t)1 << 22);

    time_empty(1, 32);
    time_empty(1, 1024);
    time_empty((unsigned int)scaled(1 << 10), 256);
    time_empty((unsigned int)scaled(1 << 13), 1024);
    time_empty((unsigned int)scaled(1 << 14), 32);
    time_empty((unsigned int)scaled(1 << 14), 256);
    time_empty((unsigned int)scaled(1 << 17), 32);
    time_empty((unsigned int)scaled(1 << 17), 128);
    time_empty((unsigned int)scaled(1 << 20), 32);
    time_stores(1, 32);
    time_stores(1, 1024);
    time_stores((unsigned int)scaled(1 << 12), 1024);
    time_stores((unsigned int)scaled(1 << 14), 256);
    time_stores((unsigned int)scaled(1 << 17), 32);
    time_block_stores((unsigned int)scaled(1 << 10), 256);
    time_block_stores((unsigned int)scaled(1 << 14), 256);
    time_block_stores((unsigned int)scaled(1 << 17), 32);

    for (int count = 1; count <= 100; count *= 10)
        time_barriers(132, 256, count);
    time_barriers(132, 32, 100);
    time_barriers(132, 1024, 100);
    time_barriers(1056, 256, 100);
    time_warps(132, 256, 10);
    time_warps(132, 256, 100);
    time_warps(1056, 256, 10);

    unsigned int grid = (unsigned int)scaled(2112);
    time_large_shared("shared_little", grid, 256, 256, 0);
    time_large_shared("shared_32_kib", grid, 256, 256, 32 << 10);
    time_large_shared("shared_100_kib", grid, 256, 256, 100 << 10);
    time_large_shared("shared_little", grid, 32, 256, 0);
    time_large_shared("shared_100_kib", grid, 32, 256, 100 << 10);
    time_uneven((unsigned int)scaled(4096), 128);
    time_one_long("first_long", (unsigned int)scaled(4096), 128, 64, 0);
    time_one_long("last_long", (unsigned int)scaled(4096), 128, 64, (unsigned int)scaled(4096) - 1);

    CHECK(cudaFree(d_to));
    return end_family();
}
