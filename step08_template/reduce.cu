/*
 * Step 08: the block size as a template parameter
 *
 * Step 07 asked at run time, in every thread, how large the block is. Here the block
 * size is a template parameter: the compiler knows the answers, and what a block of
 * that size does not need is not in its machine code. The host picks one of five
 * kernels.
 *
 * Run it:  make step08 run
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"

/* Adds up each block's part of the input into g_odata[blockIdx.x]. iBlockSize is blockDim.x. */
template <unsigned int iBlockSize>
__global__ void reduceCompleteUnrolling8Template_8(int *g_idata, int *g_odata, unsigned int n)
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

    // SOLUTION BEGIN: the same rounds, but ask iBlockSize, which the compiler knows
    if (iBlockSize >= 1024 && tid < 512)
        smem[tid] += smem[tid + 512];
    __syncthreads(); // nobody starts a round before all have finished the one before
    if (iBlockSize >= 512 && tid < 256)
        smem[tid] += smem[tid + 256];
    __syncthreads();
    if (iBlockSize >= 256 && tid < 128)
        smem[tid] += smem[tid + 128];
    __syncthreads();
    if (iBlockSize >= 128 && tid < 64)
        smem[tid] += smem[tid + 64];
    __syncthreads();
    // SOLUTION END

    // the last warp: all lanes read, then all write, so that none reads what another writes
    if (tid < 32) {
        int sum = smem[tid];
        sum += smem[tid + 32]; __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 16]; __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 8];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 4];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 2];  __syncwarp(); smem[tid] = sum; __syncwarp();
        sum += smem[tid + 1];  __syncwarp(); smem[tid] = sum; __syncwarp();
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
    const char *kernel = "reduceCompleteUnrolling8Template_8"; // its name in the report
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
        switch (block) {
        case 1024:
            reduceCompleteUnrolling8Template_8<1024>
                <<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
            break;
        case 512:
            reduceCompleteUnrolling8Template_8<512>
                <<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
            break;
        case 256:
            reduceCompleteUnrolling8Template_8<256>
                <<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
            break;
        case 128:
            reduceCompleteUnrolling8Template_8<128>
                <<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
            break;
        case 64:
            reduceCompleteUnrolling8Template_8<64>
                <<<grid, block, smem_bytes>>>(d_idata, d_odata, n);
            break;
        }
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
