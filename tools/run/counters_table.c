/*
 * Prints the tables of `make counters`, one of global and one of shared memory: in each, one
 * line for each kernel in the csv files that the simulator, or ncu_counters, wrote.
 *
 *     counters_table FILE.csv...
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"

struct column {
    const char *group; /* what the column counts; "" as the one before */
    const char *heading;
    const char *name; /* in the csv file */
    int width;
    int decimals;
    const char *unit;
};

static const struct column global_columns[] = {
    {"global loads", "requests", "global_load_requests", 8, 0, ""},
    {"", "sectors", "global_load_sectors", 9, 0, ""},
    {"", "efficiency", "global_load_efficiency", 10, 2, "%"},
    {"global stores", "requests", "global_store_requests", 8, 0, ""},
    {"", "sectors", "global_store_sectors", 9, 0, ""},
    {"", "efficiency", "global_store_efficiency", 10, 2, "%"},
    {NULL, NULL, NULL, 0, 0, NULL},
};

static const struct column shared_columns[] = {
    {"shared loads", "requests", "shared_load_requests", 8, 0, ""},
    {"", "wavefronts", "shared_load_wavefronts", 10, 0, ""},
    {"shared stores", "requests", "shared_store_requests", 8, 0, ""},
    {"", "wavefronts", "shared_store_wavefronts", 10, 0, ""},
    {NULL, NULL, NULL, 0, 0, NULL},
};

/* What stands between a column and the one before it. */
static const char *gap(const struct column *column)
{
    return column->group[0] != '\0' ? " | " : " ";
}

/* From a column to the end of its group, with the blanks between. */
static int group_width(const struct column *column)
{
    int width = column->width;

    while ((++column)->group != NULL && column->group[0] == '\0')
        width += 1 + column->width;
    return width;
}

static void print_headings(const struct column *columns, int kernel_width)
{
    printf("%*s", kernel_width, "");
    for (const struct column *column = columns; column->group != NULL; column++)
        if (column->group[0] != '\0')
            printf("%s%-*s", gap(column), group_width(column), column->group);
    printf("\n%-*s", kernel_width, "kernel");
    for (const struct column *column = columns; column->group != NULL; column++)
        printf("%s%*s", gap(column), column->width, column->heading);
    printf("\n");
}

static const char *kernel_of(const struct csv *csv, size_t row)
{
    const char *kernel = csv_text(csv, row, "kernel");

    return kernel != NULL ? kernel : "?";
}

static void print_row(const struct column *columns, const struct csv *csv, size_t row,
                      int kernel_width)
{
    printf("%-*s", kernel_width, kernel_of(csv, row));
    for (const struct column *column = columns; column->group != NULL; column++) {
        double value = csv_number(csv, row, column->name);

        printf("%s", gap(column));
        if (isnan(value))
            printf("%*s", column->width, "-");
        else
            printf("%*.*f%s", column->width - (int)strlen(column->unit), column->decimals, value,
                   column->unit);
    }
    printf("\n");
}

static void print_table(const struct column *columns, const struct csv *files, int count,
                        int kernel_width)
{
    print_headings(columns, kernel_width);
    for (int i = 0; i < count; i++)
        for (size_t row = 0; row < files[i].count; row++)
            print_row(columns, &files[i], row, kernel_width);
}

int main(int argc, char **argv)
{
    int status = 0, count = 0, kernel_width = (int)strlen("kernel");
    struct csv *files = calloc((size_t)argc, sizeof *files);

    if (files == NULL || argc < 2) {
        fprintf(stderr, "usage: counters_table FILE.csv...\n");
        free(files);
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        if (!csv_read(argv[i], &files[count])) {
            fprintf(stderr, "counters_table: cannot read %s\n", argv[i]);
            status = 3;
            continue;
        }
        for (size_t row = 0; row < files[count].count; row++) {
            int width = (int)strlen(kernel_of(&files[count], row));

            kernel_width = width > kernel_width ? width : kernel_width;
        }
        count++;
    }
    print_table(global_columns, files, count, kernel_width);
    printf("\n");
    print_table(shared_columns, files, count, kernel_width);
    free(files);
    return status;
}
