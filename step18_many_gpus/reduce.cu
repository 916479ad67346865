/*
 * Step 18: many GPUs
 *
 * Step 14 reads as fast as the memory of one GPU can deliver. Another GPU has a memory of its
 * own. Here each GPU sums its share of the numbers with step 14's kernel, as it stands, and NCCL
 * joins the sums: after one all-reduce every GPU has the total. One process commands all GPUs of
 * the machine; ranks.cu is the same with a process for each GPU, which may be on many machines.
 *
 * Run it:  make step18 run        (all GPUs that are here; GPUS=2: two of them)
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>
#include <type_traits>

#include "../common/lab.h"
#include "../common/gpus/gpus.h"
#include "../common/gpus/check_nccl.h" // CHECK_NCCL(ncclCall(...))

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

/* One block for each tile of n numbers; of no numbers, one that writes their sum. */
template <unsigned int iBlockSize, unsigned int iLoads> static struct shape shape_of(size_t n)
{
    unsigned int grid = n == 0 ? 1 : (unsigned int)((n - 1) / (4 * iLoads * iBlockSize) + 1);
    if (grid == 1)
        return {reduceSpeedOfLight_14<iBlockSize, iLoads, true>, grid, iBlockSize};
    return {reduceSpeedOfLight_14<iBlockSize, iLoads, false>, grid, iBlockSize};
}

/* The shape that was measured to be fastest for n numbers. */
static struct shape choose_shape(size_t n, const struct device *device)
{
    // one small block, with nobody to meet
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

/* The part of the numbers that a GPU sums: n of them, from number first on. */
struct share {
    size_t first, n;
};

/* Share number g of so many: what is left over goes to the first, one number each. */
static struct share share_of(size_t n, size_t g, size_t shares)
{
    size_t left_over = n % shares;

    return {n / shares * g + min(g, left_over), n / shares + (g < left_over)};
}

/* What belongs to one GPU. */
struct gpu {
    struct share share;
    size_t input_bytes; // of its share
    struct shape shape;
    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_total;     // of its share; then of all
    struct meeting *d_meeting;
    ncclComm_t communicator;
    cudaEvent_t start, stop;
};

int main(int argc, char **argv)
{
    unsigned long long wanted = 0;
    const struct own_option own[] = {
        {"--gpus", "how many GPUs, from number -d on (all, if not given)", &wanted, NULL, 1, 1024},
        {},
    };
    const struct command_line allowed = {1 << 24, 1 << 24, N_MAX, 512, BLOCK_MIN, own};
    struct options options = parse_command_line(argc, argv, &allowed);
    int gpus = count_gpus(&options, (int)wanted);

    struct device *devices = (struct device *)allocate(gpus * sizeof(struct device));
    struct gpu *gpu_of = (struct gpu *)allocate(gpus * sizeof(struct gpu));
    ncclComm_t *communicator_of = (ncclComm_t *)allocate(gpus * sizeof(ncclComm_t));
    long long *totals = (long long *)allocate(gpus * sizeof(long long));
    float *milliseconds = (float *)allocate(gpus * sizeof(float));
    int *numbers = (int *)allocate(gpus * sizeof(int)); // which GPUs

    // the shape is ours to choose, the block size too
    size_t n = options.n;
    for (int g = 0; g < gpus; g++) {
        struct gpu *gpu = &gpu_of[g];
        numbers[g] = options.device + g;
        devices[g] = select_gpu(&options, g, gpus);
        gpu->share = share_of(n, g, gpus);
        gpu->shape = choose_shape(gpu->share.n, &devices[g]);
        gpu->input_bytes = gpu->share.n * sizeof(int);
        require_device_memory(2 * gpu->input_bytes + sizeof(long long) + sizeof(struct meeting));
    }
    struct device device = joined_gpus(devices, gpus);
    unsigned int grid = gpu_of[0].shape.grid;
    options.block = gpu_of[0].shape.block;

    // all GPUs of one process at once
    CHECK_NCCL(ncclCommInitAll(communicator_of, gpus, numbers));

    int *h_idata = make_input(n, options.seed);
    struct report report =
        report_start(&options, &device, "reduceSpeedOfLight_14", grid, sum_on_cpu(h_idata, n));

    for (int g = 0; g < gpus; g++) {
        struct gpu *gpu = &gpu_of[g];
        CHECK(cudaSetDevice(numbers[g])); // whose memory and events these are
        CHECK(cudaMalloc((void **)&gpu->d_input, gpu->input_bytes));
        CHECK(cudaMalloc((void **)&gpu->d_idata, gpu->input_bytes));
        CHECK(cudaMalloc((void **)&gpu->d_total, sizeof(long long)));
        CHECK(cudaMalloc((void **)&gpu->d_meeting, sizeof(struct meeting)));
        CHECK(cudaMemset(gpu->d_meeting, 0, sizeof(struct meeting))); // once, for all launches
        CHECK(cudaMemcpy(gpu->d_input, h_idata + gpu->share.first, gpu->input_bytes,
                         cudaMemcpyHostToDevice));
        CHECK(cudaEventCreate(&gpu->start));
        CHECK(cudaEventCreate(&gpu->stop));
        gpu->communicator = communicator_of[g];
    }

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // poisoned outputs, and fresh input, which some of the steps overwrite
        for (int g = 0; g < gpus; g++) {
            struct gpu *gpu = &gpu_of[g];
            CHECK(cudaSetDevice(numbers[g]));
            CHECK(cudaMemset(gpu->d_total, 0xFF, sizeof(long long)));
            CHECK(
                cudaMemcpy(gpu->d_idata, gpu->d_input, gpu->input_bytes, cudaMemcpyDeviceToDevice));
            CHECK(cudaDeviceSynchronize());
        }

        // all runs start on cold, clean caches, and when all GPUs are there: each waits for the
        // others in an all-reduce of what nobody needs
        for (int g = 0; g < gpus; g++) {
            CHECK(cudaSetDevice(numbers[g]));
            cool_cache(&devices[g].cache);
        }
        CHECK_NCCL(ncclGroupStart());
        for (int g = 0; g < gpus; g++) {
            struct gpu *gpu = &gpu_of[g];
            CHECK_NCCL(ncclAllReduce(gpu->d_total, gpu->d_total, 1, ncclInt64, ncclSum,
                                     gpu->communicator, 0));
        }
        CHECK_NCCL(ncclGroupEnd());

        // each GPU sums its share
        for (int g = 0; g < gpus; g++) {
            struct gpu *gpu = &gpu_of[g];
            CHECK(cudaSetDevice(numbers[g]));
            CHECK(cudaEventRecord(gpu->start));
            gpu->shape.kernel<<<gpu->shape.grid, gpu->shape.block>>>(gpu->d_idata, gpu->d_total,
                                                                     gpu->d_meeting, gpu->share.n);
            CHECK(cudaGetLastError());
        }

        // and gets the sum of all, in place, behind its kernel in the default stream. No GPU's part
        // ends before all have begun: a group lets one thread begin them all
        CHECK_NCCL(ncclGroupStart());
        for (int g = 0; g < gpus; g++) {
            struct gpu *gpu = &gpu_of[g];
            CHECK_NCCL(ncclAllReduce(gpu->d_total, gpu->d_total, 1, ncclInt64, ncclSum,
                                     gpu->communicator, 0));
        }
        CHECK_NCCL(ncclGroupEnd());
        for (int g = 0; g < gpus; g++) {
            CHECK(cudaSetDevice(numbers[g]));
            CHECK(cudaEventRecord(gpu_of[g].stop));
        }
        for (int g = 0; g < gpus; g++) {
            struct gpu *gpu = &gpu_of[g];
            CHECK(cudaSetDevice(numbers[g]));
            CHECK(cudaEventSynchronize(gpu->stop));
            CHECK(cudaEventElapsedTime(&milliseconds[g], gpu->start, gpu->stop));
        }

        report_host_begins(&report); // nothing is left to the host but to fetch the sums
        for (int g = 0; g < gpus; g++) {
            CHECK(cudaSetDevice(numbers[g]));
            CHECK(cudaMemcpy(&totals[g], gpu_of[g].d_total, sizeof(long long),
                             cudaMemcpyDeviceToHost));
        }
        report_run(&report, run, judged_total(totals, gpus, report.expected),
                   longest_time(milliseconds, gpus));
    }

    for (int g = 0; g < gpus; g++) {
        struct gpu *gpu = &gpu_of[g];
        CHECK(cudaSetDevice(numbers[g]));
        CHECK_NCCL(ncclCommDestroy(gpu->communicator));
        CHECK(cudaEventDestroy(gpu->start));
        CHECK(cudaEventDestroy(gpu->stop));
        CHECK(cudaFree(gpu->d_input));
        CHECK(cudaFree(gpu->d_idata));
        CHECK(cudaFree(gpu->d_total));
        CHECK(cudaFree(gpu->d_meeting));
    }
    free(h_idata);
    free(numbers);
    free(milliseconds);
    free(totals);
    free(communicator_of);
    free(gpu_of);
    free(devices);
    CHECK(cudaSetDevice(options.device));
    return report_finish(&report);
}
