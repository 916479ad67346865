/*
 * Prints what was measured of dirty and clean caches as Markdown, for docs/measuring.md: a
 * table for each device that has a recording of it.
 *
 *     cache_section FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

/* The median time of the kernel of that row on that cache at n = 2^exponent; NAN for none. */
static double time_of(const struct csv *csv, size_t kernel, const char *cache, double exponent)
{
    for (size_t row = 0; row < csv->count; row++)
        if (strcmp(csv_text(csv, row, "step"), csv_text(csv, kernel, "step")) == 0 &&
            strcmp(csv_text(csv, row, "loads"), csv_text(csv, kernel, "loads")) == 0 &&
            strcmp(csv_text(csv, row, "cache"), cache) == 0 &&
            csv_number(csv, row, "exponent") == exponent)
            return csv_number(csv, row, "median_ms");
    return NAN;
}

/* The rows of one n stand together; each n has the kernels of the first, in the same order. */
static void print_table(const struct recording *recording, const struct csv *csv, int is_first)
{
    double first = csv_number(csv, 0, "exponent"), last = NAN;

    print_heading(recording, is_first);
    printf("| ms (median) |");
    for (size_t row = 0; row < csv->count; row++) {
        double exponent = csv_number(csv, row, "exponent");

        if (exponent != last)
            printf(" 2^%.0f, dirty | clean |", exponent);
        last = exponent;
    }
    last = NAN;
    printf("\n|---|");
    for (size_t row = 0; row < csv->count; row++) {
        if (csv_number(csv, row, "exponent") != last)
            printf("--:|--:|");
        last = csv_number(csv, row, "exponent");
    }
    printf("\n");
    for (size_t kernel = 0; csv_number(csv, kernel, "exponent") == first; kernel++) {
        if (strcmp(csv_text(csv, kernel, "cache"), "dirty") != 0)
            continue;
        printf("| %s, %s loads |", csv_text(csv, kernel, "step"), csv_text(csv, kernel, "loads"));
        last = NAN;
        for (size_t row = 0; row < csv->count; row++) {
            double exponent = csv_number(csv, row, "exponent");

            if (exponent != last) {
                print_cell(time_of(csv, kernel, "dirty", exponent), 4, "");
                print_cell(time_of(csv, kernel, "clean", exponent), 4, "");
            }
            last = exponent;
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: cache_section FOLDER...\n");
        return 2;
    }
    return print_recorded("cache", argv + 1, read_recording, print_table);
}
