/*
 * All shapes, and the work that two of them share.
 */
#ifndef SHAPES_H
#define SHAPES_H

#include "shape.h"

extern const struct shape block_sums;          /* (input, sums, n), in 32 bits; the host adds up */
extern const struct shape block_size_template; /* the same, over the block size */
extern const struct shape two_kernels; /* (input, sums, n), then (sums, total, count), in 64 bits */
extern const struct shape ticket;      /* (input, sums, total, ticket, n), in 64 bits */
extern const struct shape rows; /* (input, sums of rows, shape of the tiles, where blocks meet) */
extern const struct shape any_type; /* (input, mail, tickets, result, n, rounds, tiles) */

extern const struct work sums_of_blocks, one_total;

/* Common parts of the shapes that add up ints, or rows (course/shapes/of_sums.c). */
extern const struct words words_of_sums;
void print_size_of_sums(const struct run_case *it, FILE *file);

/* A load of four numbers for each lane; for each block three: both ends, and the blocks' sums. */
double shifted_loads_of_sums(const struct run_case *launch, unsigned blocks);

#endif
