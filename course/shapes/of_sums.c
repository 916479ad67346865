/*
 * The common part of the shapes that add up ints, or rows.
 */
#include "shapes.h"

static void print_value(const struct run_case *it, long long value, FILE *file)
{
    (void)it;
    fprintf(file, "%lld", value);
}

static void print_left(unsigned left, FILE *file)
{
    fprintf(file, "the ticket is left at %u", left);
}

const struct words words_of_sums = {.result = "sum",
                                    .title = "sum ",
                                    .elements = "ints",
                                    .print_value = print_value,
                                    .print_left = print_left};

void print_size_of_sums(const struct run_case *it, FILE *file)
{
    fprintf(file, "n = %zu, blocks of %u", it->n, it->block);
}

double shifted_loads_of_sums(const struct run_case *launch, unsigned blocks)
{
    /* where the numbers end, the lanes of one warp may part: some take four in turn, others the
     * last three one by one */
    return launch->n / 128.0 + 3 * blocks + 3;
}
