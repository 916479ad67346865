#include "result.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "memory.h"

int talks_to_people(const struct options *options)
{
    return options->csv == NULL || strcmp(options->csv, "-") != 0;
}

void print_device(const struct options *options, const struct device *device)
{
    if (!talks_to_people(options))
        return;
    printf("%s on %s, %d multiprocessors", options->program, device->name, device->multiprocessors);
    if (device->peak > 0)
        printf(", peak %.0f GB/s", device->peak);
    printf("\n");
}

void print_setting(const struct options *options, const struct device *device, const char *elements)
{
    if (!talks_to_people(options))
        return;
    print_device(options, device);
    printf("n = %llu %s, block %u\n", options->n, elements, options->block);
    if (options->n_of_text != options->n)
        printf(
            "(The text's n is %llu. That takes long on the simulator: ask for it with N=%llu.)\n",
            options->n_of_text, options->n_of_text);
    fflush(stdout);
}

const char *time_mark(const struct device *device)
{
    return device->is_simulated ? "modelled " : "";
}

struct result result_start(const struct options *options, const struct device *device,
                           const char *kernel, unsigned int grid, size_t element_bytes)
{
    struct result result = {
        .options = options,
        .device = device,
        .kernel = kernel,
        .what = "sum",
        .grid = grid,
        .block = options->block,
        .element_bytes = element_bytes,
        .milliseconds = allocate(((size_t)options->repeat + 1) * sizeof(double)),
        .host_milliseconds = allocate(((size_t)options->repeat + 1) * sizeof(double)),
    };

    return result;
}

void result_host_part(struct result *result, double milliseconds)
{
    result->host_part = milliseconds;
}

void result_run(struct result *result, int run, const char *value, const char *expected,
                int is_right, double milliseconds)
{
    if (result->wrong_runs == 0) {
        snprintf(result->value, sizeof result->value, "%s", value);
        snprintf(result->expected, sizeof result->expected, "%s", expected);
    }
    result->runs++;
    if (!is_right)
        result->wrong_runs++;
    if (run > 0 || (result->device->is_simulated && result->options->repeat == 0)) {
        result->host_milliseconds[result->timed_runs] =
            result->device->is_simulated ? 0 : result->host_part;
        result->milliseconds[result->timed_runs++] = milliseconds;
    }
    result->host_part = 0;
}

struct statistics result_time(struct result *result)
{
    return statistics_of(result->milliseconds, result->timed_runs);
}

static int is_right(const struct result *result)
{
    return result->runs > 0 && result->wrong_runs == 0;
}

/* GB/s of input read in that time, in ms; 0 where it says nothing. */
static double bandwidth(const struct result *result, double milliseconds)
{
    if (!is_right(result) || !(milliseconds > 0))
        return 0;
    return (double)result->options->n * (double)result->element_bytes / milliseconds / 1e6;
}

/* What the runs found of their input in the device's cache. */
static const char *state_of_cache(const struct result *result)
{
    return result->options->warm ? "warm" : "cold";
}

/*
 * Where there are fewer blocks than multiprocessors, each has one of its own: blocks are started
 * where least is resident. A reader of the rate should know how much of the device was asked for
 * it.
 */
static void print_idle_multiprocessors(const struct result *result)
{
    unsigned long long blocks = (unsigned long long)result->grid * result->device->gpus;

    if (blocks > 0 && blocks < (unsigned long long)result->device->multiprocessors)
        printf("blocks on %llu of %d multiprocessors, nothing to do for the others\n", blocks,
               result->device->multiprocessors);
}

static void print_for_people(const struct result *result, const struct statistics *time,
                             double host)
{
    double rate = bandwidth(result, time->median);

    print_idle_multiprocessors(result);
    printf("GPU: %s %s, %s", result->what, result->value, result->kernel);
    if (result->grid > 0)
        printf("<<<%u, %u>>>", result->grid, result->block);
    if (rate > 0) {
        printf(", %s%.4f ms", time_mark(result->device), time->median);
        printf(" (");
        if (!result->device->is_simulated) /* modelled runs do not vary */
            printf("min %.4f, max %.4f, %zu runs, ", time->min, time->max, result->timed_runs);
        printf("%s cache", state_of_cache(result));
        if (result->launch_milliseconds > 0)
            printf("; an empty launch: %s%.4f ms", time_mark(result->device),
                   result->launch_milliseconds);
        if (host > 0)
            printf("; then the host: %.4f ms", host);
        printf("), %.1f GB/s", rate);
        if (result->device->peak > 0)
            printf(" = %.1f %% of peak", 100 * rate / result->device->peak);
    }
    if (is_right(result))
        printf(": right\n");
    else
        printf(": WRONG in %d of %d runs, expected %s\n", result->wrong_runs, result->runs,
               result->expected);
    fflush(stdout);
}

/* What the row's times are; empty where there are none. */
static const char *kind_of_times(const struct result *result, const struct statistics *time)
{
    if (!(time->median > 0))
        return "";
    return result->device->is_simulated ? "modelled" : "measured";
}

static void print_row(const struct result *result, const struct statistics *time, double host,
                      FILE *file, int with_header)
{
    double rate = bandwidth(result, time->median);
    double peak = result->device->peak;
    const char *quote = strchr(result->kernel, ',') != NULL ? "\"" : "";

    if (with_header)
        fprintf(file, "program,kernel,device,n,grid,block,sum,expected,status,runs,times,cache,"
                      "launch_ms,median_ms,min_ms,max_ms,gb_per_second,peak_gb_per_second,"
                      "percent_of_peak,host_ms\n");
    fprintf(
        file,
        "%s,%s%s%s,\"%s\",%llu,%u,%u,%s,%s,%s,%zu,%s,%s,%.6f,%.6f,%.6f,%.6f,%.3f,%.3f,%.3f,%.6f\n",
        result->options->program, quote, result->kernel, quote, result->device->name,
        result->options->n, result->grid, result->block, result->value, result->expected,
        is_right(result) ? "right" : "wrong", result->timed_runs, kind_of_times(result, time),
        state_of_cache(result), result->launch_milliseconds, time->median, time->min, time->max,
        rate, peak, peak > 0 ? 100 * rate / peak : 0.0, host);
}

/* Adds the row to the file; a new or empty file gets the header first. */
static void add_to_csv_file(const struct result *result, const struct statistics *time, double host)
{
    const char *name = result->options->csv;
    FILE *file = fopen(name, "a");
    int failed = file == NULL;

    if (!failed) {
        fseek(file, 0, SEEK_END);
        print_row(result, time, host, file, ftell(file) == 0);
        failed = ferror(file);
        failed |= fclose(file) != 0;
    }
    if (failed) {
        fprintf(stderr, "%s: cannot write the csv file %s\n", result->options->program, name);
        exit(EXIT_CUDA_FAILURE);
    }
}

int result_finish(struct result *result)
{
    static int rows_on_stdout; /* the header stands above the first */
    struct statistics time = result_time(result);
    double host = statistics_of(result->host_milliseconds, result->timed_runs).median;

    if (talks_to_people(result->options))
        print_for_people(result, &time, host);
    else
        print_row(result, &time, host, stdout, rows_on_stdout++ == 0);
    if (talks_to_people(result->options) && result->options->csv != NULL)
        add_to_csv_file(result, &time, host);
    free(result->milliseconds);
    free(result->host_milliseconds);
    result->milliseconds = result->host_milliseconds = NULL;
    return is_right(result) ? EXIT_RIGHT_SUM : EXIT_WRONG_SUM;
}
