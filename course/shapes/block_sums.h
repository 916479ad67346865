/*
 * A sum for each block: what its two files share.
 */
#ifndef BLOCK_SUMS_H
#define BLOCK_SUMS_H

#include "shapes.h"

enum {
    COUNTED_N = 4096,
    COUNTED_BLOCK = 512,
    BEYOND = 1 << 24, /* from here on a float cannot hold each integer */
    MANY_BLOCKS = (1 << 16) + 4,
    SMALL_BLOCK = 64,
    LARGEST_BLOCK = 1024,
    DRAWN_FAR = 700, /* blocks of those that run */
    DRAWN_VAST = 24,
    NUMBERS_OF_TEST = 12000, /* of a case, about */
    NUMBERS_COUNTED = 400000 /* of a counted launch, at most */
};

/* How many numbers a block of that size adds up. */
unsigned chunk_of(const struct exercise *exercise, unsigned block);

/*
 * Each number as n, and as the number of blocks; and all of them among the input
 * (course/shapes/block_sums_named.c).
 */
size_t draw_named_of_block_sums(const struct exercise *exercise, const struct named *named,
                                struct draw *draw, struct run_case cases[FAR_CASES_MOST]);

/* Small blocks, of any n. */
size_t draw_any_of_block_sums(const struct exercise *exercise, const struct named *named,
                              struct draw *draw, struct run_case cases[ANY_CASES_MOST]);

/* Whole blocks on both sides of each unusual number, and of more blocks than 16 bits count. */
size_t draw_beside_of_block_sums(const struct exercise *exercise, const struct named *named,
                                 struct draw *draw, struct run_case cases[BESIDE_MOST]);

#endif
