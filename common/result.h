/*
 * What one kernel's runs gave: a line for people, or a row of comma-separated
 * values for other programs. Steps use it through report.h; programs that run
 * several kernels collect one result for each.
 */
#ifndef RESULT_H
#define RESULT_H

#include <stddef.h>

#include "device.h"
#include "options.h"
#include "statistics.h"

#ifdef __cplusplus
extern "C" {
#endif

struct result {
    const struct options *options;
    const struct device *device;
    const char *kernel;
    const char *what;     /* the value is: "sum" unless the program says otherwise */
    unsigned int grid;    /* blocks; 0 where a library chooses them and says nothing */
    unsigned int block;   /* threads in each */
    size_t element_bytes; /* of one number of the input */
    char value[48];       /* the last run's; the first wrong one where a run was wrong */
    char expected[48];
    int runs, wrong_runs;
    double *milliseconds;      /* of each timed run */
    double *host_milliseconds; /* of each timed run: what the host took after it; 0: not known */
    double host_part;          /* the same of the run that is noted next */
    size_t timed_runs;
    double launch_milliseconds; /* of an empty kernel, timed in the same way; 0: not known */
};

/* Whether the program talks to people: 1, or 0 after --csv -, which leaves stdout to the rows. */
int talks_to_people(const struct options *options);

/* Prints the program's name and the device's, where people read. */
void print_device(const struct options *options, const struct device *device);

/* The same, and n and the block size; elements is what n counts: "ints". */
void print_setting(const struct options *options, const struct device *device,
                   const char *elements);

/* "modelled " for a simulated device, else "": what stands before every time of it. */
const char *time_mark(const struct device *device);

/* Starts to collect the runs of one kernel. Keeps the pointers: what they point to must stay. */
struct result result_start(const struct options *options, const struct device *device,
                           const char *kernel, unsigned int grid, size_t element_bytes);

/*
 * Notes a run: the value that it gave, the one that was expected, both as text
 * of at most 47 characters, and whether the value is right. Run 0 is the
 * warm-up: its value counts, its time does not. But a simulated device has
 * nothing to warm up: there the time of run 0 counts if it is the only run.
 */
void result_run(struct result *result, int run, const char *value, const char *expected,
                int is_right, double milliseconds);

/*
 * Notes how long the host took after a kernel, to be called before result_run for the same run.
 * A host's time beside a simulated device says nothing, and is not kept.
 */
void result_host_part(struct result *result, double milliseconds);

/* What the timed runs say so far; all 0 for none. */
struct statistics result_time(struct result *result);

/*
 * Prints the result, and before it, where the grid is smaller than the device, how many
 * multiprocessors have a block; writes its csv row, and returns EXIT_RIGHT_SUM if there was a run
 * and every run was right, else EXIT_WRONG_SUM. A rate is printed only for right values and times
 * above zero: GB/s are 10^9 bytes of input a second, n times element_bytes over the median time.
 * Times of a simulated device are marked: "modelled" in the line and in the row's column times,
 * which says "measured" of all others and is empty where there is no time. The line and the row's
 * column cache say on which cache the runs started, cold or warm, and beside the time stands that
 * of an empty launch, which is a part of it, and what the host took afterwards, which is not. Exits
 * with 3 if the csv file cannot be written. Frees what result_start took.
 */
int result_finish(struct result *result);

#ifdef __cplusplus
}
#endif

#endif
