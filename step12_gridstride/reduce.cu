/*
 * Step 12: a grid that fits the device
 *
 * In step 11 the grid grew with the input, and the blocks' sums, one for every few
 * thousand numbers, were left to the host. Here the device's size sets the grid's, and
 * each thread walks the input in strides of the whole grid. So few sums are left that
 * one block, in a second launch, adds them up. The sum is the device's, in 64 bits, and
 * so are the indices: n can go beyond 2^31.
 *
 * Run it:  make step12 run
 */
#include <cuda_runtime.h>
#include <stdint.h>
#include <stdlib.h>

#include "../common/lab.h"

/* Adds up one number of each lane of a warp; lane 0 gets the sum. All 32 lanes must call it. */
__device__ long long warpSum(long long sum)
{
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 16); // the number of the lane 16 places on
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 8);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 4);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 2);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 1);
    return sum;
}

/* Adds up one number of each thread of a block; thread 0 gets the sum. All must call it. */
__device__ long long blockSum(long long sum)
{
    __shared__ long long smem[32]; // one number per warp; a block has at most 32 warps

    unsigned int tid = threadIdx.x;

    sum = warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads(); // every warp has left its sum

    // the first warp adds up the warps' sums
    if (tid < 32)
        sum = warpSum(tid < blockDim.x / 32 ? smem[tid] : 0);
    return sum;
}

/* The four numbers at fours[idx]; past the end, at count, stand zeros. */
__device__ int4 fourOrZeros(const int4 *fours, size_t idx, size_t count)
{
    return idx < count ? fours[idx] : make_int4(0, 0, 0, 0);
}

/* Adds up each block's part of the input into g_odata[blockIdx.x]. */
__global__ void reduceGridStride_12(const int *g_idata, long long *g_odata, size_t n)
{
    unsigned int tid = threadIdx.x;
    size_t idx = (size_t)blockIdx.x * blockDim.x + tid;
    size_t stride = (size_t)gridDim.x * blockDim.x;

    // at most three numbers, then fours at multiples of 16 bytes, then at most three numbers
    size_t head = min((size_t)(-(uintptr_t)g_idata % sizeof(int4) / sizeof(int)), n);
    const int4 *fours = (const int4 *)(g_idata + head);
    size_t count = (n - head) / 4;
    size_t tail = head + 4 * count;

    // a thread that stays can have more under way: four loads before the first addition needs one
    long long sum = 0;
    // SOLUTION BEGIN: until past the end: four int4 by fourOrZeros, one grid apart; sums in 64 bits
    for (; idx < count; idx += 4 * stride) {
        int4 a = fourOrZeros(fours, idx, count);
        int4 b = fourOrZeros(fours, idx + stride, count);
        int4 c = fourOrZeros(fours, idx + 2 * stride, count);
        int4 d = fourOrZeros(fours, idx + 3 * stride, count);
        sum += (long long)a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
        sum += (long long)c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
    // SOLUTION END
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    // the first thread holds the block's sum
    sum = blockSum(sum);
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

/* Adds up the count sums of the blocks into *g_total. Launched with one block. */
__global__ void reduceBlockSums_12(const long long *g_sums, long long *g_total, unsigned int count)
{
    long long sum = 0;
    for (unsigned int i = threadIdx.x; i < count; i += blockDim.x)
        sum += g_sums[i];

    sum = blockSum(sum);
    if (threadIdx.x == 0)
        *g_total = sum;
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_64_BIT);
    struct device device = select_device(&options);

    // twice as many blocks as the device runs at once; as many as that, or four times as many, take
    // about as long (make step12 why). Each thread has sixteen numbers at least
    size_t n = options.n;
    unsigned int block = options.block;
    int resident_blocks;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, reduceGridStride_12,
                                                        block, 0));
    size_t enough = (n - 1) / (16 * block) + 1;
    size_t fit = (size_t)2 * device.multiprocessors * resident_blocks;
    unsigned int grid = (unsigned int)(enough < fit ? enough : fit);
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(long long);
    require_device_memory(2 * input_bytes + output_bytes + sizeof(long long));

    int *h_idata = make_input(n, options.seed);
    const char *kernel = "reduceGridStride_12"; // its name in the report
    struct report report = report_start(&options, &device, kernel, grid, sum_on_cpu(h_idata, n));

    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_odata, *d_total;
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_odata, output_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMemcpy(d_input, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // poisoned outputs, and fresh input, which some of the steps overwrite
        CHECK(cudaMemset(d_odata, 0xFF, output_bytes));
        CHECK(cudaMemset(d_total, 0xFF, sizeof(long long)));
        CHECK(cudaMemcpy(d_idata, d_input, input_bytes, cudaMemcpyDeviceToDevice));

        cool_cache(&device.cache); // all runs start on a cold, clean cache: docs/measuring.md
        CHECK(cudaEventRecord(start));
        reduceGridStride_12<<<grid, block>>>(d_idata, d_odata, n);
        CHECK(cudaGetLastError());
        reduceBlockSums_12<<<1, block>>>(d_odata, d_total, grid);
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
    CHECK(cudaFree(d_odata));
    CHECK(cudaFree(d_total));
    free(h_idata);
    return report_finish(&report);
}
