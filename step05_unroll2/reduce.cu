/*
 * Step 05: two data blocks per block
 *
 * In step 04 half of the threads did nothing but load one number. Here a block takes
 * two data blocks: each thread first adds its number of the second to its number of
 * the first, in global memory. Half as many blocks do the same work.
 *
 * Run it:  make step05 run
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"

/* Adds up each block's part of the input into g_odata[blockIdx.x]. */
__global__ void reduceUnrolling2_5(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[]; // one int per thread; the launch says how much that is

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 2 + tid;

    // SOLUTION BEGIN: each thread first adds its number of the second data block to its own
    // the second data block onto the first, where the input reaches that far
    if (idx + blockDim.x < n)
        g_idata[idx] += g_idata[idx + blockDim.x];
    // SOLUTION END

    // past the end of the input stands a 0, which changes no sum
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads(); // nobody starts a round before all have finished the one before
    }

    // the first thread holds the block's sum
    if (tid == 0)
        g_odata[blockIdx.x] = smem[0];
}

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_32_BIT);
    struct device device = select_device(&options);

    unsigned int n = (unsigned int)options.n;
    unsigned int block = options.block;
    unsigned int grid = (n + 2 * block - 1) / (2 * block); // the last block may be partly empty
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(int);
    size_t smem_bytes = block * sizeof(int);
    require_device_memory(2 * input_bytes + output_bytes);

    int *h_idata = make_input(n, options.seed);
    int *h_odata = (int *)allocate(output_bytes);
    const char *kernel = "reduceUnrolling2_5"; // its name in the report
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
        reduceUnrolling2_5<<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
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
