/*
 * Prints what was measured of one step, as Markdown for its page: what the program
 * said on each device, or a table of the first device's times and counters beside those
 * of the step before.
 *
 *     step_section run|counters PROGRAM FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote.
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

static const struct line then_the_host = {"then the host (ms), 2^24", "host_ms", 4, ""};
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
        if (csv_number(run, row, "host_ms") > 0)
            printf("; then the host: %.4f ms", csv_number(run, row, "host_ms"));
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

/* The median times for that n, their ranges, speed-up and share of the peak bandwidth. */
static void print_times(const char *n, const struct csv *csv, const size_t *rows, size_t columns)
{
    printf("| **%s ints**: time (ms), median |", n);
    for (size_t i = 0; i < columns; i++)
        print_cell(csv_number(csv, rows[i], "median_ms"), 4, "");
    printf("\n| range |");
    for (size_t i = 0; i < columns; i++)
        print_range(csv, rows[i]);
    if (columns == 2) {
        printf("\n| speed-up | |");
        print_cell(csv_number(csv, rows[0], "median_ms") / csv_number(csv, rows[1], "median_ms"), 2,
                   "");
    }
    printf("\n| GB/s, and of the peak |");
    for (size_t i = 0; i < columns; i++)
        printf(" %.0f, %.1f %% |", csv_number(csv, rows[i], "gb_per_second"),
               csv_number(csv, rows[i], "percent_of_peak"));
    printf("\n");
}

/* The line through the times over n, where there are enough of them. */
static void print_rates(const struct recording *recording, const size_t *rows, size_t columns)
{
    const struct csv *run = &recording->run;
    struct line_fit lines[2];

    for (size_t i = 0; i < columns; i++)
        lines[i] = step_line(recording, csv_text(run, rows[i], "program"));
    if (lines[columns - 1].sizes == 0)
        return;
    printf("| **any n**: fixed cost (µs) |");
    for (size_t i = 0; i < columns; i++)
        print_cell(lines[i].fixed_microseconds, 1, "");
    printf("\n| and rate (GB/s, of the peak) |");
    for (size_t i = 0; i < columns; i++)
        if (lines[i].sizes > 0)
            printf(" %.0f, %.1f %% |", lines[i].gb_per_second,
                   100 * lines[i].gb_per_second / csv_number(run, rows[i], "peak_gb_per_second"));
        else
            printf(" – |");
    printf("\n");
}

/* The step in that row and the one before it, if there is one. */
static void print_table(const struct recording *recording, size_t row)
{
    const struct csv *run = &recording->run;
    size_t columns = row > 0 ? 2 : 1;
    size_t rows[2] = {row > 0 ? row - 1 : row, row}, counter_rows[2], large_rows[2];

    printf("| %s |", recording->device);
    for (size_t i = 0; i < columns; i++) {
        printf(" step %.2s |", csv_text(run, rows[i], "program") + strlen("step"));
        counter_rows[i] = (size_t)counters_row(recording, csv_text(run, rows[i], "kernel"));
    }
    printf("\n|---|%s\n", columns == 2 ? "--:|--:|" : "--:|");
    print_times("2^24", run, rows, columns);
    for (size_t i = 0; i < columns; i++)
        large_rows[i] = (size_t)large_row(recording, csv_text(run, rows[i], "program"),
                                          csv_text(run, rows[i], "kernel"));
    if (recording->large.count > 0)
        print_times("2^28", &recording->large, large_rows, columns);
    print_rates(recording, rows, columns);
    print_line(&then_the_host, run, rows, columns);
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
