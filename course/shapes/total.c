/*
 * One total, in 64 bits, which the device adds up: by a second kernel, or by the last block that
 * draws a ticket. A grid of any size walks all numbers.
 */
#include "shapes.h"

enum {
    USUAL_GRID = 3, /* for any n */
    COUNTED_BLOCK = 512,
    LAUNCHES = 4, /* one for each offset of the numbers within 16 bytes */
    LAUNCHES_LONG = 1200,
    BEYOND = 1 << 24 /* from here on a float does not know all whole numbers */
};

static const struct run_case few[] = {{.n = 1, .block = 512},
                                      {.n = 2, .block = 64, .grid = 1},
                                      {.n = 3, .block = 128, .grid = 5},
                                      {.n = 9, .block = 64},
                                      {.n = 19, .block = 256, .kind = EXTREME}};

static const struct run_case odd[] = {
    {.n = 777, .block = 512, .grid = 2},
    {.n = 4097, .block = 512},
    {.n = 27001, .block = 64, .grid = 100, .launches = 1},
    {.n = 3 * 512 + 1, .block = 256, .grid = 1},
    {.n = 5 * 512 - 1, .block = 256, .grid = 7},
    {.n = 70003, .block = 128, .grid = 129, .launches = 1},
};

static const struct run_case large[] = {{.n = 70001, .block = 512, .launches = 2},
                                        {.n = 131072, .block = 256, .grid = 40, .launches = 2},
                                        {.n = 70, .block = 64, .launches = LAUNCHES_LONG}};

static const struct run_case sizes[] = {
    {.n = 9001, .block = 64, .grid = 1, .launches = 2},
    {.n = 9001, .block = 128, .offset = 1, .grid = 2, .launches = 2},
    {.n = 9001, .block = 256, .offset = 2, .grid = 4, .launches = 2},
    {.n = 9001, .block = 512, .offset = 3, .grid = 8, .launches = 2},
    {.n = 9001, .block = 1024, .grid = 16, .launches = 2},
    {.n = 8192, .block = 1024, .grid = 32, .launches = 2}};

static const struct run_case clean[] = {{.n = 5001, .block = 256, .offset = 3},
                                        {.n = 8192, .block = 1024},
                                        {.n = 700, .block = 64},
                                        {.n = 4 * 512 - 59, .block = 64, .offset = 1},
                                        {.n = 2, .block = 64}};

static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    if (it->launches == 0)
        it->launches = LAUNCHES;
    if (it->kind != EXTREME)
        it->kind = ANY;
}

static size_t beyond(const struct exercise *exercise, struct run_case cases[BEYOND_MOST])
{
    (void)exercise;
    cases[0] = (struct run_case){
        .n = BEYOND + 5, .block = 1024, .grid = 33, .launches = 1, .kind = EXTREME};
    return 1;
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    (void)it;
    return USUAL_GRID;
}

static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed)
{
    struct numbers numbers = {seed, it->kind, 1, it->n};

    (void)exercise;
    return sum_between(&numbers, 0, it->n);
}

/* Each thread of the grid makes two trips of four loads of four numbers. */
static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return (struct run_case){.n = USUAL_GRID * COUNTED_BLOCK * 2 * 16,
                             .block = COUNTED_BLOCK,
                             .launches = 1,
                             .kind = ANY};
}

static struct run_case other(const struct exercise *exercise, unsigned seed)
{
    unsigned block = seed % 2 == 0 ? 128 : 256, trips = 3 + seed / 2 % 7;

    (void)exercise;
    return (struct run_case){
        .n = trips * block * USUAL_GRID * 16, .block = block, .launches = 1, .kind = ANY};
}

const struct work one_total = {
    .tests = {[SUM_ONE] = CASES(few),
              [SUM_ODD] = CASES(odd),
              [SUM_LARGE] = CASES(large),
              [SUM_BLOCKS] = CASES(sizes),
              [CLEAN] = CASES(clean)},
    .complete = complete,
    .beyond = beyond,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .other = other,
    .further_stores = 2, /* the total; the ticket, set back */
    .shifted_loads = shifted_loads_of_sums,
    .print_size = print_size_of_sums,
    .words = &words_of_sums,
};
