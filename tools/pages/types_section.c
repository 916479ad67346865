/*
 * Prints what `make types` measured, as Markdown for step 16's page: how CUB compares for each type
 * and operator, or what it costs to add up in an order.
 *
 *     types_section contest|order FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote; those without types.csv are left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

enum { NAMES_MAX = 16 };

/* The different values of a column, in the order in which they come. */
static size_t names_of(const struct csv *csv, const char *column, const char **names)
{
    size_t count = 0;

    for (size_t row = 0; row < csv->count; row++) {
        const char *name = csv_text(csv, row, column);
        size_t i = 0;

        while (i < count && strcmp(names[i], name) != 0)
            i++;
        if (i == count && count < NAMES_MAX)
            names[count++] = name;
    }
    return count;
}

static int is_pair(const struct csv *csv, size_t row, const char *type, const char *op)
{
    return strcmp(csv_text(csv, row, "type"), type) == 0 &&
           strcmp(csv_text(csv, row, "op"), op) == 0;
}

/* The cell of a pair: the least and the largest ratio over all n; a dash where there is none. */
static void print_ratios(const struct csv *csv, const char *type, const char *op)
{
    double least = INFINITY, most = 0;

    for (size_t row = 0; row < csv->count; row++) {
        double ratio = csv_number(csv, row, "times_cub");

        if (!is_pair(csv, row, type, op) || isnan(ratio))
            continue;
        least = fmin(least, ratio);
        most = fmax(most, ratio);
    }
    if (most > 0)
        printf(" %.3f – %.2f |", least, most);
    else
        printf(" – |");
}

/* The exponent of the largest n that was measured of any pair. */
static double largest_exponent(const struct csv *csv)
{
    double largest = 0;

    for (size_t row = 0; row < csv->count; row++)
        largest = fmax(largest, csv_number(csv, row, "exponent"));
    return largest;
}

/* The cell of a pair's rate at the largest n, of the memory's peak; a dash if it has none there. */
static void print_rate(const struct csv *csv, const char *type, const char *op)
{
    double rate = NAN;

    for (size_t row = 0; row < csv->count; row++)
        if (is_pair(csv, row, type, op) &&
            csv_number(csv, row, "exponent") == largest_exponent(csv))
            rate = csv_number(csv, row, "n") * csv_number(csv, row, "element_bytes") /
                   csv_number(csv, row, "step16_ms") / 1e6 /
                   csv_number(csv, row, "peak_gb_per_second");
    print_cell(100 * rate, 1, " %");
}

static void print_pairs(const struct csv *csv, const char *corner,
                        void (*print)(const struct csv *, const char *, const char *))
{
    const char *types[NAMES_MAX], *ops[NAMES_MAX];
    size_t type_count = names_of(csv, "type", types), op_count = names_of(csv, "op", ops);

    printf("| %s |", corner);
    for (size_t type = 0; type < type_count; type++)
        printf(" %s |", types[type]);
    printf("\n|---|");
    for (size_t type = 0; type < type_count; type++)
        printf("--:|");
    printf("\n");
    for (size_t op = 0; op < op_count; op++) {
        printf("| %s |", ops[op]);
        for (size_t type = 0; type < type_count; type++)
            print(csv, types[type], ops[op]);
        printf("\n");
    }
}

static void print_contest(const struct recording *recording, const struct csv *csv, int is_first)
{
    print_heading(recording, is_first);
    printf(
        "CUB's time over that of step 16, the least and the largest for n from 2^%s to 2^%.0f, as "
        "far as measured:\n\n",
        csv_text(csv, 0, "exponent"), largest_exponent(csv));
    print_pairs(csv, "", print_ratios);
    printf("\nStep 16's share of the memory's peak at n = 2^%.0f:\n\n", largest_exponent(csv));
    print_pairs(csv, "", print_rate);
}

/* The row of a type's sum at an exponent that was also added up in any order, or -1. */
static long row_of_order(const struct csv *csv, const char *type, int exponent)
{
    for (size_t row = 0; row < csv->count; row++)
        if (strcmp(csv_text(csv, row, "type"), type) == 0 &&
            csv_number(csv, row, "exponent") == exponent &&
            !isnan(csv_number(csv, row, "any_order_ms")))
            return (long)row;
    return -1;
}

/* How many of the types have such a row. */
static int count_order(const struct csv *csv, const char **types, size_t type_count, int exponent)
{
    int count = 0;

    for (size_t type = 0; type < type_count; type++)
        count += row_of_order(csv, types[type], exponent) >= 0;
    return count;
}

/* A line for each type whose sum was also added up in any order: step 16's time over that one. */
static void print_order(const struct recording *recording, const struct csv *csv, int is_first)
{
    const char *types[NAMES_MAX];
    size_t type_count = names_of(csv, "type", types);
    int first = (int)csv_number(csv, 0, "exponent"), last = (int)largest_exponent(csv);

    print_heading(recording, is_first);
    printf("| sum of |");
    for (int exponent = first; exponent <= last; exponent++)
        if (count_order(csv, types, type_count, exponent) > 0)
            printf(" 2^%d |", exponent);
    printf("\n|---|");
    for (int exponent = first; exponent <= last; exponent++)
        if (count_order(csv, types, type_count, exponent) > 0)
            printf("--:|");
    printf("\n");
    for (size_t type = 0; type < type_count; type++) {
        if (row_of_order(csv, types[type], first) < 0)
            continue;
        printf("| %s |", types[type]);
        for (int exponent = first; exponent <= last; exponent++) {
            long row = row_of_order(csv, types[type], exponent);

            if (count_order(csv, types, type_count, exponent) > 0)
                print_cell(row < 0 ? NAN
                                   : csv_number(csv, (size_t)row, "step16_ms") /
                                         csv_number(csv, (size_t)row, "any_order_ms"),
                           3, "");
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 3 || (strcmp(argv[1], "contest") != 0 && strcmp(argv[1], "order") != 0)) {
        fprintf(stderr, "usage: types_section contest|order FOLDER...\n");
        return 2;
    }
    return print_recorded("types", argv + 2, read_recording,
                          strcmp(argv[1], "contest") == 0 ? print_contest : print_order);
}
