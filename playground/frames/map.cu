/*
 * The frame of a map: each number becomes another. The text in the editor is kernel.cu, and has
 *
 *     __host__ __device__ float of(float x)
 *     __global__ void map(const float *in, float *out, unsigned int n)
 *
 * The CPU calls the first for each number, and compares. 8 bytes of dynamic shared memory stand
 * ready for each thread of a block.
 */
#include "floats.h"
#include "kernel.cu"

#ifndef BLOCKS // a thread for each number
#define BLOCKS ((n + block - 1) / block)
#endif

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_32_BIT);
    struct device device = select_device(&options);
    unsigned int n = (unsigned int)options.n, block = options.block, grid = BLOCKS;
    float milliseconds, *h_in = make_floats(n, options.seed);

    print_setting(&options, &device, "floats");
    float *h_out = run_once(
        &device, h_in, n, n,
        [=](const float *d_in, float *d_out) { map<<<grid, block, 8 * block>>>(d_in, d_out, n); },
        &milliseconds);
    auto right = [=](size_t i) { return of(h_in[i]); };
    // the CPU may round the function's last operations otherwise
    auto tolerance = [=](size_t i) { return 4 * fabs(right(i)) * 0x1p-24; };
    int status = judge(&options, &device, "map", grid, h_out, n, milliseconds, right, tolerance);
    free(h_in);
    free(h_out);
    return status;
}
