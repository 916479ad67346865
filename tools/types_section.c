/*
 * Prints what `make types` measured, as Markdown for step 16's page: how CUB compares for each type
 * and operator, or what it costs to add up in an order.
 *
 *     types_section contest|order FOLDER...
 *
 * Each folder is one that tools/record.sh wrote; those without types.csv are left out.
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

/* The cell of a pair's rate at its largest n, of the memory's peak. */
static void print_rate(const struct csv *csv, const char *type, const char *op)
{
    double rate = NAN;

    for (size_t row = 0; row < csv->count; row++)
        if (is_pair(csv, row, type, op))
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

static void print_contest(const struct csv *csv)
{
    size_t last = csv->count - 1;

    printf(
        "CUB's time over that of step 16, the least and the largest for n from 2^%s to 2^%s:\n\n",
        csv_text(csv, 0, "exponent"), csv_text(csv, last, "exponent"));
    print_pairs(csv, "", print_ratios);
    printf("\nStep 16's share of the memory's peak at the largest n:\n\n");
    print_pairs(csv, "", print_rate);
}

/* A line for each type whose sum was also added up in any order: that time over step 16's. */
static void print_order(const struct csv *csv)
{
    const char *types[NAMES_MAX], *exponents[NAMES_MAX];
    size_t type_count = names_of(csv, "type", types);
    size_t exponent_count = names_of(csv, "exponent", exponents);

    printf("| sum of |");
    for (size_t i = 0; i < exponent_count; i++)
        printf(" 2^%s |", exponents[i]);
    printf("\n|---|");
    for (size_t i = 0; i < exponent_count; i++)
        printf("--:|");
    printf("\n");
    for (size_t type = 0; type < type_count; type++) {
        int has_name = 0;

        for (size_t row = 0; row < csv->count; row++) {
            double any_order = csv_number(csv, row, "any_order_ms");

            if (strcmp(csv_text(csv, row, "type"), types[type]) != 0 || isnan(any_order))
                continue;
            if (!has_name)
                printf("| %s |", types[type]);
            has_name = 1;
            print_cell(csv_number(csv, row, "step16_ms") / any_order, 3, "");
        }
        if (has_name)
            printf("\n");
    }
}

int main(int argc, char **argv)
{
    int found = 0;

    if (argc < 3 || (strcmp(argv[1], "contest") != 0 && strcmp(argv[1], "order") != 0)) {
        fprintf(stderr, "usage: types_section contest|order FOLDER...\n");
        return 2;
    }
    for (int i = 2; i < argc; i++) {
        struct recording recording;
        char path[4096];
        struct csv types;

        snprintf(path, sizeof path, "%s/types.csv", argv[i]);
        if (!csv_read(path, &types) || types.count == 0)
            continue;
        if (!read_recording(argv[i], &recording))
            return 3;
        printf("%s%s, %s.\n\n", found ? "\n" : "", recording.device, recording.conditions);
        if (strcmp(argv[1], "contest") == 0)
            print_contest(&types);
        else
            print_order(&types);
        found = 1;
    }
    if (!found)
        printf("Not measured yet.\n");
    return 0;
}
