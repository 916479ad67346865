/*
 * Step 13, the exhibit: one atomic addition a block
 *
 * The shortest way to let the blocks' sums meet: each block adds its sum to the total with
 * one atomicAdd. No array of sums, no ticket, no last block. But the total must be 0 before
 * the first block adds to it, and no block may set it: that takes a launch before the kernel,
 * here a cudaMemset, which belongs to the time of the sum.
 *
 * Run it:  make block_atomics step13 run
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

/* Adds all n numbers to *g_total, which is 0 before the launch. */
__global__ void reduceBlockAtomics(const int *g_idata, unsigned long long *g_total, size_t n)
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

    // the first thread holds the block's sum; modulo 2^64 a signed sum is the same
    sum = blockSum(sum);
    if (tid == 0)
        atomicAdd(g_total, (unsigned long long)sum);
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_64_BIT);
    struct device device = select_device(&options);

    // twice as many blocks as the device runs at once: each of the second half takes the place of
    // one that is done, and so the end is even. Each thread has sixteen numbers at least
    size_t n = options.n;
    unsigned int block = options.block;
    int resident_blocks;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, reduceBlockAtomics, block,
                                                        0));
    size_t enough = (n - 1) / (16 * block) + 1;
    size_t fit = (size_t)2 * device.multiprocessors * resident_blocks;
    unsigned int grid = (unsigned int)(enough < fit ? enough : fit);
    size_t input_bytes = n * sizeof(int);
    require_device_memory(2 * input_bytes + sizeof(long long));

    int *h_idata = make_input(n, options.seed);
    struct report report =
        report_start(&options, &device, "reduceBlockAtomics", grid, sum_on_cpu(h_idata, n));

    int *d_input, *d_idata; // d_input keeps the numbers as they were
    unsigned long long *d_total;
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_total, sizeof(long long)));
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
        CHECK(cudaMemset(d_total, 0, sizeof(long long))); // each time: part of the sum
        reduceBlockAtomics<<<grid, block>>>(d_idata, d_total, n);
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
    free(h_idata);
    return report_finish(&report);
}
