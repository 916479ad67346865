/*
 * A sum of floats for each row of a matrix; all rows have as many columns.
 */
#include "rows.h"

#include <string.h>

#include "../kernel_names.h"
#include "shapes.h"

#define INSTANCE "<RowSum, 256, 2, 2>"

static const struct run_case few[] = {{.n = 1, .columns = 1},
                                      {.n = 2, .columns = 2},
                                      {.n = 3, .columns = 1},
                                      {.n = 2 * 9, .columns = 9, .offset = 1}};

static const struct run_case odd[] = {
    {.n = 17 * 255, .columns = 255},
    {.n = 31 * 67, .columns = 67, .offset = 1},
    {.n = 15 * 129, .columns = 129, .offset = 2},
    {.n = 33 * 31, .columns = 31, .offset = 3},
    {.n = 1 * 256, .columns = 256},
    {.n = 50 * 4, .columns = 4},
    {.n = 47 * 253, .columns = 253},
};

static const struct run_case large[] = {{.n = 70001, .columns = 1, .offset = 1},
                                        {.n = 4001 * 33, .columns = 33}};

static const struct run_case counts[] = {
    {.n = 15 * 200, .columns = 200}, {.n = 16 * 200, .columns = 200},
    {.n = 17 * 200, .columns = 200}, {.n = 31 * 201, .columns = 201},
    {.n = 32 * 202, .columns = 202}, {.n = 33 * 203, .columns = 203}};

static const struct run_case clean[] = {{.n = 1667 * 3, .columns = 3, .offset = 3},
                                        {.n = 32 * 256, .columns = 256},
                                        {.n = 7 * 100, .columns = 100},
                                        {.n = 284 * 7, .columns = 7, .offset = 1},
                                        {.n = 2, .columns = 1}};

static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    it->block = ROWS_BLOCK;
    it->kind = SMALL;
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    return (it->n / it->columns + ROWS_OF_BLOCK - 1) / ROWS_OF_BLOCK;
}

/* course/judge_rows.c: each row has its weight, so that no two can be exchanged. */
static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed)
{
    struct numbers numbers = {seed, it->kind, 1, it->n};
    long long weighted = 0;

    (void)exercise;
    for (size_t row = 0; row < it->n / it->columns; row++)
        weighted += (long long)(row + 1) *
                    sum_between(&numbers, row * it->columns, (row + 1) * it->columns);
    return weighted;
}

static struct run_case counted(unsigned blocks)
{
    return (struct run_case){.n = blocks * ROWS_OF_BLOCK * COUNTED_COLUMNS,
                             .block = ROWS_BLOCK,
                             .columns = COUNTED_COLUMNS,
                             .launches = 1,
                             .kind = SMALL};
}

static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return counted(4);
}

/* 3, 5, 6, ... blocks: not the usual ones. */
static struct run_case other(const struct exercise *exercise, unsigned seed)
{
    unsigned blocks = 3 + seed / 2 % 7;

    (void)exercise;
    return counted(blocks + (blocks > 3));
}

/* For each row two loads of four numbers for each lane, and two for both ends. */
static double shifted_loads(const struct run_case *launch, unsigned blocks)
{
    (void)blocks;
    return 4.0 * launch->n / COUNTED_COLUMNS;
}

static void print_size(const struct run_case *it, FILE *file)
{
    print_size_of_sums(it, file);
    fprintf(file, ", rows of %u", it->columns);
}

static const struct work work = {
    .tests = {[SUM_ONE] = CASES(few),
              [SUM_ODD] = CASES(odd),
              [SUM_LARGE] = CASES(large),
              [SUM_BLOCKS] = CASES(counts),
              [CLEAN] = CASES(clean)},
    .complete = complete,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .other = other,
    .is_always_even = 1,
    .shifted_loads = shifted_loads,
    .print_size = print_size,
    .words = &words_of_sums,
};

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    const char *behind = behind_name(name, kernel);

    snprintf(as, bytes, "rows");
    return behind != NULL && strcmp(behind, "<RowSum, 256u, 2u, 2u>(float const*, RowSum::result*, "
                                            "sharing, meeting<RowSum>)") == 0;
}

static void write_instances(const char *kernel, FILE *file)
{
    fprintf(file, "#undef auto\nauto *course_instance = &%s" INSTANCE ";\n", kernel);
}

const struct shape rows = {
    .work = &work,
    .host_program = "judge_rows",
    .headers = "step17_rows",
    .launched = 1,
    .kernels = 1,
    .is_kernel = is_kernel,
    .write_instances = write_instances,
    .wanted = "",
};
