/*
 * Step 10: from lane to lane
 *
 * Step 09 still sent every number through shared memory, round after round, with
 * barriers in between. The lanes of a warp can read each other's registers: a shuffle
 * is one instruction and needs no barrier. Here each warp sums its 32 numbers so, and
 * leaves one number in shared memory; after the only barrier, the first warp sums
 * those. The code is the same for every block size: the template has served.
 *
 * Run it:  make step10 run
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"

/* Adds up one number of each lane of a warp; lane 0 gets the sum. All 32 lanes must call it. */
__device__ int warpSum(int sum)
{
    // SOLUTION BEGIN: five shuffles: from the lane 16 places on, then 8, 4, 2, 1
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 16); // the number of the lane 16 places on
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 8);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 4);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 2);
    sum += __shfl_down_sync(0xFFFFFFFF, sum, 1);
    // SOLUTION END
    return sum;
}

/* Adds up each block's part of the input into g_odata[blockIdx.x]. */
__global__ void reduceShuffle_10(const int *g_idata, int *g_odata, unsigned int n)
{
    __shared__ int smem[32]; // one int per warp; a block has at most 32 warps

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + tid;

    // one number of each data block; at the end of the input, of those that are there
    int sum = 0;
    if (idx + 7 * blockDim.x < n) {
        int a1 = g_idata[idx];
        int a2 = g_idata[idx + blockDim.x];
        int a3 = g_idata[idx + 2 * blockDim.x];
        int a4 = g_idata[idx + 3 * blockDim.x];
        int a5 = g_idata[idx + 4 * blockDim.x];
        int a6 = g_idata[idx + 5 * blockDim.x];
        int a7 = g_idata[idx + 6 * blockDim.x];
        int a8 = g_idata[idx + 7 * blockDim.x];
        sum = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
    } else {
        for (unsigned int next = idx; next < n; next += blockDim.x)
            sum += g_idata[next];
    }

    // a thread past the end of the input brings a 0, which changes no sum
    // SOLUTION BEGIN: each warp's sum into smem, one barrier; then the first warp adds up those
    sum = warpSum(sum);
    if (tid % 32 == 0)
        smem[tid / 32] = sum;
    __syncthreads(); // every warp has left its sum

    // the first warp adds up the warps' sums
    if (tid < 32)
        sum = warpSum(tid < blockDim.x / 32 ? smem[tid] : 0);
    // SOLUTION END

    // the first thread holds the block's sum
    if (tid == 0)
        g_odata[blockIdx.x] = sum;
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_32_BIT);
    struct device device = select_device(&options);

    unsigned int n = (unsigned int)options.n;
    unsigned int block = options.block;
    unsigned int grid = (n + 8 * block - 1) / (8 * block); // the last block may be partly empty
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(int);
    require_device_memory(2 * input_bytes + output_bytes);

    int *h_idata = make_input(n, options.seed);
    int *h_odata = (int *)allocate(output_bytes);
    const char *kernel = "reduceShuffle_10"; // its name in the report
    struct report report = report_start(&options, &device, kernel, grid, sum_on_cpu(h_idata, n));

    int *d_input, *d_idata, *d_odata; // d_input keeps the numbers as they were
    CHECK(cudaMalloc((void **)&d_input, input_bytes));
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_odata, output_bytes));
    CHECK(cudaMemcpy(d_input, h_idata, input_bytes, cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    for (int run = 0; run <= options.repeat; run++) { // run 0 warms up
        // poisoned outputs, and fresh input, which some of the steps overwrite
        CHECK(cudaMemset(d_odata, 0xFF, output_bytes));
        CHECK(cudaMemcpy(d_idata, d_input, input_bytes, cudaMemcpyDeviceToDevice));

        cool_cache(&device.cache); // all runs start on a cold, clean cache: docs/measuring.md
        CHECK(cudaEventRecord(start));
        reduceShuffle_10<<<grid, block>>>(d_idata, d_odata, n);
        CHECK(cudaGetLastError());
        CHECK(cudaEventRecord(stop));
        CHECK(cudaEventSynchronize(stop));
        float milliseconds;
        CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

        report_host_begins(&report); // the end of the sum is the host's
        CHECK(cudaMemcpy(h_odata, d_odata, output_bytes, cudaMemcpyDeviceToHost));
        long long sum = 0;
        for (unsigned int i = 0; i < grid; i++)
            sum += h_odata[i];
        report_run(&report, run, sum, milliseconds);
    }

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_input));
    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_odata));
    free(h_idata);
    free(h_odata);
    return report_finish(&report);
}
