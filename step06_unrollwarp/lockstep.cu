/*
 * Step 06, the exhibit: the last warp as the slides write it
 *
 * Six bare lines, no barrier at all. They count on two things: that the 32 lanes of
 * a warp take every step together, which no GPU has promised since Volta (2017), and
 * that `volatile` makes each line read and write memory. The sum comes out right on
 * many GPUs all the same; the race checkers find what is wrong. Built once more with
 * -DDROP_VOLATILE, the compiler may keep values in registers: then the sum goes too.
 *
 * Run it:    make lockstep run              make lockstep_no_volatile run
 * Check it:  make lockstep check            make lockstep_no_volatile check
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"

#ifdef DROP_VOLATILE
#define VOLATILE
#else
#define VOLATILE volatile
#endif

/* Adds up each block's part of the input into g_odata[blockIdx.x]. */
__global__ void reduceUnrollingWarp8_6(int *g_idata, int *g_odata, unsigned int n)
{
    extern __shared__ int smem[]; // one int per thread; the launch says how much that is

    unsigned int tid = threadIdx.x;
    unsigned int idx = blockIdx.x * blockDim.x * 8 + tid;

    // seven data blocks onto the first; at the end of the input, those that are there
    if (idx + 7 * blockDim.x < n) {
        int a1 = g_idata[idx];
        int a2 = g_idata[idx + blockDim.x];
        int a3 = g_idata[idx + 2 * blockDim.x];
        int a4 = g_idata[idx + 3 * blockDim.x];
        int a5 = g_idata[idx + 4 * blockDim.x];
        int a6 = g_idata[idx + 5 * blockDim.x];
        int a7 = g_idata[idx + 6 * blockDim.x];
        int a8 = g_idata[idx + 7 * blockDim.x];
        g_idata[idx] = a1 + a2 + a3 + a4 + a5 + a6 + a7 + a8;
    } else {
        for (unsigned int next = idx + blockDim.x; next < n; next += blockDim.x)
            g_idata[idx] += g_idata[next];
    }

    // past the end of the input stands a 0, which changes no sum
    smem[tid] = idx < n ? g_idata[idx] : 0;
    __syncthreads();

    for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
        if (tid < stride)
            smem[tid] += smem[tid + stride];
        __syncthreads(); // nobody starts a round before all have finished the one before
    }

    // the last warp, as if its lanes moved in lockstep
    if (tid < 32) {
        VOLATILE int *vmem = smem;
        vmem[tid] += vmem[tid + 32];
        vmem[tid] += vmem[tid + 16];
        vmem[tid] += vmem[tid + 8];
        vmem[tid] += vmem[tid + 4];
        vmem[tid] += vmem[tid + 2];
        vmem[tid] += vmem[tid + 1];
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
    unsigned int grid = (n + 8 * block - 1) / (8 * block); // the last block may be partly empty
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(int);
    size_t smem_bytes = block * sizeof(int);
    require_device_memory(2 * input_bytes + output_bytes);

    int *h_idata = make_input(n, options.seed);
    int *h_odata = (int *)allocate(output_bytes);
    const char *kernel = "reduceUnrollingWarp8_6"; // its name in the report
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
        reduceUnrollingWarp8_6<<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
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
