#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "memory.h"
#include "statistics.h"

static int only_csv(const struct options *options)
{
    return options->csv != NULL && strcmp(options->csv, "-") == 0;
}

struct report report_start(const struct options *options, const struct device *device,
                           const char *kernel, unsigned int grid, struct cpu_sum cpu)
{
    struct report report = {
        .options = options,
        .device = device,
        .kernel = kernel,
        .grid = grid,
        .expected = cpu.sum,
        .milliseconds = allocate((size_t)options->repeat * sizeof(double)),
    };

    if (only_csv(options))
        return report;
    printf("%s on %s, %d multiprocessors", options->program, device->name,
           device->multiprocessors);
    if (device->peak > 0)
        printf(", peak %.0f GB/s", device->peak);
    printf("\nn = %llu ints", options->n);
    if (grid > 0)
        printf(", grid %u, block %u", grid, options->block);
    printf("\n");
    printf("CPU: sum %lld, serial %.1f ms", cpu.sum, cpu.serial_milliseconds);
    if (cpu.recursive_milliseconds > 0)
        printf(", recursiveReduce %.1f ms", cpu.recursive_milliseconds);
    printf("\n");
    fflush(stdout);
    return report;
}

void report_run(struct report *report, int run, long long sum, double milliseconds)
{
    if (report->wrong_runs == 0)
        report->sum = sum;
    if (sum != report->expected)
        report->wrong_runs++;
    if (run > 0)
        report->milliseconds[report->timed_runs++] = milliseconds;
}

/* GB/s of input read in so many milliseconds; 0 where that says nothing. */
static double bandwidth(const struct report *report, double milliseconds)
{
    if (report->wrong_runs > 0 || milliseconds <= 0)
        return 0;
    return (double)report->options->n * sizeof(int) / milliseconds / 1e6;
}

static void print_for_people(const struct report *report, const struct statistics *time)
{
    double rate = bandwidth(report, time->median);

    printf("GPU: sum %lld, %s", report->sum, report->kernel);
    if (report->grid > 0)
        printf("<<<%u, %u>>>", report->grid, report->options->block);
    if (rate > 0) {
        printf(", %.4f ms (min %.4f, max %.4f, %zu runs), %.1f GB/s", time->median, time->min,
               time->max, report->timed_runs, rate);
        if (report->device->peak > 0)
            printf(" = %.1f %% of peak", 100 * rate / report->device->peak);
    }
    if (report->wrong_runs == 0)
        printf(": right\n");
    else
        printf(": WRONG in %d of %d runs, expected %lld\n", report->wrong_runs,
               report->options->repeat + 1, report->expected);
}

static void print_csv(const struct report *report, const struct statistics *time, FILE *file,
                      int with_header)
{
    double rate = bandwidth(report, time->median);
    double peak = report->device->peak;

    if (with_header)
        fprintf(file, "program,kernel,device,n,grid,block,sum,expected,status,runs,median_ms,min_ms,"
                      "max_ms,gb_per_second,peak_gb_per_second,percent_of_peak\n");
    fprintf(file, "%s,%s,\"%s\",%llu,%u,%u,%lld,%lld,%s,%zu,%.6f,%.6f,%.6f,%.3f,%.3f,%.3f\n",
            report->options->program, report->kernel, report->device->name, report->options->n,
            report->grid, report->options->block, report->sum, report->expected,
            report->wrong_runs == 0 ? "right" : "wrong", report->timed_runs, time->median,
            time->min, time->max, rate, peak, peak > 0 ? 100 * rate / peak : 0.0);
}

/* Adds the row to the file; a new or empty file gets the header first. */
static void add_to_csv_file(const struct report *report, const struct statistics *time)
{
    const char *name = report->options->csv;
    FILE *file = fopen(name, "a");
    int failed = file == NULL;

    if (!failed) {
        fseek(file, 0, SEEK_END);
        print_csv(report, time, file, ftell(file) == 0);
        failed = ferror(file);
        failed |= fclose(file) != 0;
    }
    if (failed) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", report->options->program, name);
        exit(EXIT_CUDA_FAILURE);
    }
}

int report_finish(struct report *report)
{
    struct statistics time = statistics_of(report->milliseconds, report->timed_runs);

    if (!only_csv(report->options))
        print_for_people(report, &time);
    if (only_csv(report->options))
        print_csv(report, &time, stdout, 1);
    else if (report->options->csv != NULL)
        add_to_csv_file(report, &time);
    free(report->milliseconds);
    return report->wrong_runs == 0 ? EXIT_RIGHT_SUM : EXIT_WRONG_SUM;
}
