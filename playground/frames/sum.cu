/*
 * The frame of a sum: one number for all of the input. The text in the editor is kernel.cu, and has
 *
 *     __global__ void sum(const int *numbers, unsigned int n, unsigned long long *total)
 *
 * *total is 0 before it. 8 bytes of dynamic shared memory stand ready for each thread of a block.
 */
#include <cuda_runtime.h>
#include <stdlib.h>

#include "../../common/lab.h"
#include "kernel.cu"

#ifndef BLOCKS // a thread for each number
#define BLOCKS ((n + block - 1) / block)
#endif

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_32_BIT);
    struct device device = select_device(&options);
    unsigned int n = (unsigned int)options.n, block = options.block, grid = BLOCKS;
    int *h_numbers = make_input(n, options.seed);
    struct report report = report_start(&options, &device, "sum", grid, sum_on_cpu(h_numbers, n));

    int *d_numbers;
    unsigned long long *d_total, total;
    CHECK(cudaMalloc((void **)&d_numbers, n * sizeof(int)));
    CHECK(cudaMalloc((void **)&d_total, sizeof total));
    CHECK(cudaMemcpy(d_numbers, h_numbers, n * sizeof(int), cudaMemcpyHostToDevice));
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));

    CHECK(cudaMemset(d_total, 0, sizeof total));
    cool_cache(&device.cache);
    CHECK(cudaEventRecord(start));
    sum<<<grid, block, 8 * block>>>(d_numbers, n, d_total);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float milliseconds;
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(cudaMemcpy(&total, d_total, sizeof total, cudaMemcpyDeviceToHost));
    report_run(&report, 0, (long long)total, milliseconds);

    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    CHECK(cudaFree(d_numbers));
    CHECK(cudaFree(d_total));
    free(h_numbers);
    return report_finish(&report);
}
