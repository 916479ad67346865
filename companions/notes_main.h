/*
 * The host side of notes_volatile and notes_lockstep, which run kernels of the same
 * names, written in two ways: one launch per kernel, whose blocks' sums the host adds
 * up. The text's case is 256 numbers in one block of 256; any other n and block size
 * are as welcome.
 */
#ifndef NOTES_MAIN_H
#define NOTES_MAIN_H

#include <cuda_runtime.h>
#include <stdlib.h>

#include "../common/lab.h"
#include "../common/result.h"

typedef void (*kernel_function)(const int *g_idata, int *g_odata, unsigned int n);

struct kernel {
    const char *name;
    kernel_function (*with_block)(unsigned int block); /* the kernel for that block size */
};

/* Defines with_block for a kernel template whose parameter is the block size, from 2 to 1024. */
#define FOR_EVERY_BLOCK_SIZE(function, kernel)                                                    \
    static kernel_function function(unsigned int block)                                           \
    {                                                                                             \
        switch (block) {                                                                          \
        case 1024: return kernel<1024>;                                                           \
        case 512: return kernel<512>;                                                             \
        case 256: return kernel<256>;                                                             \
        case 128: return kernel<128>;                                                             \
        case 64: return kernel<64>;                                                               \
        case 32: return kernel<32>;                                                               \
        case 16: return kernel<16>;                                                               \
        case 8: return kernel<8>;                                                                 \
        case 4: return kernel<4>;                                                                 \
        default: return kernel<2>;                                                                \
        }                                                                                         \
    }

/* The options of both programs: the text's 256 numbers, blocks down to two threads. */
static struct options notes_options(int argc, char **argv)
{
    const struct command_line allowed = {256, 256, N_MAX_32_BIT, 256, 2, NULL};

    return parse_command_line(argc, argv, &allowed);
}

/* One run of a kernel, from a poisoned output; returns its milliseconds. */
static float time_kernel(const struct device *device, kernel_function function, unsigned int grid,
                         unsigned int block, int *d_idata, int *d_odata, unsigned int n)
{
    cudaEvent_t start, stop;
    float milliseconds;

    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaMemset(d_odata, 0xFF, grid * sizeof(int)));

    cool_cache(&device->cache);
    CHECK(cudaEventRecord(start));
    function<<<grid, block>>>(d_idata, d_odata, n);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    CHECK(cudaEventElapsedTime(&milliseconds, start, stop));
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
    return milliseconds;
}

/* Runs the kernels one after the other and returns the exit status. */
static int run_kernels(const struct options *options, const struct kernel *kernels, size_t count)
{
    struct device device = select_device(options);
    unsigned int n = (unsigned int)options->n;
    unsigned int block = options->block;
    unsigned int grid = n / block + (n % block != 0);
    size_t input_bytes = n * sizeof(int);
    size_t output_bytes = grid * sizeof(int);
    require_device_memory(input_bytes + output_bytes);

    int *h_idata = make_input(n, options->seed);
    int *h_odata = (int *)allocate(output_bytes);
    print_setting(options, &device, "ints");
    struct cpu_sum cpu = sum_on_cpu(h_idata, n);
    if (talks_to_people(options))
        printf("CPU: sum %lld\n", cpu.sum);

    int *d_idata, *d_odata;
    CHECK(cudaMalloc((void **)&d_idata, input_bytes));
    CHECK(cudaMalloc((void **)&d_odata, output_bytes));
    CHECK(cudaMemcpy(d_idata, h_idata, input_bytes, cudaMemcpyHostToDevice));

    int status = EXIT_RIGHT_SUM;
    for (size_t k = 0; k < count; k++) {
        kernel_function function = kernels[k].with_block(block);
        struct result result = result_start(options, &device, kernels[k].name, grid, sizeof(int));

        for (int run = 0; run <= options->repeat; run++) { // run 0 warms up
            float milliseconds = time_kernel(&device, function, grid, block, d_idata, d_odata, n);

            // the end of the sum is the host's
            CHECK(cudaMemcpy(h_odata, d_odata, output_bytes, cudaMemcpyDeviceToHost));
            long long sum = 0;
            for (unsigned int i = 0; i < grid; i++)
                sum += h_odata[i];
            char value[48], right[48];
            snprintf(value, sizeof value, "%lld", sum);
            snprintf(right, sizeof right, "%lld", cpu.sum);
            result_run(&result, run, value, right, sum == cpu.sum, milliseconds);
        }
        result.launch_milliseconds = empty_launch(&device.cache, options->repeat);
        if (result_finish(&result) != EXIT_RIGHT_SUM)
            status = EXIT_WRONG_SUM;
    }

    CHECK(cudaFree(d_idata));
    CHECK(cudaFree(d_odata));
    free(h_idata);
    free(h_odata);
    return status;
}

#endif
