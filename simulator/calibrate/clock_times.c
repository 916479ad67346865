#include "clock_times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As realloc; ends the program with status 3 if there is no memory. */
static void *grown(void *memory, size_t bytes)
{
    memory = realloc(memory, bytes);
    if (memory == NULL) {
        fprintf(stderr, "out of memory\n");
        exit(3);
    }
    return memory;
}

FILE *open_recorded(const char *folder, const char *name)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    return fopen(path, "r");
}

/* The device of device.txt; empty if there is none. */
static void read_device(const char *folder, char device[256])
{
    FILE *file = open_recorded(folder, "device.txt");
    char line[512];

    device[0] = 0;
    if (file == NULL)
        return;
    while (fgets(line, sizeof line, file) != NULL)
        sscanf(line, "device %255[^\n]", device);
    fclose(file);
}

int clock_times_read(const char *folder, const char *name, struct clock_times *times)
{
    FILE *file = open_recorded(folder, name);
    char line[512];

    memset(times, 0, sizeof *times);
    read_device(folder, times->device);
    if (file == NULL || times->device[0] == 0)
        return 0;
    for (size_t row = 0; fgets(line, sizeof line, file) != NULL; row++) {
        struct clock_time time = {0};
        double empty = 0, empty_modelled = 0;

        if (row == 0)
            continue; /* the columns' names, in the order of these */
        if (sscanf(line, "%127[^,],%lf,%lf,%lf,%lf,%lf,%d,%lf,%lf", time.name, &time.n, &time.block,
                   &time.grid, &time.measured, &time.modelled, &time.look, &empty,
                   &empty_modelled) < 6 ||
            !(time.measured > 0) || !(time.modelled > 0)) {
            fprintf(stderr, "%s/%s: row %zu has no time\n", folder, name, row);
            exit(3);
        }
        time.empty = empty - empty_modelled;
        if (strchr(time.name, '/') == NULL)
            sscanf(time.name, "step%d_", &time.step);
        times->has_steps |= time.step > 0;
        times->time = grown(times->time, (times->count + 1) * sizeof *times->time);
        times->time[times->count++] = time;
    }
    fclose(file);
    return 1;
}

double clock_time_error(const struct clock_time *time)
{
    return fabs(log(time->modelled / time->measured));
}

void clock_errors_add(struct clock_errors *errors, const struct clock_time *time)
{
    double error = clock_time_error(time);

    errors->error = grown(errors->error, (errors->count + 1) * sizeof *errors->error);
    errors->error[errors->count++] = error;
    errors->sum += error;
    errors->logarithms += log(time->modelled / time->measured);
    if (errors->worst == NULL || error > clock_time_error(errors->worst))
        errors->worst = time;
}

double clock_errors_within(const struct clock_errors *errors, double percent)
{
    size_t within = 0;

    for (size_t i = 0; i < errors->count; i++)
        within += errors->error[i] <= log1p(percent / 100);
    return (double)within / (double)errors->count;
}

static int compare(const void *a, const void *b)
{
    double difference = *(const double *)a - *(const double *)b;

    return (difference > 0) - (difference < 0);
}

double clock_errors_median(const struct clock_errors *errors)
{
    size_t middle = errors->count / 2;

    qsort(errors->error, errors->count, sizeof *errors->error, compare);
    if (errors->count % 2 == 1)
        return errors->error[middle];
    return (errors->error[middle - 1] + errors->error[middle]) / 2;
}

void print_clock_name(const struct clock_time *time)
{
    if (time->step > 0)
        printf("step %02d", time->step);
    else
        printf("%s", time->name);
}

void print_clock_n(double n)
{
    int exponent;

    if (frexp(n, &exponent) == 0.5)
        printf("2^%d", exponent - 1);
    else
        printf("%.0f", n);
}

void print_cell(double value, int decimals, const char *unit)
{
    printf(" %.*f%s |", decimals, value, unit);
}
