/*
 * The frame of a stencil: each number becomes a function of itself and its two neighbours. The text
 * in the editor is kernel.cu, and has
 *
 *     __host__ __device__ float of(float left, float here, float right)
 *     __global__ void stencil(const float *in, float *out, unsigned int n)
 *
 * Past both ends stands a 0. The CPU calls the first for each number, and compares. 8 bytes of
 * dynamic shared memory stand ready for each thread of a block, and 8 more.
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
        [=](const float *d_in, float *d_out) {
            stencil<<<grid, block, 8 * block + 8>>>(d_in, d_out, n);
        },
        &milliseconds);
    auto right = [=](size_t i) {
        return of(i > 0 ? h_in[i - 1] : 0, h_in[i], i + 1 < n ? h_in[i + 1] : 0);
    };
    // the CPU may round the function's last operations otherwise: of numbers up to 128
    auto tolerance = [=](size_t i) { return 4 * (fabs(right(i)) + 128) * 0x1p-24; };
    int status =
        judge(&options, &device, "stencil", grid, h_out, n, milliseconds, right, tolerance);
    free(h_in);
    free(h_out);
    return status;
}
