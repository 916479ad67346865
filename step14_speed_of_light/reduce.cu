/*
 * Step 14: the speed of light
 *
 * Step 13 gave every n the same shape of grid. Small inputs pay for blocks, and for
 * round trips to memory, that they do not need; large ones for the uneven end of a
 * grid that cannot be shared out again. Here the host picks the shape that was measured
 * to be fastest for n, and the blocks' sums meet in an atomic addition: where sum and
 * ticket fit into one 64-bit word, that addition is the only round trip.
 *
 * Run it:  make step14 run        (it chooses the block size itself)
 */
#include <cuda_runtime.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"

/* Where the blocks' sums meet: all 0 before a launch and after it. */
struct meeting {
    unsigned long long sum;
    unsigned int tickets;
};

/*
 * Adds up one number of each lane of a warp; lane 0 gets the sum. All 32 lanes must call it.
 * The sum must lie within 2^57 of 0: good for any 2^26 ints.
 */
__device__ long long warpSum(long long sum)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    // one instruction for all 32 lanes, but in 32 bits: the lowest 27 of each number, then the rest
    unsigned int low = __reduce_add_sync(0xFFFFFFFF, (unsigned int)sum & 0x7FFFFFF);
    int high = __reduce_add_sync(0xFFFFFFFF, (int)(sum >> 27));
    return high * (1LL << 27) + low;
#else
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 16);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 8);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 4);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 2);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 1);
    return sum;
#endif
}

/* Adds up one number of each thread of a block; thread 0 gets the sum. All must call it. */
template <unsigned int iBlockSize>
__device__ long long blockSum(long long sum)
{
    __shared__ long long smem[iBlockSize / 32]; // one number per warp

    unsigned int tid = threadIdx.x;

    sum = warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads(); // every warp has left its sum

    // the first warp adds up the warps' sums
    if (tid < 32)
        sum = warpSum(tid < iBlockSize / 32 ? smem[tid] : 0);
    return sum;
}

/*
 * Adds a block's sum to those of the others; the last block to do so writes *g_total. One thread
 * of each block calls it. Every total fits into sum_bits bits, its sign included.
 */
__device__ void meet(long long sum, long long *g_total, struct meeting *g_meeting, int sum_bits)
{
    if (gridDim.x == 1) {
        *g_total = sum;
    } else if ((unsigned long long)gridDim.x >> (64 - sum_bits) == 0) {
        // the tickets stand above the sum: who draws the last has the total in hand; a sum below 0
        // borrows from the tickets, and the addition of half its range gives that back
        unsigned long long mine = (1ULL << sum_bits) + sum;
        unsigned long long all = atomicAdd(&g_meeting->sum, mine) + mine;
        if ((all + (1ULL << (sum_bits - 1))) >> sum_bits == gridDim.x) {
            *g_total = (long long)(all << (64 - sum_bits)) >> (64 - sum_bits);
            atomicExch(&g_meeting->sum, 0ULL);
        }
    } else {
        atomicAdd(&g_meeting->sum, (unsigned long long)sum);
        __threadfence(); // whoever sees this block's ticket drawn sees its sum too
        if (atomicInc(&g_meeting->tickets, gridDim.x - 1) == gridDim.x - 1) { // the last makes it 0
            __threadfence(); // and the last one sees the sums of all
            *g_total = (long long)atomicExch(&g_meeting->sum, 0ULL);
        }
    }
}

/*
 * Adds up all n numbers into *g_total. Each thread has iLoads loads of 16 bytes on their way at
 * once. iBlockSize is blockDim.x; sum_bits is for meet().
 */
template <unsigned int iBlockSize, int iLoads>
__global__ void __launch_bounds__(iBlockSize)
    reduceSpeedOfLight_14(const int *g_idata, long long *g_total, struct meeting *g_meeting,
                          int sum_bits, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * iBlockSize * iLoads + tid;
    size_t stride = (size_t)gridDim.x * iBlockSize * iLoads;

    // at most three numbers, then fours at multiples of 16 bytes, then at most three numbers
    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    // all loads are on their way before the first addition needs one
    long long sum = 0;
    for (; first < count; first += stride) {
        int4 a[iLoads];
#pragma unroll
        for (int k = 0; k < iLoads; k++) {
            size_t idx = first + k * iBlockSize;
            a[k] = idx < count ? __ldcs(&fours[idx]) : make_int4(0, 0, 0, 0);
        }
#pragma unroll
        for (int k = 0; k < iLoads; k++)
            sum += (long long)a[k].x + a[k].y + a[k].z + a[k].w;
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    // the first thread holds the block's sum
    sum = blockSum<iBlockSize>(sum);
    if (tid == 0)
        meet(sum, g_total, g_meeting, sum_bits);
}

/* A kernel and the grid to launch it with. */
struct shape {
    void (*kernel)(const int *, long long *, struct meeting *, int, size_t);
    unsigned int grid, block;
};

/* One block for every block * loads * 16 bytes, but at most so many. */
static unsigned int blocks_for(size_t n, size_t block, size_t loads, size_t at_most)
{
    size_t blocks = (n - 1) / (4 * loads * block) + 1;
    return (unsigned int)(blocks < at_most ? blocks : at_most);
}

/* The shape that was measured to be fastest for n numbers. */
static struct shape choose_shape(size_t n, size_t multiprocessors)
{
    if (n <= 1 << 12) // one block, each thread one load, nobody to meet
        return {reduceSpeedOfLight_14<1024, 1>, 1, 1024};
    if (n <= 1 << 18) // many blocks with one load each: all loads start at once
        return {reduceSpeedOfLight_14<512, 1>, blocks_for(n, 512, 1, 2 * multiprocessors), 512};
    if (n <= 1 << 24) // what the device runs at once
        return {reduceSpeedOfLight_14<512, 4>, blocks_for(n, 512, 4, 2 * multiprocessors), 512};
    // one tile per block: a multiprocessor that is done gets the next, so all end together
    return {reduceSpeedOfLight_14<512, 2>, blocks_for(n, 512, 2, INT_MAX), 512};
}

/* How many bits the sum of any n ints takes. */
static int sum_bits_of(size_t n)
{
    int bits = 32;

    while (bits < 64 && n > 1ULL << (bits - 32))
        bits++;
    return bits;
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_64_BIT);
    struct device device = select_device(&options);

    // the shape is ours to choose, the block size too
    size_t n = options.n;
    struct shape shape = choose_shape(n, device.multiprocessors);
    unsigned int grid = shape.grid;
    unsigned int block = options.block = shape.block;
    int sum_bits = sum_bits_of(n);
    size_t input_bytes = n * sizeof(int);
    require_device_memory(input_bytes + sizeof(long long) + sizeof(struct meeting));

    int *h_idata = make_input(n, options.seed);
    struct report report = report_start(&options, &device, "reduceSpeedOfLight_14", grid,
                                        sum_on_cpu(h_idata, n));

    int *d_idata;
    long long *d_total;
    struct meeting *d_meeting;
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&d_meeting, sizeof(struct meeting)));
    CHECK(cudaMemset(d_meeting, 0, sizeof(struct meeting))); // once, for all launches
    CHECK(cudaMemcpy(d_idata, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // a poisoned output; the kernel leaves the input as it is
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));

        CHECK(cudaEventRecord(start));
        shape.kernel<<<grid, block>>>(d_idata, d_total, d_meeting, sum_bits, n);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        // nothing is left to the host
        long long sum;
        CHECK(cudaMemcpy(&sum, d_total, sizeof(long long), cudaMemcpyDeviceToHost));
        report_run(&report, run, sum, milliseconds);
    }

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_total));
    CHECK(cudaFree(d_meeting));
    free(h_idata);
    return report_finish(&report);
}
