/*
 * One total: what its two files share.
 */
#ifndef TOTAL_H
#define TOTAL_H

#include "shapes.h"

enum {
    USUAL_GRID = 3, /* for any n */
    COUNTED_BLOCK = 512,
    LAUNCHES = 4,         /* one for each offset of the numbers within 16 bytes */
    LAUNCHES_LONG = 1050, /* more than ten bits count */
    BEYOND = 1 << 24,     /* from here on a float cannot hold each integer */
    FULL_GRID = 540672,   /* threads of the largest grid that the steps launch, on an H100 */
    SMALL_BLOCK = 64,
    FULL_BLOCKS = (1 << 13) + 1, /* nearly all that are launched, and 2^19 threads */
    MANY_BLOCKS = 3073,          /* of a grid whose counters are judged, and a few more */
    DOUBLES_END = 1 << 22,       /* of numbers near the largest int */
    DRAWN_BLOCKS = 4,
    NUMBERS_OF_TEST = 12000,
    FEW = 3,                  /* numbers, and blocks: a test of its own has them */
    OF_THREAD = 16,           /* numbers of a thread in a trip */
    NUMBERS_COUNTED = 400000, /* of a counted launch, at most */
};

/* Chosen blocks of a grid as large as the steps' own, on their part of n numbers. */
struct run_case on_a_walk(unsigned block, size_t n);

/*
 * Each number as n, and as the number of blocks; all of them among the input; and the blocks of
 * these numbers in grids as large as the steps' own (course/shapes/total_named.c).
 */
size_t draw_named_of_total(const struct exercise *exercise, const struct named *named,
                           struct draw *draw, struct run_case cases[FAR_CASES_MOST]);

/* Small blocks of small grids, of any n. */
size_t draw_any_of_total(const struct exercise *exercise, const struct named *named,
                         struct draw *draw, struct run_case cases[ANY_CASES_MOST]);

/* Whole trips of grids on both sides of each unusual number. */
size_t draw_beside_of_total(const struct exercise *exercise, const struct named *named,
                            struct draw *draw, struct run_case cases[BESIDE_MOST]);

#endif
