/*
 * Step 14: the speed of light
 *
 * Step 13 gave every n the same shape of grid. Small inputs pay for blocks, and for
 * round trips to memory, that they do not need; large ones for the uneven end of a grid
 * whose work cannot be shared out again. Here each block sums one tile of the input and
 * makes room for the next block; the host picks the tile that was measured to be fastest
 * for n. The blocks' sums meet in an atomic addition to a word that holds a sum and
 * counts the blocks: one round trip to memory where step 13 made three.
 *
 * Run it:  make step14 run        (it chooses the block size itself: -b changes nothing)
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"

// the largest tile, in numbers, and how many blocks meet in one word before their words meet
enum { TILE_MAX = 16384, GROUP = 512 };

/* Where sums meet: all 0 before a launch and after it. */
struct meeting {
    unsigned long long sum;
    unsigned int tickets;
};

/* Adds up one number of each lane of a warp; lane 0 gets the sum. All 32 lanes must call it. */
__device__ unsigned int warpSum(unsigned int sum)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    return __reduce_add_sync(0xFFFFFFFF, sum); // one instruction for what else takes five
#else
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 16);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 8);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 4);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 2);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 1);
    return sum;
#endif
}

/*
 * The sum of up to 2^16 ints, exact, in two words with no carry from one to the other: the sum
 * modulo 2^32, and the sum of the numbers' upper halves.
 */
struct alignas(8) partial { // one load or store for both
    unsigned int wrapped;
    int upper;
};

__device__ void add(struct partial *sum, int number)
{
    sum->wrapped += number;
    sum->upper += number >> 16;
}

__device__ void add(struct partial *sum, int4 four)
{
    add(sum, four.x);
    add(sum, four.y);
    add(sum, four.z);
    add(sum, four.w);
}

/* The sum itself. */
__device__ long long exact(struct partial sum)
{
    // what is left for the lower halves, 0 to 2^16 - 1 each: below 2^32, so that nothing is lost
    unsigned int lower = sum.wrapped - ((unsigned int)sum.upper << 16);
    return sum.upper * (1LL << 16) + lower;
}

/* Adds up what the lanes of a warp have; lane 0 gets the sum. All 32 lanes must call it. */
__device__ struct partial warpSum(struct partial sum)
{
    sum.wrapped = warpSum(sum.wrapped);
    sum.upper = (int)warpSum((unsigned int)sum.upper);
    return sum;
}

/* Adds up what the threads of a block have; thread 0 gets the sum. All must call it. */
template <unsigned int iBlockSize> __device__ long long blockSum(struct partial sum)
{
    __shared__ struct partial smem[iBlockSize / 32]; // one per warp

    unsigned int tid = threadIdx.x;

    sum = warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads(); // every warp has left its sum

    // the first warp adds up the warps' sums
    if (tid < 32)
        sum = warpSum(tid < iBlockSize / 32 ? smem[tid] : partial{0, 0});
    return exact(sum);
}

/*
 * Adds *sum to those that came to the word before it. True for the last of as many as there are
 * members: then *sum is the sum of all, and the word is 0 again. sum_bits bits hold any sum of
 * theirs, its sign included; the bits above them count members, and may be back at 0 with the last.
 */
__device__ bool joinLast(unsigned long long *g_word, unsigned int members, int sum_bits,
                         long long *sum)
{
    unsigned long long mine = (1ULL << sum_bits) + *sum;
    unsigned long long all = atomicAdd(g_word, mine) + mine;

    // a sum below 0 borrows one from the members; half the range of sums, added, gives it back
    unsigned long long came = (all + (1ULL << (sum_bits - 1))) >> sum_bits;
    if (came != members % (1ULL << (64 - sum_bits)))
        return false;
    *sum = (long long)(all << (64 - sum_bits)) >> (64 - sum_bits);
    atomicExch(g_word, 0ULL);
    return true;
}

/*
 * Adds a block's sum to those of the others; the last block to do so writes *g_total. One thread
 * of each block calls it. g_meeting[0] is where the groups of blocks meet, the others are for one
 * group each.
 */
__device__ void meet(long long sum, long long *g_total, struct meeting *g_meeting)
{
    unsigned int group = blockIdx.x / GROUP;
    unsigned int groups = (gridDim.x - 1) / GROUP + 1;
    unsigned int members = min(gridDim.x - group * GROUP, (unsigned int)GROUP);

    // a group sums at most GROUP * TILE_MAX = 2^23 ints, to within 2^54 of 0: 55 bits, 9 to count
    if (!joinLast(&g_meeting[1 + group].sum, members, 55, &sum))
        return;
    if (groups <= 16) {
        // 16 groups sum at most 2^27 ints, to within 2^58 of 0: 59 bits, 5 to count
        if (groups > 1 && !joinLast(&g_meeting->sum, groups, 59, &sum))
            return;
        *g_total = sum;
    } else {
        // no room to count: sum and tickets apart, as in step 13
        atomicAdd(&g_meeting->sum, (unsigned long long)sum);
        __threadfence(); // whoever sees this group's ticket drawn sees its sum too
        if (atomicInc(&g_meeting->tickets, groups - 1) != groups - 1) // the last makes it 0
            return;
        __threadfence(); // and the last one sees the sums of all
        *g_total = (long long)atomicExch(&g_meeting->sum, 0ULL);
    }
}

/*
 * Adds up all n numbers into *g_total. Each block has a tile of iRounds times iLoads loads of 16
 * bytes for each thread. iBlockSize is blockDim.x; iAlone says that there is only one block.
 */
template <unsigned int iBlockSize, unsigned int iLoads, unsigned int iRounds, bool iAlone>
__global__ void __launch_bounds__(iBlockSize)
    reduceSpeedOfLight_14(const int *g_idata, long long *g_total, struct meeting *g_meeting,
                          size_t n)
{
    const unsigned int tile = 4 * iLoads * iRounds * iBlockSize; // in numbers
    static_assert(tile <= TILE_MAX, "struct partial and meet() count on that");

    unsigned int tid = threadIdx.x;
    size_t first = (size_t)blockIdx.x * tile;
    struct partial sum = {0, 0};

    // all loads of a round are on their way before the first addition needs one; __ldcs tells the
    // caches that nobody needs these numbers again
    int4 a[iLoads];
    if ((uintptr_t)g_idata % sizeof(int4) == 0 && first + tile <= n) {
        const int4 *fours = (const int4 *)(g_idata + first) + tid;
#pragma unroll 1
        for (unsigned int round = 0; round < iRounds; round++) {
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++)
                a[k] = __ldcs(&fours[k * iBlockSize]);
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++)
                add(&sum, a[k]);
            fours += iLoads * iBlockSize;
        }
    } else {
        // at most three numbers, then fours at multiples of 16 bytes, then at most three numbers
        size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
        const int4 *fours = (const int4 *)(g_idata + head);
        size_t count = (n - head) / 4;
        size_t tail = head + 4 * count;
        size_t idx = first / 4 + tid;
#pragma unroll 1
        for (unsigned int round = 0; round < iRounds; round++) {
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++, idx += iBlockSize)
                a[k] = idx < count ? __ldcs(&fours[idx]) : make_int4(0, 0, 0, 0);
#pragma unroll
            for (unsigned int k = 0; k < iLoads; k++)
                add(&sum, a[k]);
        }
        // the last tile has room for the odd ones: no block sums more than a tile
        if (blockIdx.x == gridDim.x - 1 && tid < head)
            add(&sum, g_idata[tid]);
        if (blockIdx.x == gridDim.x - 1 && tid < n - tail)
            add(&sum, g_idata[tail + tid]);
    }

    // the first thread holds the block's sum
    long long block_sum = blockSum<iBlockSize>(sum);
    if (tid == 0 && iAlone)
        *g_total = block_sum;
    else if (tid == 0)
        meet(block_sum, g_total, g_meeting);
}

/* A kernel and the grid to launch it with. */
struct shape {
    void (*kernel)(const int *, long long *, struct meeting *, size_t);
    unsigned int grid, block;
};

/* One block of that size for each tile; for more than one tile, a grid whose blocks meet. */
template <unsigned int iBlockSize, unsigned int iLoads, unsigned int iRounds>
static struct shape shape_of(size_t n)
{
    unsigned int grid = (unsigned int)((n - 1) / (4 * iLoads * iRounds * iBlockSize) + 1);
    if (grid == 1)
        return {reduceSpeedOfLight_14<iBlockSize, iLoads, iRounds, true>, grid, iBlockSize};
    return {reduceSpeedOfLight_14<iBlockSize, iLoads, iRounds, false>, grid, iBlockSize};
}

/* The shape that was measured to be fastest for n numbers. */
static struct shape choose_shape(size_t n, size_t multiprocessors)
{
    // one block, with nobody to meet: more loads for each thread cost less than a second block
    if (n <= 1024)
        return shape_of<256, 1, 1>(n);
    if (n <= 2048)
        return shape_of<256, 2, 1>(n);
    if (n <= 4096)
        return shape_of<256, 4, 1>(n);
    if (n <= 8192)
        return shape_of<256, 8, 1>(n);
    if (n <= 16384)
        return shape_of<512, 8, 1>(n);

    // while all blocks run at once, two on each multiprocessor: as few loads as possible for each
    struct shape shape = shape_of<512, 1, 1>(n);
    if (shape.grid > 2 * multiprocessors)
        shape = shape_of<512, 2, 1>(n);
    if (shape.grid <= 2 * multiprocessors)
        return shape;

    // then as many loads under way as fill the memory, and as few blocks as that takes: when one
    // ends, its place is empty until the next one's loads come in
    if (n <= (size_t)1 << 25)
        return shape_of<512, 4, 1>(n);
    return shape_of<1024, 2, 2>(n);
}

/* How many meetings, all 0 in the beginning, a grid needs. */
static size_t meetings(const struct shape *shape)
{
    return 1 + (shape->grid - 1) / GROUP + 1;
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
    size_t input_bytes = n * sizeof(int);
    size_t meeting_bytes = meetings(&shape) * sizeof(struct meeting);
    require_device_memory(2 * input_bytes + sizeof(long long) + meeting_bytes);

    int *h_idata = make_input(n, options.seed);
    struct report report = report_start(&options, &device, "reduceSpeedOfLight_14", grid,
                                        sum_on_cpu(h_idata, n));

    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_total;
    struct meeting *d_meeting;
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&d_meeting, meeting_bytes));
    CHECK(cudaMemset(d_meeting, 0, meeting_bytes)); // once, for all launches
    CHECK(cudaMemcpy(d_input, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // a poisoned output, and fresh input, as in the steps that overwrite it
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

        // nothing is left to the host
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
