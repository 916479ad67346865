#include "why_columns.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *n, *name;
} sizes[] = {{"4194304", "2^22"}, {"16777216", "2^24"}, {"268435456", "2^28"}};
enum { SIZES = sizeof sizes / sizeof *sizes };

/* "H100" of "NVIDIA H100 80GB HBM3", "K20m" of "Tesla K20m (simulated)". */
static const char *short_name(const char *device)
{
    const char *blank = strchr(device, ' ');

    return blank != NULL ? blank + 1 : device;
}

static int has_size(const struct csv *csv, const char *n)
{
    for (size_t row = 0; row < csv->count; row++)
        if (strcmp(csv_text(csv, row, "n"), n) == 0)
            return 1;
    return 0;
}

size_t add_why_columns(struct why_column *columns, size_t count, const char *path)
{
    struct csv csv;

    if (!csv_read(path, &csv) || csv.count == 0)
        return count;
    for (size_t i = 0; i < SIZES && count < WHY_COLUMNS_MAX; i++) {
        if (!has_size(&csv, sizes[i].n))
            continue;
        struct why_column *column = &columns[count++];
        const char *device = short_name(csv_text(&csv, 0, "device"));
        const char *times = csv_text(&csv, 0, "times");

        column->csv = csv;
        snprintf(column->n, sizeof column->n, "%s", sizes[i].n);
        snprintf(column->heading, sizeof column->heading, "%.*s %s%s", (int)strcspn(device, " "),
                 device, sizes[i].name, strcmp(times, "modelled") == 0 ? " modelled" : "");
    }
    return count;
}

size_t add_why_folder(struct why_column *columns, size_t count, const char *folder)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/why.csv", folder);
    return add_why_columns(columns, count, path);
}

long why_row(const struct why_column *column, const char *step, const char *before,
             const char *after)
{
    const struct csv *csv = &column->csv;

    for (size_t row = 0; row < csv->count; row++)
        if (strcmp(csv_text(csv, row, "step"), step) == 0 &&
            strcmp(csv_text(csv, row, "n"), column->n) == 0 &&
            strcmp(csv_text(csv, row, "before_letter"), before) == 0 &&
            strcmp(csv_text(csv, row, "after_letter"), after) == 0)
            return (long)row;
    return -1;
}

double why_gain(const struct why_column *column, long row)
{
    if (row < 0)
        return NAN;
    double before = csv_number(&column->csv, (size_t)row, "before_ms");
    double after = csv_number(&column->csv, (size_t)row, "after_ms");

    return 100 * (before - after) / before;
}

int why_conditions(const char *path, char *conditions, size_t size)
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
