/*
 * Step 14: the speed of light
 *
 * Step 13 gave every n the same shape of grid, whose blocks stay until all is added up.
 * Small inputs pay for blocks, and for round trips to memory, that they do not need; large
 * ones for the walk, which is slower than a block for each tile. Here each block
 * sums one tile of the input and makes room for the next block; the host picks the tile
 * that was measured to be fastest for n. The blocks' sums meet in two words that add them
 * up and count the blocks: one round trip to memory where step 13 made three. This is a
 * new program, to be read from the top: most of its kernel is not step 13's.
 *
 * Run it:  make step14 run        (it chooses the block size itself: -b changes nothing)
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <type_traits>

#include "../common/lab.h"

/* Adds up one number of each lane of a warp; lane 0 gets the sum. All 32 lanes must call it. */
__device__ unsigned int warpSum(unsigned int sum)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xFFFFFFFF, sum); // one instruction for what else takes five
#else
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 16); // the number of the lane 16 places on
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 8);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 4);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 2);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 1);
    return sum;
#endif
}

// a sum in two parts: sum = high * 2^LOW_BITS + low, with a low that is never below 0
enum { LOW_BITS = 24, LOW_MASK = (1 << LOW_BITS) - 1 };

/* The same for 64 bits, of sums to within 2^50 of 0: their parts add up in 32 bits. */
__device__ long long warpSum(long long sum)
{
    unsigned int low = warpSum((unsigned int)sum & LOW_MASK);
    int high = (int)warpSum((unsigned int)(sum >> LOW_BITS));
    return high * (1LL << LOW_BITS) + low;
}

/* Adds up one number of each thread of a block; thread 0 gets the sum. All must call it. */
template <unsigned int iBlockSize> __device__ long long blockSum(long long sum)
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
 * Where the blocks' sums meet: all 0 before a launch and after it. The upper 20 bits of each word
 * count the blocks that have added to it, and below them is the sum of one part of their sums. So
 * far apart, the words are in different parts of the L2 cache, which add at the same time.
 */
struct meeting {
    alignas(512) unsigned long long low;
    alignas(512) unsigned long long high;
};

enum { SUM_BITS = 44, BLOCKS_MAX = (1 << 20) - 1 };

/*
 * Adds a block's sum, to within 2^47 of 0, to those of the others. True for the last block of the
 * grid: then *sum is the sum of all. One thread of each block calls it.
 */
__device__ bool joinLast(struct meeting *g_meeting, long long *sum)
{
    const unsigned long long one_block = 1ULL << SUM_BITS;
    const unsigned long long sum_mask = one_block - 1;
    const long long half = 1LL << 23; // added, no upper part is below 0

    // both additions are on their way before the first answer is needed
    unsigned long long low = one_block + (*sum & LOW_MASK);
    unsigned long long high = one_block + ((*sum >> LOW_BITS) + half);
    low += atomicAdd(&g_meeting->low, low);
    high += atomicAdd(&g_meeting->high, high);
    if (low >> SUM_BITS != gridDim.x)
        return false;

    // the others' upper parts were sent right after their lower ones: wait for those on their way
    while (high >> SUM_BITS != gridDim.x)
        high = atomicAdd(&g_meeting->high, 0ULL);
    atomicExch(&g_meeting->low, 0ULL);
    atomicExch(&g_meeting->high, 0ULL);
    long long upper = (long long)(high & sum_mask) - half * gridDim.x;
    *sum = upper * (1LL << LOW_BITS) + (long long)(low & sum_mask);
    return true;
}

/*
 * Adds up all n numbers into *g_total. Each block has a tile of iLoads loads of 16 bytes for each
 * thread. iBlockSize is blockDim.x; iAlone says that there is only one block.
 */
template <unsigned int iBlockSize, unsigned int iLoads, bool iAlone>
__global__ void __launch_bounds__(iBlockSize)
    reduceSpeedOfLight_14(const int *g_idata, long long *g_total, struct meeting *g_meeting,
                          size_t n)
{
    // 32 bits count what one block has: fewer instructions before its first load
    typedef typename std::conditional<iAlone, unsigned int, size_t>::type index;
    index end = (index)n;

    unsigned int tid = threadIdx.x;
    index idx = iAlone ? tid : (index)blockIdx.x * iBlockSize * iLoads + tid;

    // at most three numbers, then fours at multiples of 16 bytes, then at most three numbers
    index head = min((index)(-(unsigned int)(uintptr_t)g_idata / sizeof(int) % 4), end);
    const int4 *fours = (const int4 *)(g_idata + head);
    index count = (end - head) / 4;
    index tail = head + 4 * count;

    // all loads are on their way before the first addition needs one
    int4 a[iLoads];
    long long sum = 0;
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++, idx += iBlockSize)
        a[k] = idx < count ? fours[idx] : make_int4(0, 0, 0, 0); // past the end stand zeros
#pragma unroll
    for (unsigned int k = 0; k < iLoads; k++)
        sum += (long long)a[k].x + a[k].y + a[k].z + a[k].w;
    // the numbers before and behind the fours: at most six, one for each of the first threads
    index odd = tid < head ? tid : tail + (tid - head);
    if (blockIdx.x == 0 && odd < end)
        sum += g_idata[odd];

    // the first thread holds the block's sum; the last block's first thread gets the sum of all
    sum = blockSum<iBlockSize>(sum);
    if (tid == 0 && (iAlone || joinLast(g_meeting, &sum)))
        *g_total = sum;
}

/* A kernel and the grid to launch it with. */
struct shape {
    void (*kernel)(const int *, long long *, struct meeting *, size_t);
    unsigned int grid, block;
};

/* One block for each tile of n numbers. */
template <unsigned int iBlockSize, unsigned int iLoads> static struct shape shape_of(size_t n)
{
    unsigned int grid = (unsigned int)((n - 1) / (4 * iLoads * iBlockSize) + 1);
    if (grid == 1)
        return {reduceSpeedOfLight_14<iBlockSize, iLoads, true>, grid, iBlockSize};
    return {reduceSpeedOfLight_14<iBlockSize, iLoads, false>, grid, iBlockSize};
}

/* The shape that was measured to be fastest for n numbers. */
static struct shape choose_shape(size_t n, const struct device *device)
{
    // one small block, with none to meet
    if (n <= 1024)
        return shape_of<256, 1>(n);
    if (n <= 2048)
        return shape_of<256, 2>(n);
    if (n <= 4096)
        return shape_of<256, 4>(n);

    // as many loads under way as fill the memory; for more numbers larger tiles, and so fewer
    // blocks: when one ends, its place is empty until the next one's loads come in
    if (n <= (size_t)1 << 25)
        return shape_of<512, 4>(n);

    // the more GB/s there are for each multiprocessor, the more that emptiness costs
    if (device->peak / device->multiprocessors > 30)
        return shape_of<512, 8>(n);
    return shape_of<768, 4>(n);
}

// as many numbers as the blocks that a meeting can count have
#define N_MAX ((unsigned long long)BLOCKS_MAX * 4 * 4 * 768)

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX);
    struct device device = select_device(&options);

    // the shape is ours to choose, the block size too
    size_t n = options.n;
    struct shape shape = choose_shape(n, &device);
    unsigned int grid = shape.grid;
    unsigned int block = options.block = shape.block;
    size_t input_bytes = n * sizeof(int);
    require_device_memory(2 * input_bytes + sizeof(long long) + sizeof(struct meeting));

    int *h_idata = make_input(n, options.seed);
    struct report report =
        report_start(&options, &device, "reduceSpeedOfLight_14", grid, sum_on_cpu(h_idata, n));

    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_total;
    struct meeting *d_meeting;
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&d_meeting, sizeof(struct meeting)));
    CHECK(cudaMemset(d_meeting, 0, sizeof(struct meeting))); // once, for all launches
    CHECK(cudaMemcpy(d_input, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // poisoned outputs, and fresh input, which some of the steps overwrite
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
        CHECK(cudaMemcpy(d_idata, d_input, input_bytes, cudaMemcpyDeviceToDevice));

        cool_cache(&device.cache); // all runs start on a cold, clean cache: docs/measuring.md
        CHECK(cudaEventRecord(start));
        shape.kernel<<<grid, block>>>(d_idata, d_total, d_meeting, n);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        report_host_begins(&report); // nothing is left to the host but to fetch the sum
        long long sum;
        CHECK(cudaMemcpy(&sum, d_total, sizeof(long long), cudaMemcpyDeviceToHost));
        report_run(&report, run, sum, milliseconds);
    }

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_input));
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_total));
    CHECK(cudaFree(d_meeting));
    free(h_idata);
    return report_finish(&report);
}
