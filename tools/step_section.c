/*
 * Prints what was measured of one step, as Markdown for its page: what the program
 * said on each device, or a table of the first device's times and counters beside those
 * of the step before.
 *
 *     step_section run|counters PROGRAM FOLDER...
 *
 * Each folder is one that tools/record.sh wrote.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

struct line {
    const char *text;
    const char *name; /* of the column, in run.csv or counters.csv */
    int decimals;
    const char *unit;
};

static const struct line of_run[] = {
    {"GB/s", "gb_per_second", 0, ""},
    {"% of peak bandwidth", "percent_of_peak", 1, " %"},
};
static const struct line of_counters[] = {
    {"global load sectors", "global_load_sectors", 0, ""},
    {"load efficiency", "global_load_efficiency", 2, " %"},
    {"global store sectors", "global_store_sectors", 0, ""},
    {"store efficiency", "global_store_efficiency", 2, " %"},
    {"shared wavefronts, loads", "shared_load_wavefronts", 0, ""},
    {"shared wavefronts, stores", "shared_store_wavefronts", 0, ""},
};

/* The lines that the program ended with, one for each kernel that it timed. */
static void print_program(const struct recording *recording, const char *program)
{
    const struct csv *run = &recording->run;

    for (size_t row = 0; row < run->count; row++) {
        if (strcmp(csv_text(run, row, "program"), program) != 0)
            continue;
        printf("GPU: sum %s, %s", csv_text(run, row, "sum"), csv_text(run, row, "kernel"));
        if (csv_number(run, row, "grid") > 0) /* libraries choose their own, and do not say */
            printf("<<<%s, %s>>>", csv_text(run, row, "grid"), csv_text(run, row, "block"));
        printf(", %.4f ms (min %.4f, max %.4f, %s runs", csv_number(run, row, "median_ms"),
               csv_number(run, row, "min_ms"), csv_number(run, row, "max_ms"),
               csv_text(run, row, "runs"));
        if (csv_text(run, row, "cache") != NULL) /* older recordings have no such columns */
            printf(", %s cache; an empty launch: %.4f ms", csv_text(run, row, "cache"),
                   csv_number(run, row, "launch_ms"));
        printf("), %.1f GB/s = %.1f %% of peak: %s\n", csv_number(run, row, "gb_per_second"),
               csv_number(run, row, "percent_of_peak"), csv_text(run, row, "status"));
    }
}

static void print_line(const struct line *line, const struct csv *csv, const size_t *rows,
                       size_t columns)
{
    printf("| %s |", line->text);
    for (size_t i = 0; i < columns; i++)
        print_cell(csv_number(csv, rows[i], line->name), line->decimals, line->unit);
    printf("\n");
}

/* The step in that row and the one before it, if there is one. */
static void print_table(const struct recording *recording, size_t row)
{
    const struct csv *run = &recording->run;
    size_t columns = row > 0 ? 2 : 1;
    size_t rows[2] = {row > 0 ? row - 1 : row, row}, counter_rows[2];

    printf("| %s |", recording->device);
    for (size_t i = 0; i < columns; i++) {
        printf(" step %.2s |", csv_text(run, rows[i], "program") + strlen("step"));
        counter_rows[i] = (size_t)counters_row(recording, csv_text(run, rows[i], "kernel"));
    }
    printf("\n|---|%s\n| time (ms), median |", columns == 2 ? "--:|--:|" : "--:|");
    for (size_t i = 0; i < columns; i++)
        print_cell(csv_number(run, rows[i], "median_ms"), 4, "");
    if (columns == 2) {
        printf("\n| speed-up | |");
        print_cell(csv_number(run, rows[0], "median_ms") / csv_number(run, rows[1], "median_ms"), 2,
                   "");
    }
    printf("\n");
    for (size_t i = 0; i < sizeof of_run / sizeof of_run[0]; i++)
        print_line(&of_run[i], run, rows, columns);
    if (recording->counters.count > 0)
        for (size_t i = 0; i < sizeof of_counters / sizeof of_counters[0]; i++)
            print_line(&of_counters[i], &recording->counters, counter_rows, columns);
}

int main(int argc, char **argv)
{
    if (argc < 4 || (strcmp(argv[1], "run") != 0 && strcmp(argv[1], "counters") != 0)) {
        fprintf(stderr, "usage: step_section run|counters PROGRAM FOLDER...\n");
        return 2;
    }
    int found = 0;

    for (int i = 3; i < argc; i++) {
        struct recording recording;

        if (!read_recording(argv[i], &recording))
            return 3;
        long row = run_row(&recording, argv[2]);

        if (row < 0)
            continue;
        found = 1;
        if (argv[1][0] == 'c') {
            print_table(&recording, (size_t)row);
            break;
        }
        printf("%s, %s:\n\n```text\n", recording.device, recording.conditions);
        print_program(&recording, argv[2]);
        printf("```\n");
    }
    if (!found)
        printf("Not measured yet.\n");
    return 0;
}
