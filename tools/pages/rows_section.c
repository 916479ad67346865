/*
 * Prints how fast step 17 reduces rows as Markdown, for its page: a table for each device that has
 * a recording, with others' times. Of the rows of matrices, those are CUB's and PyTorch's; of rows
 * of unequal lengths, CUB's.
 *
 *     rows_section matrices|segments FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote; those without rows.csv, or segments.csv,
 * are left out.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

/* The row of the same shape as row `row` that is about `who`, or -1. */
static long rival_row(const struct csv *csv, size_t row, const char *who)
{
    for (size_t other = 0; other < csv->count; other++)
        if (strcmp(csv_text(csv, other, "who"), who) == 0 &&
            csv_number(csv, other, "rows") == csv_number(csv, row, "rows") &&
            csv_number(csv, other, "columns") == csv_number(csv, row, "columns"))
            return (long)other;
    return -1;
}

/* Its median in milliseconds; NAN if it took no part. */
static double rival_time(const struct csv *csv, size_t row, const char *who)
{
    long rival = rival_row(csv, row, who);

    return rival >= 0 ? csv_number(csv, (size_t)rival, "median_ms") : NAN;
}

/* The comments of the csv but its first, which names the device: when, and with which versions. */
static void print_comments(const char *folder, const char *name)
{
    char path[4096], line[256];
    int comments = 0;
    FILE *file;

    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "# ", 2) == 0 && comments++ > 0)
            printf("%s%.*s", comments > 2 ? "; " : "", (int)strcspn(line + 2, "\n"), line + 2);
    if (file != NULL)
        fclose(file);
}

static void print_conditions(const struct recording *recording, const char *name, int is_first)
{
    printf("%s%s, %s; these rows: ", is_first ? "" : "\n", recording->device,
           recording->conditions);
    print_comments(recording->folder, name);
    printf(".\n\n");
}

static void print_matrices(const struct recording *recording, const struct csv *csv, int is_first)
{
    print_conditions(recording, "rows", is_first);
    printf("| rows | columns | step 17 takes | ms | range | GB/s of input | CUB (ms) | PyTorch "
           "(ms) | the "
           "better one, times step 17 |\n|--:|--:|---|--:|--:|--:|--:|--:|--:|\n");
    for (size_t row = 0; row < csv->count; row++) {
        if (strcmp(csv_text(csv, row, "who"), "step17") != 0)
            continue;
        double time = csv_number(csv, row, "median_ms");
        double numbers = csv_number(csv, row, "rows") * csv_number(csv, row, "columns");
        double cub =
            fmin(rival_time(csv, row, "cub_offsets"), rival_time(csv, row, "cub_computed"));
        double torch = rival_time(csv, row, "torch");

        printf("| %s | %s | %s |", csv_text(csv, row, "rows"), csv_text(csv, row, "columns"),
               csv_text(csv, row, "shape"));
        print_cell(time, 4, "");
        print_range(csv, row);
        print_cell(4 * numbers / time / 1e6, 0, "");
        print_cell(cub, 4, "");
        print_cell(torch, 4, "");
        print_cell(fmin(cub, torch) / time, 2, "");
        printf("\n");
    }
}

/* The time of CUB for what row `row` is about, in milliseconds; NAN if it took no part. */
static double cub_time(const struct csv *csv, size_t row)
{
    for (size_t other = 0; other < csv->count; other++)
        if (strcmp(csv_text(csv, other, "who"), "cub") == 0 &&
            strcmp(csv_text(csv, other, "lengths"), csv_text(csv, row, "lengths")) == 0 &&
            strcmp(csv_text(csv, other, "op"), csv_text(csv, row, "op")) == 0)
            return csv_number(csv, other, "median_ms");
    return NAN;
}

static void print_segments(const struct recording *recording, const struct csv *csv, int is_first)
{
    print_conditions(recording, "segments", is_first);
    printf("| lengths of rows | rows | result | step 17 (ms) | range | GB/s of input | CUB (ms) | "
           "CUB, times step 17 |\n|---|--:|---|--:|--:|--:|--:|--:|\n");
    for (size_t row = 0; row < csv->count; row++) {
        if (strcmp(csv_text(csv, row, "who"), "step17") != 0)
            continue;
        double time = csv_number(csv, row, "median_ms"), cub = cub_time(csv, row);

        printf("| %s | %s | %s |", csv_text(csv, row, "lengths"), csv_text(csv, row, "rows"),
               csv_text(csv, row, "op"));
        print_cell(time, 4, "");
        print_range(csv, row);
        print_cell(4 * csv_number(csv, row, "numbers") / time / 1e6, 0, "");
        print_cell(cub, 4, "");
        print_cell(cub / time, 2, "");
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    if (argc >= 3 && strcmp(argv[1], "matrices") == 0)
        return print_recorded("rows", argv + 2, read_recording, print_matrices);
    if (argc >= 3 && strcmp(argv[1], "segments") == 0)
        return print_recorded("segments", argv + 2, read_recording, print_segments);
    fprintf(stderr, "usage: rows_section matrices|segments FOLDER...\n");
    return 2;
}
