/*
 * Prints what was measured of step 14's variants as Markdown, for the page of step 14: a
 * table for each device that has a recording of them.
 *
 *     variants_section FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

/* The variant's time over that of step 14 at n = 2^exponent; NAN if it took no part. */
static double times_step_14(const struct csv *csv, const char *variant, int exponent)
{
    for (size_t row = 0; row < csv->count; row++)
        if (strcmp(csv_text(csv, row, "variant"), variant) == 0 &&
            csv_number(csv, row, "exponent") == exponent)
            return csv_number(csv, row, "times_step_14");
    return NAN;
}

/* The rows of a variant stand together, and the first variant is step 14 itself, at all sizes. */
static void print_table(const struct recording *recording, const struct csv *csv, int is_first)
{
    const char *first = csv_text(csv, 0, "variant");
    size_t sizes = 0;

    print_heading(recording, is_first);
    while (sizes < csv->count && strcmp(csv_text(csv, sizes, "variant"), first) == 0)
        sizes++;
    printf("| |");
    for (size_t i = 0; i < sizes; i++)
        printf(" 2^%s |", csv_text(csv, i, "exponent"));
    printf("\n|---|");
    for (size_t i = 0; i < sizes; i++)
        printf("--:|");
    printf("\n");
    for (size_t row = sizes; row < csv->count; row++) {
        const char *variant = csv_text(csv, row, "variant");

        if (strcmp(variant, csv_text(csv, row - 1, "variant")) == 0)
            continue;
        printf("| %s |", variant);
        for (size_t i = 0; i < sizes; i++)
            print_cell(times_step_14(csv, variant, (int)csv_number(csv, i, "exponent")), 2, "");
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: variants_section FOLDER...\n");
        return 2;
    }
    return print_recorded("variants", argv + 1, read_recording, print_table);
}
