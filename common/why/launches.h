/*
 * How the variants of an experiment are launched: the grids of the steps, and blocks that have a
 * multiprocessor to themselves.
 */
#ifndef LAUNCHES_H
#define LAUNCHES_H

#include "why.h"

/*
 * A template's instances for each size of a block, as arguments of sum_of_size. The size is the
 * only argument of the template, or behind others.
 */
#define OF_EACH_SIZE(kernel) kernel<64>, kernel<128>, kernel<256>, kernel<512>, kernel<1024>
#define OF_EACH_SIZE_AND(kernel, ...)                                                              \
    kernel<__VA_ARGS__, 64>, kernel<__VA_ARGS__, 128>, kernel<__VA_ARGS__, 256>,                   \
        kernel<__VA_ARGS__, 512>, kernel<__VA_ARGS__, 1024>

enum dynamic_shared {
    NO_DYNAMIC_SHARED,
    AN_INT_A_THREAD,
    ALONE /* more than half of a multiprocessor's, so that no second block fits beside it */
};

/* Bytes for ALONE, which the kernel is then allowed to have. Asks once: launches are timed. */
template <auto kernel> static size_t bytes_to_be_alone(void)
{
    enum { MORE = 1024 };
    static int bytes;

    if (bytes == 0) {
        int device;

        CHECK(cudaGetDevice(&device));
        CHECK(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerMultiprocessor, device));
        bytes = bytes / 2 + MORE;
        CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    }
    return (size_t)bytes;
}

/* Launches a kernel that leaves each block's sum, of a given number of elements, to the host. */
template <auto kernel, unsigned int numbers_a_thread, enum dynamic_shared shared>
static struct launched sum_of(const struct numbers *numbers)
{
    unsigned int block = numbers->block;
    unsigned int grid = (numbers->n - 1) / (block * numbers_a_thread) + 1;
    size_t smem_bytes = shared == AN_INT_A_THREAD ? block * sizeof(int) : 0;

    if (shared == ALONE)
        smem_bytes = bytes_to_be_alone<kernel>();
    kernel<<<grid, block, smem_bytes>>>(numbers->g_idata, numbers->g_odata, numbers->n);
    CHECK(cudaGetLastError());
    return {grid, block, grid, 0};
}

/* The same for a template that has an instance for each size of a block. */
template <unsigned int numbers_a_thread, enum dynamic_shared shared, auto for_64, auto for_128,
          auto for_256, auto for_512, auto for_1024>
static struct launched sum_of_size(const struct numbers *numbers)
{
    switch (numbers->block) {
    case 64: return sum_of<for_64, numbers_a_thread, shared>(numbers);
    case 128: return sum_of<for_128, numbers_a_thread, shared>(numbers);
    case 256: return sum_of<for_256, numbers_a_thread, shared>(numbers);
    case 512: return sum_of<for_512, numbers_a_thread, shared>(numbers);
    default: return sum_of<for_1024, numbers_a_thread, shared>(numbers);
    }
}

/*
 * The grid of a kernel whose blocks walk the input: a number of waves of what the device has room
 * for, but no more blocks than have sixteen numbers for each thread.
 */
template <auto kernel>
static unsigned int grid_of_waves(const struct numbers *numbers, unsigned int waves)
{
    static int resident_blocks; // asked for once: launches are timed

    if (resident_blocks == 0)
        CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident_blocks, kernel,
                                                            (int)numbers->block, 0));
    unsigned int enough = (numbers->n - 1) / (16 * numbers->block) + 1;
    unsigned int fit =
        waves * (unsigned int)numbers->device->multiprocessors * (unsigned int)resident_blocks;
    return enough < fit ? enough : fit;
}

#endif
