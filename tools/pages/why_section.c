/*
 * Prints what a step's causes were worth when they were taken away, as Markdown for its page: a
 * line for each comparison of `make stepNN why`, with its gain on each recorded device and size.
 *
 *     why_section STEP MODELLED.csv FOLDER...
 *
 * Each folder is one that tools/record/record.sh wrote, with a why.csv; MODELLED.csv is what
 * tools/record/why.sh wrote on the simulator. The first folder's times stand in the table.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "recording.h"

enum { COLUMNS_MAX = 16 };

/* A device at one n. */
struct column {
    struct csv csv;
    char name[64];
    char n[16];
    const char *times; /* "measured" or "modelled" */
};

static const char *step;

/* Whether the row is the step's, at that n. */
static int is_of(const struct csv *csv, size_t row, const char *n)
{
    return strcmp(csv_text(csv, row, "step"), step) == 0 && strcmp(csv_text(csv, row, "n"), n) == 0;
}

/* The column's row of the comparison with these letters, or -1. */
static long row_of(const struct column *column, const char *before, const char *after)
{
    for (size_t row = 0; row < column->csv.count; row++)
        if (is_of(&column->csv, row, column->n) &&
            strcmp(csv_text(&column->csv, row, "before_letter"), before) == 0 &&
            strcmp(csv_text(&column->csv, row, "after_letter"), after) == 0)
            return (long)row;
    return -1;
}

/* What of the time before is saved, in percent; NAN where there is none. */
static double gain_of(const struct column *column, long row)
{
    if (row < 0)
        return NAN;
    double before = csv_number(&column->csv, (size_t)row, "before_ms");
    double after = csv_number(&column->csv, (size_t)row, "after_ms");

    return 100 * (before - after) / before;
}

/* Adds a column for each n for which the file has the step. Returns how many there are then. */
static size_t add_columns(struct column *columns, size_t count, const struct csv *csv,
                          const char *name)
{
    static const char *const sizes[] = {"16777216", "268435456"};

    for (size_t i = 0; i < 2 && count < COLUMNS_MAX; i++)
        for (size_t row = 0; row < csv->count; row++)
            if (is_of(csv, row, sizes[i])) {
                struct column *column = &columns[count++];

                column->csv = *csv;
                column->times = csv_text(csv, row, "times");
                snprintf(column->name, sizeof column->name, "%s", name);
                snprintf(column->n, sizeof column->n, "%s", sizes[i]);
                break;
            }
    return count;
}

/* The first line of the file, which is a comment: under which conditions it was recorded. */
static int read_conditions(const char *path, char *conditions, size_t size)
{
    FILE *file = fopen(path, "r");
    int read = file != NULL && fgets(conditions, (int)size, file) != NULL && conditions[0] == '#';

    if (file != NULL)
        fclose(file);
    if (!read)
        return 0;
    conditions[strcspn(conditions, "\n")] = '\0';
    memmove(conditions, conditions + 2, strlen(conditions) - 1);
    return 1;
}

/* "H100" of "NVIDIA H100 80GB HBM3". */
static void short_name(const char *device, char *name, size_t size)
{
    const char *from = strncmp(device, "NVIDIA ", 7) == 0 ? device + 7 : device;

    snprintf(name, size, "%.*s", (int)strcspn(from, " "), from);
}

static const char *power_of(const char *n)
{
    return strcmp(n, "16777216") == 0 ? "2^24" : "2^28";
}

/* The side ("before", "after") of a row that has this letter, or NULL. */
static const char *side_with(const struct csv *csv, size_t row, char letter)
{
    if (csv_text(csv, row, "before_letter")[0] == letter)
        return "before";
    return csv_text(csv, row, "after_letter")[0] == letter ? "after" : NULL;
}

static void print_kernel(const struct column *column, char letter)
{
    for (size_t row = 0; row < column->csv.count; row++) {
        const char *side = side_with(&column->csv, row, letter);
        char sum[16];

        if (side == NULL || !is_of(&column->csv, row, column->n))
            continue;
        snprintf(sum, sizeof sum, "%s_sum", side);
        printf("- `%c` %s%s\n", letter, csv_text(&column->csv, row, side),
               strcmp(csv_text(&column->csv, row, sum), "right") == 0
                   ? ""
                   : " (the sum is wrong, on purpose)");
        return;
    }
}

static void print_table(const struct column *columns, size_t count)
{
    const struct column *first = &columns[0];

    printf("| taken away | ms, %s %s |", first->name, power_of(first->n));
    for (size_t i = 0; i < count; i++)
        printf(" %s %s%s |", columns[i].name, power_of(columns[i].n),
               strcmp(columns[i].times, "modelled") == 0 ? " modelled" : "");
    printf("\n|---|--:|");
    for (size_t i = 0; i < count; i++)
        printf("--:|");
    printf("\n");
    for (size_t row = 0; row < first->csv.count; row++) {
        if (!is_of(&first->csv, row, first->n))
            continue;
        const char *before = csv_text(&first->csv, row, "before_letter");
        const char *after = csv_text(&first->csv, row, "after_letter");

        printf("| `%s > %s` %s | %.4f → %.4f |", before, after,
               csv_text(&first->csv, row, "taken_away"), csv_number(&first->csv, row, "before_ms"),
               csv_number(&first->csv, row, "after_ms"));
        for (size_t i = 0; i < count; i++)
            print_cell(gain_of(&columns[i], row_of(&columns[i], before, after)), 1, " %");
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    struct column columns[COLUMNS_MAX];
    size_t count = 0;
    struct csv csv;

    if (argc < 4) {
        fprintf(stderr, "usage: why_section STEP MODELLED.csv FOLDER...\n");
        return 2;
    }
    step = argv[1];
    for (int i = 3; i < argc; i++) {
        char path[4096], name[64], conditions[512];

        snprintf(path, sizeof path, "%s/why.csv", argv[i]);
        if (!csv_read(path, &csv) || csv.count == 0)
            continue;
        size_t before = count;
        short_name(csv_text(&csv, 0, "device"), name, sizeof name);
        count = add_columns(columns, count, &csv, name);
        if (count > before && read_conditions(path, conditions, sizeof conditions))
            printf("%s\\\n", conditions);
    }
    if (count == 0) {
        printf("Not recorded yet.\n");
        return 0;
    }
    if (csv_read(argv[2], &csv) && csv.count > 0) {
        char name[64];

        short_name(csv_text(&csv, 0, "device"), name, sizeof name);
        count = add_columns(columns, count, &csv, name);
    }
    printf("\n");
    for (char letter = 'a'; letter <= 'z'; letter++)
        print_kernel(&columns[0], letter);
    printf("\n");
    print_table(columns, count);
    return 0;
}
