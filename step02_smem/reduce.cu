/*
 * Step 02: neighbouring pairs, in shared memory
 *
 * Step 01 read and wrote global memory in every round, and used 8 of the 32 bytes
 * that each access moved. Here a block first copies its data block into shared
 * memory, each number once, and works there. The pairs stay the same.
 *
 * Run it:  make step02 run
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"

/* Adds up each block's part of the input into g_odata[blockIdx.x]. */
__global__ void reduceNeighboredSmem_2(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[]; // one int per thread; the launch says how much that is

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x + tid;

    // SOLUTION BEGIN: copy the numbers into smem, 0 past the end; add neighbouring pairs there
    // past the end of the input stands a 0, which changes no sum
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
        if (tid % (2 * stride) == 0)
            smem[tid] += smem[tid + stride];
        __syncthreads(); // nobody starts a round before all have finished the one before
    }
    // SOLUTION END

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
    unsigned int grid = (n + block - 1) / block; // the last block may be partly empty
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(int);
    size_t smem_bytes = block * sizeof(int);
    require_device_memory(2 * input_bytes + output_bytes);

    int *h_idata = make_input(n, options.seed);
    int *h_odata = (int *)allocate(output_bytes);
    const char *kernel = "reduceNeighboredSmem_2"; // its name in the report
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
        reduceNeighboredSmem_2<<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
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
