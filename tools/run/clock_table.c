/*
 * Prints the tables of `make clock` from the csv files that the simulator wrote: one line for
 * each kernel; or two kernels side by side, if there are two files with one kernel in each.
 *
 *     clock_table FILE.csv...
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

enum { KERNEL_WIDTH = 39, TEXT_WIDTH = 26, CAUSES_SHOWN = 3 };

/* A value: its column in the csv file, and what it is called where there is room, or little. */
struct value {
    const char *column, *text, *word;
};

static const struct value causes[] = {
    {"modelled_share_issue", "instruction issue", "issue"},
    {"modelled_share_results", "waiting for results", "results"},
    {"modelled_share_shared", "shared memory", "shared"},
    {"modelled_share_l1", "L1", "L1"},
    {"modelled_share_l2", "L2", "L2"},
    {"modelled_share_bandwidth", "memory bandwidth", "memory"},
    {"modelled_share_loads", "waiting for loads", "loads"},
    {"modelled_share_atomics", "atomics", "atomics"},
    {"modelled_share_barriers", "barriers and fences", "barriers"},
    {"modelled_share_blocks", "block starts and tail", "blocks"},
};
static const struct value bounds[] = {
    {"modelled_bound_memory_us", "memory bandwidth", "memory"},
    {"modelled_bound_l2_us", "L2 bandwidth", "L2"},
    {"modelled_bound_issue_us", "instruction issue", "issue"},
    {"modelled_bound_blocks_us", "block starts", "blocks"},
};
enum { CAUSES = sizeof causes / sizeof *causes, BOUNDS = sizeof bounds / sizeof *bounds };

/* Which of the values is the largest, without those that are marked as taken. */
static int largest(const struct csv *csv, size_t row, const struct value *values, int count,
                   const char *taken)
{
    int found = -1;

    for (int i = 0; i < count; i++)
        if (!taken[i] && (found < 0 || csv_number(csv, row, values[i].column) >
                                           csv_number(csv, row, values[found].column)))
            found = i;
    return found;
}

static int has_times(const struct csv *csv)
{
    return csv->count > 0 && !isnan(csv_number(csv, 0, "modelled_us"));
}

static void print_row(const struct csv *csv, size_t row)
{
    char taken[CAUSES] = "", bound[64], shares[256] = "";
    double time = csv_number(csv, row, "modelled_us");
    size_t length = 0;
    int nearest = largest(csv, row, bounds, BOUNDS, taken);

    for (int i = 0; i < CAUSES_SHOWN; i++) {
        int cause = largest(csv, row, causes, CAUSES, taken);

        taken[cause] = 1;
        length += (size_t)snprintf(shares + length, sizeof shares - length, "%s%s %.0f %%",
                                   i > 0 ? ", " : "", causes[cause].word,
                                   csv_number(csv, row, causes[cause].column));
    }
    snprintf(bound, sizeof bound, "%s %.0f %%", bounds[nearest].word,
             100 * csv_number(csv, row, bounds[nearest].column) / time);
    printf("%-*s | %11.2f us | %5.0f | %-13s | %s\n", KERNEL_WIDTH, csv_text(csv, row, "kernel"),
           time, csv_number(csv, row, "modelled_resident_warps"), bound, shares);
}

static void print_table(const struct csv *csv, int count)
{
    printf("%-*s | %14s | %5s | %-13s | %s\n", KERNEL_WIDTH, "", "modelled", "warps", "nearest",
           "where most of the");
    printf("%-*s | %14s | %5s | %-13s | %s\n", KERNEL_WIDTH, "kernel", "kernel time", "there",
           "bound", "warps' time goes");
    for (int i = 0; i < count; i++)
        for (size_t row = 0; row < csv[i].count; row++)
            print_row(&csv[i], row);
}

/* One line of the comparison; the second value over the first, where that says something. */
static void print_pair(const char *text, double first, double second, int decimals,
                       const char *unit)
{
    printf("%-*s | %12.*f %-2s | %12.*f %-2s |", TEXT_WIDTH, text, decimals, first, unit, decimals,
           second, unit);
    if (first > 0 && second > 0)
        printf(" %10.2f\n", second / first);
    else
        printf(" %10s\n", "-");
}

static void compare_column(const struct csv *csv, const char *column, const char *text, double unit,
                           int decimals, const char *unit_text)
{
    print_pair(text, csv_number(&csv[0], 0, column) / unit, csv_number(&csv[1], 0, column) / unit,
               decimals, unit_text);
}

/* A part of the kernel's time, in microseconds, from its share in percent. */
static double part(const struct csv *csv, const char *share)
{
    return csv_number(csv, 0, share) / 100 * csv_number(csv, 0, "modelled_us");
}

static void print_comparison(const struct csv *csv)
{
    for (int i = 0; i < 2; i++)
        printf("%c: %s <<<grid %s block %s>>>\n", "AB"[i], csv_text(&csv[i], 0, "kernel"),
               csv_text(&csv[i], 0, "grid"), csv_text(&csv[i], 0, "block"));
    printf("\n%-*s | %15s | %15s | %10s\n", TEXT_WIDTH, "modelled", "A   ", "B   ", "B / A");
    compare_column(csv, "modelled_us", "kernel", 1, 2, "us");
    compare_column(csv, "modelled_launch_us", "launch", 1, 2, "us");
    printf("of the kernel's time, as its warps spend theirs:\n");
    for (int i = 0; i < CAUSES; i++) {
        char text[64];

        snprintf(text, sizeof text, "  %s", causes[i].text);
        print_pair(text, part(&csv[0], causes[i].column), part(&csv[1], causes[i].column), 2, "us");
    }
    printf("if only one thing counted:\n");
    for (int i = 0; i < BOUNDS; i++) {
        char text[64];

        snprintf(text, sizeof text, "  %s", bounds[i].text);
        compare_column(csv, bounds[i].column, text, 1, 2, "us");
    }
    compare_column(csv, "modelled_instructions", "instructions of warps", 1, 0, "");
    compare_column(csv, "modelled_l2_bytes", "to and from L2", 1e6, 2, "MB");
    compare_column(csv, "modelled_memory_bytes", "over the memory's bus", 1e6, 2, "MB");
    compare_column(csv, "modelled_bytes_under_way", "loads under way", 1e3, 1, "KB");
    compare_column(csv, "modelled_resident_blocks", "blocks on a multiprocessor", 1, 0, "");
    compare_column(csv, "modelled_resident_warps", "warps on a multiprocessor", 1, 0, "");
    compare_column(csv, "modelled_waves", "waves of blocks", 1, 2, "");
}

int main(int argc, char **argv)
{
    struct csv *csv = calloc((size_t)argc, sizeof *csv);
    int count = argc - 1;

    if (count < 1 || csv == NULL) {
        fprintf(stderr, "usage: clock_table FILE.csv...\n");
        return 2;
    }
    for (int i = 0; i < count; i++) {
        if (!csv_read(argv[i + 1], &csv[i])) {
            fprintf(stderr, "clock_table: cannot read %s\n", argv[i + 1]);
            return 3;
        }
        if (!has_times(&csv[i])) {
            fprintf(stderr, "clock_table: %s has no modelled times: is the clock off?\n",
                    argv[i + 1]);
            return 3;
        }
    }
    if (count == 2 && csv[0].count == 1 && csv[1].count == 1)
        print_comparison(csv);
    else
        print_table(csv, count);
    return 0;
}
