/*
 * Step 13: one launch
 *
 * Step 12 needed a second launch only to know that all blocks had finished. Here each
 * block, once its sum is written, draws a ticket; the one that draws the last knows
 * that all sums are there and adds them up. The ticket counter is back at 0 then,
 * ready for the next launch.
 *
 * Run it:  make step13 run
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

/*
 * Adds up all n numbers into *g_total. g_odata has room for one sum per block, and
 * *g_ticket is 0 before the launch and after it.
 */
__global__ void reduceSinglePass_13(const int *g_idata, long long *g_odata, long long *g_total,
                                    unsigned int *g_ticket, size_t n)
{
    __shared__ bool is_last; // whether this block is the last to finish

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
    for (; idx < count; idx += 4 * stride) {
        int4 a = fourOrZeros(fours, idx, count);
        int4 b = fourOrZeros(fours, idx + stride, count);
        int4 c = fourOrZeros(fours, idx + 2 * stride, count);
        int4 d = fourOrZeros(fours, idx + 3 * stride, count);
        sum += (long long)a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
        sum += (long long)c.x + c.y + c.z + c.w + d.x + d.y + d.z + d.w;
    }
    if (blockIdx.x == 0 && tid < head)
        sum += g_idata[tid];
    if (blockIdx.x == 0 && tid < n - tail)
        sum += g_idata[tail + tid];

    // the first thread holds the block's sum
    sum = blockSum(sum);
    // SOLUTION BEGIN: leave it in g_odata, fence, draw a ticket; all blocks but the last return
    if (tid == 0) {
        g_odata[blockIdx.x] = sum;
        __threadfence(); // a block that sees this ticket drawn sees this sum, too
        is_last = atomicInc(g_ticket, gridDim.x - 1) == gridDim.x - 1; // the last makes it 0
        __threadfence(); // and the last one sees the sums of all
    }
    __syncthreads(); // all know whether theirs is the last block; the sums' shared memory is free
    if (!is_last)
        return;
    // SOLUTION END

    sum = 0;
    for (unsigned int i = tid; i < gridDim.x; i += blockDim.x)
        sum += g_odata[i];

    sum = blockSum(sum);
    if (tid == 0)
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
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, reduceSinglePass_13,
                                                        block, 0));
    size_t enough = (n - 1) / (16 * block) + 1;
    size_t fit = (size_t)2 * device.multiprocessors * resident_blocks;
    unsigned int grid = (unsigned int)(enough < fit ? enough : fit);
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(long long);
    require_device_memory(2 * input_bytes + output_bytes + sizeof(long long) + sizeof(int));

    int *h_idata = make_input(n, options.seed);
    const char *kernel = "reduceSinglePass_13"; // its name in the report
    struct report report = report_start(&options, &device, kernel, grid, sum_on_cpu(h_idata, n));

    int *d_input, *d_idata; // d_input keeps the numbers as they were
    long long *d_odata, *d_total;
    unsigned int *d_ticket;
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_odata, output_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
    CHECK(cudaMalloc((void **)&d_ticket, sizeof(unsigned int)));
    CHECK(cudaMemset(d_ticket, 0, sizeof(unsigned int))); // once, for all launches
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
        reduceSinglePass_13<<<grid, block>>>(d_idata, d_odata, d_total, d_ticket, n);
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
    CHECK(cudaFree(d_ticket));
    free(h_idata);
    return report_finish(&report);
}
