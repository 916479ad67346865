/*
 * One kernel with several operators, types and tiles: course/reductions.h. Tests run all of them, n
 * around whole tiles, grids and blocks that have nothing to do with the tiles, but for a tile
 * alone, whose block has a warp for each part. A case's bits are the order's, for any launch.
 */
#include "../kernel_names.h"

#include <string.h>

#include "shapes.h"

enum {
    COUNTED_TILES = 6, /* of sums of floats */
    COUNTED_BLOCK = 128,
    LAUNCHES = 4
};

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

static const struct run_case sizes[] = {
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

static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    if (it->launches == 0)
        it->launches = LAUNCHES;
    if (it->kind != EXTREME)
        it->kind = ANY;
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    return (unsigned)tiles_of(it->reduction, it->n);
}

static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed)
{
    struct numbers numbers = {seed, it->kind, 1, it->n};

    (void)exercise;
    return reduced_in_order(it->reduction, &numbers);
}

static struct run_case counted(unsigned tiles, unsigned block)
{
    return (struct run_case){.n = tiles * tile_elements(FLOAT_SUM),
                             .block = block,
                             .reduction = FLOAT_SUM,
                             .launches = 1,
                             .kind = ANY};
}

static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return counted(COUNTED_TILES, COUNTED_BLOCK);
}

/* A tile is four warps': blocks of two or of four. */
static struct run_case other(const struct exercise *exercise, unsigned seed)
{
    (void)exercise;
    return counted(3 + seed / 2 % 7, seed % 2 == 0 ? 64 : 128);
}

static void print_size(const struct run_case *it, FILE *file)
{
    fprintf(file, "%s: n = %u, blocks of %u", reductions[it->reduction].name, it->n, it->block);
}

static void print_value(const struct run_case *it, long long value, FILE *file)
{
    char text[80];

    packed_text(it->reduction, value, text, sizeof text);
    fputs(text, file);
}

static void print_left(unsigned left, FILE *file)
{
    fprintf(file, "%u words of mail and tickets are left that are not 0", left);
}

static const struct words words = {.result = "result",
                                   .title = "",
                                   .elements = "elements",
                                   .print_value = print_value,
                                   .print_left = print_left};

static const struct work work = {
    .tests = {[SUM_ONE] = CASES(few),
              [SUM_ODD] = CASES(odd),
              [SUM_LARGE] = CASES(many),
              [SUM_BLOCKS] = CASES(sizes),
              [CLEAN] = CASES(clean)},
    .is_long = 1,
    .complete = complete,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .other = other,
    .print_size = print_size,
    .words = &words,
};

/* The reduction whose instance a function is, or NO_REDUCTION. */
static enum reduction reduction_of(const char *kernel, const char *name)
{
    const char *behind = behind_name(name, kernel);
    char text[256];

    for (int reduction = NO_REDUCTION + 1; behind != NULL && reduction < REDUCTIONS; reduction++) {
        const struct reduction_kind *it = &reductions[reduction];

        snprintf(text, sizeof text,
                 "<%s, %s, %s>(%s const*, unsigned long long*, unsigned int*, %s::accumulator*, "
                 "unsigned long, unsigned int, unsigned long)",
                 it->operation, it->type, it->tile, it->type, it->operation);
        if (strcmp(behind, text) == 0)
            return (enum reduction)reduction;
    }
    return NO_REDUCTION;
}

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    enum reduction reduction = reduction_of(kernel, name);

    snprintf(as, bytes, "%d", (int)reduction);
    return reduction != NO_REDUCTION;
}

static void write_instances(const char *kernel, FILE *file)
{
    fprintf(file, "#undef auto\n");
    for (int reduction = NO_REDUCTION + 1; reduction < REDUCTIONS; reduction++)
        fprintf(file, "auto *course_instance_%d = &%s<%s, %s, %s>;\n", reduction, kernel,
                reductions[reduction].operation, reductions[reduction].type,
                reductions[reduction].tile);
}

const struct shape any_type = {
    .work = &work,
    .host_program = "judge_reductions",
    .headers = "step16_any_type",
    .launched = 1,
    .kernels = REDUCTIONS - 1,
    .is_kernel = is_kernel,
    .write_instances = write_instances,
    .wanted = "",
};
