/*
 * Prints one of the experiments of compare/ as Markdown: a table for each device that has a
 * recording of it, with a line for each kernel and a column for each n, of medians and ranges.
 *
 *     contest_section NAME us|ms FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote; NAME.csv in it has the columns kernel,
 * exponent, and, for us, median_us, min_us and max_us.
 */
#include <stdio.h>
#include <string.h>

#include "recording.h"

static const char *unit; // of the times: "us" or "ms"

/* The rows of one n stand together; each n has the kernels of the first, in the same order. */
static void print_table(const struct recording *recording, const struct csv *csv, int is_first)
{
    char median[16], min[16], max[16];
    const char *first = csv_text(csv, 0, "exponent");
    int decimals = strcmp(unit, "us") == 0 ? 3 : 4;
    size_t kernels = 0;

    print_heading(recording, is_first);
    snprintf(median, sizeof median, "median_%s", unit);
    snprintf(min, sizeof min, "min_%s", unit);
    snprintf(max, sizeof max, "max_%s", unit);
    while (kernels < csv->count && strcmp(csv_text(csv, kernels, "exponent"), first) == 0)
        kernels++;
    printf("| %s |", strcmp(unit, "us") == 0 ? "µs" : "ms");
    for (size_t row = 0; row < csv->count; row += kernels)
        printf(" 2^%s | range |", csv_text(csv, row, "exponent"));
    printf("\n|---|");
    for (size_t row = 0; row < csv->count; row += kernels)
        printf("--:|--:|");
    printf("\n");
    for (size_t kernel = 0; kernel < kernels; kernel++) {
        printf("| %s |", csv_text(csv, kernel, "kernel"));
        for (size_t row = kernel; row < csv->count; row += kernels) {
            print_cell(csv_number(csv, row, median), decimals, "");
            printf(" %.*f – %.*f |", decimals, csv_number(csv, row, min), decimals,
                   csv_number(csv, row, max));
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 4 || (strcmp(argv[2], "us") != 0 && strcmp(argv[2], "ms") != 0)) {
        fprintf(stderr, "usage: contest_section NAME us|ms FOLDER...\n");
        return 2;
    }
    unit = argv[2];
    return print_recorded(argv[1], argv + 3, read_recording, print_table);
}
