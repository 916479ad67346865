#include "clock_times.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording.h"

int clock_times_read(const char *folder, struct clock_times *times)
{
    char path[4096];
    struct csv csv;
    struct recording recording;

    memset(times, 0, sizeof *times);
    snprintf(path, sizeof path, "%s/clock.csv", folder);
    if (!csv_read(path, &csv) || !read_recording(folder, &recording))
        return 0;
    snprintf(times->device, sizeof times->device, "%s", recording.device);
    times->time = grown(NULL, (csv.count + 1) * sizeof *times->time);
    for (size_t row = 0; row < csv.count; row++) {
        struct clock_time *time = &times->time[times->count++];

        time->name = csv_text(&csv, row, "name");
        time->n = csv_number(&csv, row, "n");
        time->block = csv_number(&csv, row, "block");
        time->grid = csv_number(&csv, row, "grid");
        time->measured = csv_number(&csv, row, "measured_ms");
        time->modelled = csv_number(&csv, row, "modelled_ms");
        if (time->name == NULL || !(time->measured > 0) || !(time->modelled > 0)) {
            fprintf(stderr, "%s: row %zu has no time\n", path, row + 1);
            exit(3);
        }
        time->step = 0;
        if (strchr(time->name, '/') == NULL)
            sscanf(time->name, "step%d_", &time->step);
        times->has_steps |= time->step > 0;
    }
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
