/*
 * What a program prints: the setting, then one result line for people, or one
 * row of comma-separated values for other programs.
 */
#ifndef REPORT_H
#define REPORT_H

#include "cpu_sum.h"
#include "device.h"
#include "options.h"
#include "result.h"

#ifdef __cplusplus
extern "C" {
#endif

struct report {
    struct result result;
    long long expected; /* the CPU's sum */
    double host_began;  /* in seconds, on the host's clock; 0: it has not */
};

/* Prints the setting: device, n, grid, block, the CPU's sum and times. */
struct report report_start(const struct options *options, const struct device *device,
                           const char *kernel, unsigned int grid, struct cpu_sum cpu);

/* The kernel is done. What the host does from here until report_run is timed apart. */
void report_host_begins(struct report *report);

/* Notes the sum and the time of a run. Run 0 is the warm-up, as for result_run. */
void report_run(struct report *report, int run, long long sum, double milliseconds);

/*
 * Times an empty launch, prints the result and returns the program's exit status: EXIT_RIGHT_SUM if
 * every run gave the CPU's sum, else EXIT_WRONG_SUM. A rate is printed only for
 * right sums and times above zero: GB/s are 10^9 bytes of input a second, n
 * times 4 bytes over the median time. Modelled times are marked, as by
 * result_finish. Exits with 3 if the csv file cannot be written.
 */
int report_finish(struct report *report);

#ifdef __cplusplus
}
#endif

#endif
