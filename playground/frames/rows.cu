/*
 * The frame of sums of rows: one number for each row of a matrix. The text in the editor is
 * kernel.cu, and has
 *
 *     __global__ void rows(const float *matrix, unsigned int rows, unsigned int columns,
 *                          float *sums)
 *
 * 8 bytes of dynamic shared memory stand ready for each thread of a block.
 */
#include "floats.h"
#include "kernel.cu"

#ifndef BLOCKS // a block for each row
#define BLOCKS count
#endif

enum { COLUMNS = 250 }; // no multiple of a warp

int main(int argc, char **argv)
{
    struct options options = parse_options(argc, argv, N_MAX_32_BIT);
    struct device device = select_device(&options);
    unsigned int columns = options.n < COLUMNS ? (unsigned int)options.n : COLUMNS;
    unsigned int count = (unsigned int)options.n / columns, block = options.block, grid = BLOCKS;
    options.n = options.n_of_text = (unsigned long long)count * columns; // whole rows
    float milliseconds, *h_matrix = make_floats(options.n, options.seed);

    print_setting(&options, &device, "floats");
    printf("a matrix of %u rows, %u columns\n", count, columns);
    float *h_sums = run_once(
        &device, h_matrix, options.n, count,
        [=](const float *d_matrix, float *d_sums) {
            rows<<<grid, block, 8 * block>>>(d_matrix, count, columns, d_sums);
        },
        &milliseconds);
    auto right = [=](size_t row) {
        double sum = 0;
        for (size_t i = 0; i < columns; i++)
            sum += h_matrix[row * columns + i];
        return sum;
    };
    // any order of the additions is right: each may round once
    auto tolerance = [=](size_t row) { return columns * right(row) * 0x1p-24; };
    int status =
        judge(&options, &device, "rows", grid, h_sums, count, milliseconds, right, tolerance);
    free(h_matrix);
    free(h_sums);
    return status;
}
