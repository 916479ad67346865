/*
 * Prints recorded measurements as Markdown, for the pages that show them.
 *
 *     results_section FOLDER...
 *
 * Each folder is one that tools/record.sh wrote: device.txt, run.csv, counters.csv.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "csv.h"

static void read_file(const char *folder, const char *name, struct csv *csv)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    csv_read(path, csv);
}

/* "NVIDIA H100 ..., driver ..., CUDA ..., 2026-11-21", from lines of a word and its value. */
static int print_device(const char *folder)
{
    static const char *const words[] = {"device", "driver", "CUDA", "date"};
    static const char *const before[] = {"", ", driver ", ", CUDA ", ", "};
    char path[4096], lines[16][256];
    int count = 0;

    snprintf(path, sizeof path, "%s/device.txt", folder);
    FILE *file = fopen(path, "r");

    if (file == NULL) {
        fprintf(stderr, "results_section: cannot read %s\n", path);
        return 0;
    }
    while (count < 16 && fgets(lines[count], sizeof lines[count], file) != NULL) {
        lines[count][strcspn(lines[count], "\n")] = '\0';
        count++;
    }
    fclose(file);
    for (int w = 0; w < 4; w++)
        for (int i = 0; i < count; i++) {
            size_t length = strlen(words[w]);

            if (strncmp(lines[i], words[w], length) != 0 || lines[i][length] != ' ')
                continue;
            printf("%s%s", before[w], lines[i] + length + strspn(lines[i] + length, " "));
            break;
        }
    printf("\n");
    return 1;
}

/* The row of counters of that kernel, which may carry template arguments there; -1 for none. */
static long row_of(const struct csv *counters, const char *kernel)
{
    size_t length = strlen(kernel);

    for (size_t row = 0; row < counters->count; row++) {
        const char *name = csv_text(counters, row, "kernel");

        if (strncmp(name, kernel, length) == 0 && (name[length] == '\0' || name[length] == '<'))
            return (long)row;
    }
    return -1;
}

static void print_cell(double value, int decimals, const char *unit)
{
    if (isnan(value))
        printf(" – |");
    else
        printf(" %.*f%s |", decimals, value, unit);
}

static void print_table(const struct csv *run, const struct csv *counters)
{
    double first = NAN, before = NAN;

    printf("| step | kernel | time (ms) | step speedup | cumulative speedup | GB/s | %% of peak |"
           " load efficiency | store efficiency |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n");
    for (size_t i = 0; i < run->count; i++) {
        const char *program = csv_text(run, i, "program");
        const char *kernel = csv_text(run, i, "kernel");
        double time = csv_number(run, i, "median_ms");
        long row = row_of(counters, kernel);

        printf("| %.2s | `%s` |", program + strlen("step"), kernel);
        print_cell(time, 4, "");
        print_cell(before / time, 2, "");
        print_cell(first / time, 2, "");
        print_cell(csv_number(run, i, "gb_per_second"), 0, "");
        print_cell(csv_number(run, i, "percent_of_peak"), 1, " %");
        print_cell(csv_number(counters, (size_t)row, "global_load_efficiency"), 2, " %");
        print_cell(csv_number(counters, (size_t)row, "global_store_efficiency"), 2, " %");
        printf("\n");
        before = time;
        if (isnan(first))
            first = time;
    }
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: results_section FOLDER...\n");
        return 2;
    }
    for (int i = 1; i < argc; i++) {
        struct csv run, counters;

        read_file(argv[i], "run.csv", &run);
        read_file(argv[i], "counters.csv", &counters);
        if (run.count == 0 || !print_device(argv[i]))
            return 3;
        printf("(n = %s, blocks of %s; median of %s runs):\n\n", csv_text(&run, 0, "n"),
               csv_text(&run, 0, "block"), csv_text(&run, 0, "runs"));
        print_table(&run, &counters);
        printf("\n");
    }
    return 0;
}
