/*
 * Prints what was measured of sums on several GPUs as Markdown, for the page of step 18: for each
 * machine that has a recording of them
 *
 *     gpus_section scaling FOLDER...     the times of gpus.csv over n, on one GPU and on several
 *     gpus_section fit FOLDER...         the straight lines through them
 *     gpus_section overlap FOLDER...     the ways of overlap.csv
 *     gpus_section claim FOLDER...       what all GPUs gain at the largest n
 *
 * Each folder is one that tools/record/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

/* How many rows there are of the first n: one of each program or way, in the order of all n. */
static size_t rows_of_each_n(const struct csv *csv)
{
    size_t rows = 0;

    while (rows < csv->count && csv_number(csv, rows, "exponent") == csv_number(csv, 0, "exponent"))
        rows++;
    return rows;
}

/* Every second power of two, from the last one down to the first. */
static int is_shown(const struct csv *csv, double exponent)
{
    return fmod(csv_number(csv, csv->count - 1, "exponent") - exponent, 2) == 0;
}

static void print_scaling(const struct recording *recording, const struct csv *csv, int is_first)
{
    size_t programs = rows_of_each_n(csv);

    print_heading(recording, is_first);
    printf("| ms (median) |");
    for (size_t i = 0; i < programs; i++)
        printf(" %s | %s |", csv_text(csv, i, "program"), i == 0 ? "range" : "times as fast");
    printf("\n|---|");
    for (size_t i = 0; i < programs; i++)
        printf("--:|--:|");
    printf("\n");
    for (size_t row = 0; row < csv->count; row += programs) {
        double exponent = csv_number(csv, row, "exponent");

        if (!is_shown(csv, exponent))
            continue;
        printf("| 2^%.0f |", exponent);
        for (size_t i = row; i < row + programs; i++) {
            print_cell(csv_number(csv, i, "median_ms"), 4, "");
            if (i == row)
                print_range(csv, i);
            else
                print_cell(csv_number(csv, i, "speedup"), 2, "");
        }
        printf("\n");
    }
}

/* Where the second line crosses `times` of the first: log2 of n. */
static double crossing(struct line_fit one, struct line_fit several, double times)
{
    /* one = times * several, in microseconds; GB/s are 1000 bytes a microsecond */
    double fixed = times * several.fixed_microseconds - one.fixed_microseconds;
    double slope = 4e-3 / one.gb_per_second - times * 4e-3 / several.gb_per_second;

    return log2(fixed / slope);
}

static void print_crossings(const char *program, double gpus, struct line_fit one,
                            struct line_fit several)
{
    double most = 0.975 * gpus;

    printf("By these lines %s are faster than one from n = 2^%.1f on, and %.2f times as fast from "
           "n = 2^%.1f on.\n",
           program, crossing(one, several, 1), most, crossing(one, several, most));
}

static void print_fit(const struct recording *recording, const struct csv *csv, int is_first)
{
    size_t programs = rows_of_each_n(csv);

    print_heading(recording, is_first);
    printf("| | fixed cost (µs) | rate (GB/s) | furthest from the line |\n|---|--:|--:|--:|\n");
    for (size_t i = 0; i < programs; i++) {
        const char *program = csv_text(csv, i, "program");
        struct line_fit line = fit_line(csv, program, NULL);

        printf("| %s |", program);
        print_cell(line.fixed_microseconds, 1, "");
        print_cell(line.gb_per_second, 0, "");
        print_cell(100 * line.worst, 0, " %");
        printf("\n");
    }
    printf("\n");
    for (size_t i = 1; i < programs; i++)
        if (csv_number(csv, i, "joined") == 1)
            print_crossings(csv_text(csv, i, "program"), csv_number(csv, i, "gpus"),
                            fit_line(csv, csv_text(csv, 0, "program"), NULL),
                            fit_line(csv, csv_text(csv, i, "program"), NULL));
}

/* One line: the largest n of all. */
static void print_claim(const struct recording *recording, const struct csv *csv, int is_first)
{
    size_t programs = rows_of_each_n(csv), row = csv->count;
    const char *name = csv_text(csv, 0, "program");

    (void)is_first; /* items of one list: nothing stands between them */
    for (size_t i = csv->count - programs; i < csv->count; i++)
        if (csv_number(csv, i, "joined") == 1)
            row = i;
    printf("- %s: %s are %.2f times as fast as %s at 2^%.0f: %.4f ms, %.0f GB/s.\n",
           recording->device, csv_text(csv, row, "program"), csv_number(csv, row, "speedup"), name,
           csv_number(csv, row, "exponent"), csv_number(csv, row, "median_ms"),
           4 * csv_number(csv, row, "n") / csv_number(csv, row, "median_ms") / 1e6);
}

static void print_overlap(const struct recording *recording, const struct csv *csv, int is_first)
{
    size_t ways = rows_of_each_n(csv);

    print_heading(recording, is_first);
    printf("| ms (median) |");
    for (size_t row = 0; row < csv->count; row += ways)
        printf(" 2^%s | range |", csv_text(csv, row, "exponent"));
    printf("\n|---|");
    for (size_t row = 0; row < csv->count; row += ways)
        printf("--:|--:|");
    printf("\n");
    for (size_t i = 0; i < ways; i++) {
        const char *numbers = csv_text(csv, i, "numbers"), *way = csv_text(csv, i, "way");

        if (i == 0 || strcmp(numbers, csv_text(csv, i - 1, "numbers")) != 0) {
            printf("| **the numbers begin %s** |",
                   strcmp(numbers, "host") == 0 ? "in the host's memory" : "on the GPUs");
            for (size_t row = 0; row < csv->count; row += ways)
                printf(" | |");
            printf("\n");
        }
        printf("| %s |", way);
        for (size_t row = i; row < csv->count; row += ways) {
            print_cell(csv_number(csv, row, "median_ms"), 4, "");
            print_range(csv, row);
        }
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name, *file;
        void (*print)(const struct recording *recording, const struct csv *csv, int is_first);
    } sections[] = {{"scaling", "gpus", print_scaling},
                    {"fit", "gpus", print_fit},
                    {"claim", "gpus", print_claim},
                    {"overlap", "overlap", print_overlap}};
    size_t count = sizeof sections / sizeof sections[0], section = 0;

    while (argc > 2 && section < count && strcmp(argv[1], sections[section].name) != 0)
        section++;
    if (argc < 3 || section == count) {
        fprintf(stderr, "usage: gpus_section scaling|fit|overlap|claim FOLDER...\n");
        return 2;
    }
    return print_recorded(sections[section].file, argv + 2, read_device, sections[section].print);
}
