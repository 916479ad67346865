/*
 * A result of floats for each row of a matrix; all rows have as many columns. The kernel has
 * several instances: course/row_kinds.h.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../kernel_names.h"
#include "../row_kinds.h"
#include "rows.h"
#include "shapes.h"

enum {
    COUNTED_BLOCKS = 4,
    NUMBERS_OF_TEST = 16000,            /* of a case, about */
    NUMBERS_COUNTED = 300000,           /* of a counted launch, at most */
    LACKING_BLOCKS = 2 * MAIN_ROWS + 1, /* and one more for each kind */
    MANY = LACKING_BLOCKS + ROW_KINDS,  /* blocks of one, at least */
    DRAWN_VAST = 6,                     /* blocks of those that run */
};

struct run_case matrix(enum row_kind kind, unsigned rows, unsigned columns)
{
    return (struct run_case){.instance = kind, .n = rows * columns, .columns = columns};
}

/* Columns up to a row's most: all of them, a few less, or any number. */
static unsigned draw_columns(struct draw *draw, enum row_kind kind)
{
    unsigned most = columns_most(kind);

    switch (draw_between(draw, 0, 4)) {
    case 0: return most;
    case 1: return most - draw_between(draw, 1, 5);
    case 2: return 4 * draw_between(draw, 1, most / 4);
    default: return draw_size(draw, 2, most);
    }
}

/* Some whole blocks of rows, and one row more or less, or a few. */
static unsigned draw_rows(struct draw *draw, enum row_kind kind, unsigned columns)
{
    unsigned of_block = rows_of_block(kind), most = NUMBERS_OF_TEST / (of_block * columns);
    unsigned rows = of_block * draw_between(draw, 1, most < 1 ? 1 : most > 5 ? 5 : most);

    switch (draw_between(draw, 0, 3)) {
    case 0: return rows + 1;
    case 1: return rows - 1;
    case 2: return rows - draw_between(draw, 0, of_block - 1);
    default: return rows;
    }
}

static struct run_case draw_matrix(struct draw *draw, enum row_kind kind)
{
    unsigned columns = draw_columns(draw, kind);
    struct run_case it = matrix(kind, draw_rows(draw, kind, columns), columns);

    it.offset = draw_between(draw, 0, 3);
    return it;
}

static size_t draw_cases(const struct exercise *exercise, enum sum_test test, struct draw *draw,
                         struct run_case cases[CASES_MOST])
{
    size_t count = 0;

    (void)exercise;
    for (enum row_kind kind = USUAL_ROWS; kind < MAIN_ROWS; kind++) {
        unsigned blocks = kind == USUAL_ROWS ? 0 : draw_between(draw, 0, 2);

        switch (test) {
        case SUM_ONE: /* a few numbers */
            cases[count++] = matrix(kind, draw_between(draw, 1, 3), 1);
            cases[count] = matrix(kind, draw_between(draw, 1, 2), draw_between(draw, 2, 9));
            cases[count++].offset = draw_between(draw, 0, 3);
            break;
        case SUM_ODD: /* rows of any length, which begin anywhere */
            for (int i = 0; i < 3; i++)
                cases[count++] = draw_matrix(draw, kind);
            cases[count] = matrix(kind, 5, columns_most(kind) - draw_between(draw, 1, 3));
            cases[count++].offset = draw_between(draw, 1, 3);
            break;
        case SUM_LARGE: /* many rows */
            cases[count++] =
                matrix(kind, draw_between(draw, 1000, kind == USUAL_ROWS ? 4000 : 1600), 33);
            break;
        case SUM_BLOCKS: /* rows that fill a block, and one more or less */
            for (unsigned i = 0; i < 3; i++)
                cases[count++] = matrix(kind, (blocks + 1) * rows_of_block(kind) + i - 1,
                                        draw_between(draw, 8, 128));
            break;
        default:
            cases[count++] = draw_matrix(draw, kind);
            cases[count] = matrix(kind, draw_between(draw, 200, 300), draw_between(draw, 3, 9));
            cases[count++].offset = draw_between(draw, 1, 3);
        }
    }
    for (unsigned kind = MAIN_ROWS; kind < ROW_KINDS; kind++) {
        if (test == SUM_ONE || test == SUM_LARGE)
            continue;
        cases[count] = draw_matrix(draw, kind);
        if (test == SUM_ODD) /* all loads, and numbers beside them */
            cases[count] = matrix(kind, rows_of_block(kind) + draw_between(draw, 0, 3),
                                  columns_most(kind) - draw_between(draw, 1, 3));
        cases[count++].offset = draw_between(draw, 0, 3);
    }
    return count;
}

static void complete(const struct exercise *exercise, struct run_case *it)
{
    (void)exercise;
    it->block = row_instances[it->instance].block;
    it->kind = SMALL;
}

static unsigned grid(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    return (it->n / it->columns - 1) / rows_of_block(it->instance) + 1;
}

/* The result of a row, as an integer: course/row_kinds.h. */
static long long result_of_row(const struct run_case *it, const struct numbers *numbers, size_t row,
                               float *numbers_of_row)
{
    float sum = 0, maximum = -INFINITY;
    double powers = 0;
    int has_nan = 0;

    draw_row(it->instance, numbers, row, numbers_of_row);
    for (size_t column = 0; column < it->columns; column++) {
        float number = numbers_of_row[column];

        sum += number;
        has_nan |= isnan(number);
        if (number > maximum)
            maximum = number;
    }
    if (!row_instances[it->instance].is_softmax)
        return coded_sum(sum, row_unit(numbers));
    for (size_t column = 0; column < it->columns && maximum > -INFINITY; column++)
        powers += row_power(numbers_of_row[column], maximum);
    return has_nan ? coded_softmax(NAN, NAN) : coded_softmax(maximum, (float)powers);
}

/* course/judge_rows.c: each row has its weight, so that no two can be exchanged; of chosen blocks
 * those that they have. */
static long long expected(const struct exercise *exercise, const struct run_case *it, unsigned seed,
                          struct block_sums *blocks)
{
    struct numbers numbers = {seed, it->kind, it->columns, it->n};
    size_t rows = it->n / it->columns, of_block = rows_of_block(it->instance);
    float *numbers_of_row = calloc(it->columns, sizeof *numbers_of_row);
    long long weighted = 0, weight = 0;

    (void)exercise;
    (void)blocks;
    if (numbers_of_row == NULL)
        abort();
    for (unsigned i = 0; i < (it->chosen > 0 ? it->chosen : 1); i++) {
        size_t first = it->chosen > 0 ? it->blocks[i] * of_block : 0;
        size_t end = it->chosen > 0 && first + of_block < rows ? first + of_block : rows;

        for (size_t row = first; row < end; row++)
            weighted += ++weight * result_of_row(it, &numbers, row, numbers_of_row);
    }
    free(numbers_of_row);
    return weighted;
}

/* More numbers than 32 bits count, in rows as long as a row can be. */
static struct run_case vast(const struct exercise *exercise, struct draw *draw)
{
    enum row_kind kind = draw_between(draw, 0, ROW_KINDS - 1);
    struct run_case it = {.instance = kind, .columns = columns_most(kind), .chosen = DRAWN_VAST};

    (void)exercise;
    it.n = (VAST + draw_between(draw, 0, INT_MAX)) / it.columns * it.columns;
    return it;
}

/* Blocks that are full of rows, as long as a row can be. */
static struct run_case counted_launch(enum row_kind kind, unsigned blocks)
{
    struct run_case it = matrix(kind, blocks * rows_of_block(kind), columns_most(kind));

    it.block = row_instances[kind].block;
    it.launches = 1;
    it.kind = SMALL;
    return it;
}

static struct run_case usual(const struct exercise *exercise)
{
    (void)exercise;
    return counted_launch(USUAL_ROWS, COUNTED_BLOCKS);
}

/* The same of rows that are no whole fours, and so begin anywhere. */
static struct run_case lacking_launch(struct draw *draw, enum row_kind kind, unsigned blocks)
{
    unsigned columns = columns_most(kind) - draw_between(draw, 1, columns_most(kind) / 4);
    struct run_case it = matrix(kind, blocks * rows_of_block(kind), columns | 1);

    it.block = row_instances[kind].block;
    it.launches = 1;
    it.kind = SMALL;
    it.offset = draw_between(draw, 0, 3);
    it.counting = LACKING;
    return it;
}

/*
 * Of each instance a launch whose rows begin anywhere; and of each main one also one of one or few
 * blocks and one of many, one of them from anywhere.
 */
static size_t draw_counted(const struct exercise *exercise, struct draw *draw,
                           struct run_case cases[CASES_MOST])
{
    unsigned shift = draw_between(draw, 0, MAIN_ROWS - 1);
    size_t count = 0;

    (void)exercise;
    for (unsigned kind = USUAL_ROWS; kind < ROW_KINDS; kind++)
        cases[count++] = lacking_launch(draw, kind, LACKING_BLOCKS + kind);
    for (enum row_kind kind = USUAL_ROWS; kind < MAIN_ROWS; kind++) {
        unsigned most = NUMBERS_COUNTED / (rows_of_block(kind) * columns_most(kind));
        unsigned times = most < MANY + MAIN_ROWS ? 0 : most / MAIN_ROWS - MANY / MAIN_ROWS - 1;
        size_t shifted = count + draw_between(draw, 0, 1);

        /* no two launches of the same blocks have the same grid, and one has one block */
        unsigned few = (kind + shift) % MAIN_ROWS;

        cases[count++] =
            counted_launch(kind, few == 0 ? 1 : 1 + few + MAIN_ROWS * draw_between(draw, 0, 1));
        cases[count++] =
            counted_launch(kind, MANY + kind + MAIN_ROWS * draw_between(draw, 0, times));
        cases[count - 2].counting = cases[count - 1].counting = WHOLE;
        cases[shifted].counting = SHIFTED;
        cases[shifted].offset = draw_between(draw, 1, 3);
    }
    return count;
}

/* For each row its loads of four numbers for each lane, and two for both ends. */
static double shifted_loads(const struct run_case *launch, unsigned blocks)
{
    (void)blocks;
    return (row_instances[launch->instance].loads + 2.0) * (launch->n / launch->columns);
}

static void print_size(const struct run_case *it, FILE *file)
{
    const struct row_instance *instance = &row_instances[it->instance];

    print_size_of_sums(it, file);
    fprintf(file, ", rows of %u", it->columns);
    if (it->instance != USUAL_ROWS)
        fprintf(file, ", %s, %u, %u, %u", instance->is_softmax ? "Softmax" : "RowSum",
                instance->block, instance->loads, instance->rows);
}

static unsigned unit(const struct run_case *it)
{
    return rows_of_block(it->instance);
}

static size_t of_block(const struct exercise *exercise, const struct run_case *it)
{
    (void)exercise;
    return (size_t)rows_of_block(it->instance) * it->columns;
}

static const struct work work = {
    .draw_cases = draw_cases,
    .unit = unit,
    .complete = complete,
    .vast = vast,
    .draw_named = draw_named_of_rows,
    .draw_any = draw_any_of_rows,
    .grid = grid,
    .expected = expected,
    .usual = usual,
    .draw_counted = draw_counted,
    .of_block = of_block,
    .shifted_loads = shifted_loads,
    .print_size = print_size,
    .words = &words_of_sums,
};

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    const char *behind = behind_name(name, kernel);
    char text[256];

    for (int kind = 0; behind != NULL && kind < ROW_KINDS; kind++) {
        const struct row_instance *it = &row_instances[kind];
        const char *named = it->is_softmax ? "Softmax" : "RowSum";

        snprintf(text, sizeof text,
                 "<%s, %uu, %uu, %uu>(float const*, %s::result*, sharing, meeting<%s>)", named,
                 it->block, it->loads, it->rows, named, named);
        snprintf(as, bytes, "%d", kind);
        if (strcmp(behind, text) == 0)
            return 1;
    }
    return 0;
}

static void write_instances(const char *kernel, FILE *file)
{
    fprintf(file, "#undef auto\n");
    for (int kind = 0; kind < ROW_KINDS; kind++)
        fprintf(file, "auto *course_instance_%d = &%s<%s, %u, %u, %u>;\n", kind, kernel,
                row_instances[kind].is_softmax ? "Softmax" : "RowSum", row_instances[kind].block,
                row_instances[kind].loads, row_instances[kind].rows);
}

const struct shape rows = {
    .work = &work,
    .host_program = "judge_rows",
    .headers = "step17_rows",
    .launched = 1,
    .kernels = ROW_KINDS,
    .is_kernel = is_kernel,
    .begin = CALLS_INLINED,
    .write_instances = write_instances,
    .wanted = "",
};
