/*
 * Prints the table of `make counters`: one line for each kernel in the csv files
 * that the simulator, or ncu_counters, wrote.
 *
 *     counters_table FILE.csv...
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv.h"

struct column {
    const char *group; /* what the column counts */
    const char *heading;
    const char *name; /* in the csv file */
    int width;
    int decimals;
    const char *unit;
};

static const struct column columns[] = {
    {"global loads", "requests", "global_load_requests", 10, 0, ""},
    {"", "sectors", "global_load_sectors", 10, 0, ""},
    {"", "efficiency", "global_load_efficiency", 9, 2, "%"},
    {"global stores", "requests", "global_store_requests", 10, 0, ""},
    {"", "sectors", "global_store_sectors", 10, 0, ""},
    {"", "efficiency", "global_store_efficiency", 9, 2, "%"},
    {"shared loads", "requests", "shared_load_requests", 10, 0, ""},
    {"", "wavefronts", "shared_load_wavefronts", 10, 0, ""},
    {"shared stores", "requests", "shared_store_requests", 10, 0, ""},
    {"", "wavefronts", "shared_store_wavefronts", 10, 0, ""},
};
enum { COLUMNS = sizeof columns / sizeof columns[0], KERNEL_WIDTH = 39 };

/* The columns from i to the end of its group, with the blanks between them. */
static int group_width(int i)
{
    int width = 10;

    while (++i < COLUMNS && columns[i].group[0] == '\0')
        width += 12;
    return width;
}

static void print_headings(void)
{
    printf("%-*s", KERNEL_WIDTH, "");
    for (int i = 0; i < COLUMNS; i++)
        if (columns[i].group[0] != '\0')
            printf(" | %-*s", group_width(i), columns[i].group);
    printf("\n%-*s", KERNEL_WIDTH, "kernel");
    for (int i = 0; i < COLUMNS; i++)
        printf("%s%10s", columns[i].group[0] != '\0' ? " | " : "  ", columns[i].heading);
    printf("\n");
}

static void print_row(const struct csv *csv, size_t row)
{
    const char *kernel = csv_text(csv, row, "kernel");

    printf("%-*s", KERNEL_WIDTH, kernel != NULL ? kernel : "?");
    for (int i = 0; i < COLUMNS; i++) {
        double value = csv_number(csv, row, columns[i].name);

        printf("%s", columns[i].group[0] != '\0' ? " | " : "  ");
        if (isnan(value))
            printf("%10s", "-");
        else
            printf("%*.*f%s", columns[i].width, columns[i].decimals, value, columns[i].unit);
    }
    printf("\n");
}

int main(int argc, char **argv)
{
    int status = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: counters_table FILE.csv...\n");
        return 2;
    }
    print_headings();
    for (int i = 1; i < argc; i++) {
        struct csv csv;

        if (!csv_read(argv[i], &csv)) {
            fprintf(stderr, "counters_table: cannot read %s\n", argv[i]);
            status = 3;
            continue;
        }
        for (size_t row = 0; row < csv.count; row++)
            print_row(&csv, row);
    }
    return status;
}
