#include "recording.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The value behind a word in device.txt, which holds lines of a word and its value; or "". */
static void read_value(const char *path, const char *word, char *value, size_t room)
{
    char line[256];
    size_t length = strlen(word);
    FILE *file = fopen(path, "r");

    value[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        if (strncmp(line, word, length) != 0 || line[length] != ' ')
            continue;
        line[strcspn(line, "\n")] = '\0';
        snprintf(value, room, "%s", line + length + strspn(line + length, " "));
        break;
    }
    if (file != NULL)
        fclose(file);
}

int read_device(const char *folder, struct recording *recording)
{
    char path[4096], driver[128], cuda[128], date[128];

    recording->folder = folder;
    snprintf(path, sizeof path, "%s/device.txt", folder);
    read_value(path, "device", recording->device, sizeof recording->device);
    read_value(path, "driver", driver, sizeof driver);
    read_value(path, "CUDA", cuda, sizeof cuda);
    read_value(path, "date", date, sizeof date);
    snprintf(recording->conditions, sizeof recording->conditions, "driver %s, CUDA %s, %s", driver,
             cuda, date);
    if (recording->device[0] != '\0')
        return 1;
    fprintf(stderr, "%s: no recording (device.txt)\n", folder);
    return 0;
}

int read_recording(const char *folder, struct recording *recording)
{
    char path[4096];

    if (!read_device(folder, recording))
        return 0;
    snprintf(path, sizeof path, "%s/run.csv", folder);
    csv_read(path, &recording->run);
    snprintf(path, sizeof path, "%s/large.csv", folder);
    csv_read(path, &recording->large);
    snprintf(path, sizeof path, "%s/counters.csv", folder);
    csv_read(path, &recording->counters);
    snprintf(path, sizeof path, "%s/grid.csv", folder);
    csv_read(path, &recording->grid);
    if (recording->run.count == 0) {
        fprintf(stderr, "%s: no recording (run.csv)\n", folder);
        return 0;
    }
    for (size_t row = 0; row < recording->run.count; row++) {
        const char *times = csv_text(&recording->run, row, "times");

        /* Older recordings do not have the column: what was recorded was measured. */
        if (times != NULL && strcmp(times, "modelled") == 0) {
            fprintf(stderr, "%s: run.csv has modelled times, and is no recording\n", folder);
            return 0;
        }
    }
    return 1;
}

long run_row(const struct recording *recording, const char *program)
{
    for (size_t row = 0; row < recording->run.count; row++)
        if (strcmp(csv_text(&recording->run, row, "program"), program) == 0)
            return (long)row;
    return -1;
}

long large_row(const struct recording *recording, const char *program, const char *kernel)
{
    for (size_t row = 0; row < recording->large.count; row++)
        if (strcmp(csv_text(&recording->large, row, "program"), program) == 0 &&
            strcmp(csv_text(&recording->large, row, "kernel"), kernel) == 0)
            return (long)row;
    return -1;
}

struct line_fit step_line(const struct recording *recording, const char *program)
{
    int has_own_blocks = strncmp(program, "step14_", strlen("step14_")) == 0;

    return fit_line(&recording->grid, program,
                    has_own_blocks ? NULL : csv_text(&recording->run, 0, "block"));
}

long counters_row(const struct recording *recording, const char *kernel)
{
    size_t length = strlen(kernel);

    for (size_t row = 0; row < recording->counters.count; row++) {
        const char *name = csv_text(&recording->counters, row, "kernel");

        if (strncmp(name, kernel, length) == 0 && (name[length] == '\0' || name[length] == '<'))
            return (long)row;
    }
    return -1;
}

void print_cell(double value, int decimals, const char *unit)
{
    if (isnan(value))
        printf(" – |");
    else
        printf(" %.*f%s |", decimals, value, unit);
}

void print_range(const struct csv *csv, size_t row)
{
    double min = csv_number(csv, row, "min_ms"), max = csv_number(csv, row, "max_ms");

    if (isnan(min) || isnan(max))
        printf(" – |");
    else
        printf(" %.4f – %.4f |", min, max);
}

void print_heading(const struct recording *recording, int is_first)
{
    printf("%s%s, %s:\n\n", is_first ? "" : "\n", recording->device, recording->conditions);
}

int print_recorded(const char *name, char **folders,
                   int (*read)(const char *folder, struct recording *recording),
                   void (*print)(const struct recording *recording, const struct csv *csv,
                                 int is_first))
{
    int is_first = 1;

    for (; *folders != NULL; folders++) {
        struct recording recording;
        char path[4096];
        struct csv csv;

        snprintf(path, sizeof path, "%s/%s.csv", *folders, name);
        if (!csv_read(path, &csv) || csv.count == 0)
            continue;
        if (!read(*folders, &recording))
            return 3;
        print(&recording, &csv, is_first);
        is_first = 0;
    }
    if (is_first)
        printf("Not measured yet.\n");
    return 0;
}
