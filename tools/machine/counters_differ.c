/*
 * Compares what the simulator counted in two folders of csv files, such as the same programs leave
 * that were built with two compilers (tools/machine/try_compilers.sh).
 *
 *     counters_differ REFERENCE FOLDER
 *
 * Each file of REFERENCE must be in FOLDER with the same kernels and the same counters. Modelled
 * times may differ: the clock reads the instructions that a compiler chose. Prints one line:
 * kernels, counters, how many of them differ, and by how many percent the modelled times do in the
 * mean and at most. What differs is named on stderr. Exit status: 1 if a counter differs, 2 for bad
 * usage, 3 if there is nothing to read.
 */
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

struct comparison {
    size_t kernels, counters, differing;
    size_t times;
    double sum_percent, worst_percent; /* of the times' differences */
};

/* The columns that say which launch a row is about; all others were counted or modelled. */
static const char *const keys[] = {"kernel", "grid", "block", "launches"};

static int is_key(const char *name)
{
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(name, keys[i]) == 0)
            return 1;
    return 0;
}

/* The text in that row under that name; "none" if there is no such column. */
static const char *text_at(const struct csv *csv, size_t row, const char *name)
{
    const char *text = csv_text(csv, row, name);

    return text ? text : "none";
}

/* The row about the same launch, or csv->count. */
static size_t same_launch(const struct csv *reference, size_t row, const struct csv *csv)
{
    size_t other = 0;

    for (; other < csv->count; other++) {
        size_t key = 0;

        while (key < sizeof keys / sizeof keys[0] &&
               strcmp(text_at(reference, row, keys[key]), text_at(csv, other, keys[key])) == 0)
            key++;
        if (key == sizeof keys / sizeof keys[0])
            break;
    }
    return other;
}

/* By how many percent the larger of two times is more than the other. */
static void compare_times(struct comparison *comparison, double reference, double time)
{
    if (!(reference > 0) || !(time > 0))
        return;
    double percent = 100 * (fmax(reference, time) / fmin(reference, time) - 1);

    comparison->times++;
    comparison->sum_percent += percent;
    comparison->worst_percent = fmax(comparison->worst_percent, percent);
}

static void compare_row(struct comparison *comparison, const char *file,
                        const struct csv *reference, size_t row, const struct csv *csv)
{
    const char *kernel = text_at(reference, row, "kernel");
    size_t other = same_launch(reference, row, csv);

    comparison->kernels++;
    if (other == csv->count) {
        comparison->differing++;
        fprintf(stderr, "%s: %s is missing\n", file, kernel);
        return;
    }
    for (size_t column = 0; column < reference->columns; column++) {
        const char *name = reference->names[column];
        const char *before = text_at(reference, row, name), *now = text_at(csv, other, name);

        if (is_key(name) || strncmp(name, "modelled", strlen("modelled")) == 0)
            continue;
        comparison->counters++;
        if (strcmp(before, now) == 0)
            continue;
        comparison->differing++;
        fprintf(stderr, "%s: %s: %s is %s, not %s\n", file, kernel, name, now, before);
    }
    compare_times(comparison, csv_number(reference, row, "modelled_us"),
                  csv_number(csv, other, "modelled_us"));
}

static void compare_file(struct comparison *comparison, const char *path, const char *folder)
{
    const char *file = strrchr(path, '/') + 1;
    char other[4096];
    struct csv reference, csv;

    snprintf(other, sizeof other, "%s/%s", folder, file);
    if (!csv_read(path, &reference))
        return; /* a program that launched nothing */
    if (!csv_read(other, &csv))
        csv = (struct csv){0};
    for (size_t row = 0; row < reference.count; row++)
        compare_row(comparison, file, &reference, row, &csv);
    if (csv.count > reference.count) {
        comparison->differing++;
        fprintf(stderr, "%s: %zu kernels, not %zu\n", file, csv.count, reference.count);
    }
}

int main(int argc, char **argv)
{
    struct comparison comparison = {0};
    char pattern[4096];
    glob_t files;

    if (argc != 3) {
        fprintf(stderr, "usage: counters_differ REFERENCE FOLDER\n");
        return 2;
    }
    snprintf(pattern, sizeof pattern, "%s/*.csv", argv[1]);
    if (glob(pattern, 0, NULL, &files) != 0) {
        fprintf(stderr, "counters_differ: no csv files in %s\n", argv[1]);
        return 3;
    }
    for (size_t i = 0; i < files.gl_pathc; i++)
        compare_file(&comparison, files.gl_pathv[i], argv[2]);
    if (comparison.kernels == 0) {
        fprintf(stderr, "counters_differ: no counters in %s\n", argv[1]);
        return 3;
    }
    printf("%zu,%zu,%zu,%.1f,%.0f\n", comparison.kernels, comparison.counters, comparison.differing,
           comparison.times ? comparison.sum_percent / (double)comparison.times : 0,
           comparison.worst_percent);
    return comparison.differing > 0;
}
