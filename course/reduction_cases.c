/*
 * What exercise 16 is run with in each test: all operators, n around whole tiles, grids and blocks
 * that have nothing to do with the tiles, but for a tile alone, whose block has a warp for each
 * part. A case's bits are the order's, whatever its launch is.
 */
#include <string.h>

#include "grading.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct run_case few[] = {
    {.reduction = FLOAT_SUM, .n = 1, .block = 512},
    {.reduction = MAPS, .n = 1, .block = 64, .grid = 3},
    {.reduction = INT_SUM, .n = 2, .block = 128},
    {.reduction = ARGMIN, .n = 3, .block = 64},
    {.reduction = ARGMIN, .n = 19, .block = 256, .kind = EXTREME},
    {.reduction = MOMENTS, .n = 2, .block = 64},
    {.reduction = HALF_SUM, .n = 9, .block = 64},
    {.reduction = FLOAT_SUM_ALONE, .n = 3, .block = 512},
};

static const struct run_case odd[] = {
    {.reduction = FLOAT_SUM, .n = 777, .block = 128, .grid = 2},
    {.reduction = FLOAT_SUM, .n = 30001, .block = 64, .grid = 1},
    {.reduction = FLOAT_SUM, .n = 50001, .block = 256, .grid = 5},
    {.reduction = INT_SUM, .n = 16385, .block = 512, .grid = 3},
    {.reduction = MAPS, .n = 3 * 768 + 1, .block = 64, .grid = 2},
    {.reduction = MAPS, .n = 10 * 768 - 1, .block = 128, .grid = 3},
    {.reduction = ARGMIN, .n = 1001, .block = 64, .grid = 5},
    {.reduction = ARGMIN, .n = 5 * 128 + 5, .block = 64, .kind = EXTREME},
    {.reduction = MOMENTS, .n = 9001, .block = 256, .grid = 2},
    {.reduction = HALF_SUM, .n = 2603, .block = 64, .grid = 4},
    {.reduction = FLOAT_SUM_ALONE, .n = 8191, .block = 512},
    {.reduction = FLOAT_SUM_ALONE, .n = 5003, .block = 512},
};

/* More tiles than a group has, and as many; and the same storage many times. */
static const struct run_case many[] = {
    {.reduction = HALF_SUM, .n = 600 * 256 - 3, .block = 64, .launches = 2},
    {.reduction = HALF_SUM, .n = 513 * 256, .block = 64, .grid = 33, .launches = 1},
    {.reduction = ARGMIN, .n = 512 * 128, .block = 64, .grid = 40, .launches = 2},
    {.reduction = ARGMIN, .n = 70001, .block = 64, .launches = 2, .kind = EXTREME},
    {.reduction = MAPS, .n = 2000, .block = 64, .launches = 100},
};

static const struct run_case blocks[] = {
    {.reduction = FLOAT_SUM, .n = 30001, .block = 64, .grid = 1, .launches = 2},
    {.reduction = FLOAT_SUM, .n = 30001, .block = 128, .grid = 2, .launches = 2},
    {.reduction = FLOAT_SUM, .n = 30001, .block = 256, .grid = 4, .launches = 2},
    {.reduction = FLOAT_SUM, .n = 30001, .block = 512, .grid = 8, .launches = 2},
    {.reduction = FLOAT_SUM, .n = 30001, .block = 1024, .grid = 16, .launches = 2},
    {.reduction = MAPS, .n = 9001, .block = 64, .grid = 5, .launches = 2},
    {.reduction = MAPS, .n = 9001, .block = 1024, .grid = 3, .launches = 2},
    {.reduction = INT_SUM, .n = 9001, .block = 64, .grid = 2, .launches = 2, .kind = EXTREME},
    {.reduction = INT_SUM, .n = 9001, .block = 1024, .grid = 1, .launches = 2},
    {.reduction = MOMENTS, .n = 9001, .block = 64, .grid = 3, .launches = 2},
    {.reduction = FLOAT_SUM_ALONE, .n = 8192, .block = 512, .launches = 2},
};

static const struct run_case clean[] = {
    {.reduction = FLOAT_SUM, .n = 13001, .block = 256, .offset = 3, .grid = 2, .launches = 2},
    {.reduction = INT_SUM, .n = 9000, .block = 64, .grid = 2, .launches = 2},
    {.reduction = MAPS, .n = 2000, .block = 128, .launches = 2},
    {.reduction = ARGMIN, .n = 700, .block = 64, .grid = 3, .launches = 2},
    {.reduction = MOMENTS, .n = 8192, .block = 1024, .grid = 1, .launches = 2},
    {.reduction = FLOAT_SUM_ALONE, .n = 700, .block = 512, .launches = 2},
};

/* Of all but the one whose counters are judged by rules: whole tiles. */
static const struct run_case for_counters[] = {
    {.reduction = INT_SUM, .n = 3 * 4096, .block = 512, .launches = 1},
    {.reduction = MAPS, .n = 5 * 768, .block = 64, .launches = 1},
    {.reduction = ARGMIN, .n = 7 * 128, .block = 64, .launches = 1},
    {.reduction = MOMENTS, .n = 3 * 3072, .block = 256, .launches = 1},
    {.reduction = HALF_SUM, .n = 7 * 256, .block = 64, .launches = 1},
    {.reduction = FLOAT_SUM_ALONE, .n = 8192, .block = 512, .launches = 1},
};

static const struct {
    const char *test;
    const struct run_case *cases;
    size_t count;
} tests[] = {
    {"sum-one", few, COUNT(few)},     {"sum-odd", odd, COUNT(odd)},
    {"sum-large", many, COUNT(many)}, {"sum-blocks", blocks, COUNT(blocks)},
    {"clean", clean, COUNT(clean)},   {"counted", for_counters, COUNT(for_counters)},
};

size_t reduction_cases(const char *test, struct run_case cases[CASES_MOST])
{
    for (size_t i = 0; i < COUNT(tests); i++)
        if (strcmp(tests[i].test, test) == 0) {
            memcpy(cases, tests[i].cases, tests[i].count * sizeof *cases);
            return tests[i].count;
        }
    return 0;
}
