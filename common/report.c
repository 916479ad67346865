#include "report.h"

#include <stdio.h>

#include "seconds.h"

struct report report_start(const struct options *options, const struct device *device,
                           const char *kernel, unsigned int grid, struct cpu_sum cpu)
{
    struct report report = {
        .result = result_start(options, device, kernel, grid, sizeof(int)),
        .expected = cpu.sum,
    };

    if (!talks_to_people(options))
        return report;
    print_device(options, device);
    printf("n = %llu ints", options->n);
    if (grid > 0)
        printf(", grid %u, block %u", grid, options->block);
    printf("\nCPU: sum %lld, serial %.1f ms", cpu.sum, cpu.serial_milliseconds);
    if (cpu.recursive_milliseconds > 0)
        printf(", recursiveReduce %.1f ms", cpu.recursive_milliseconds);
    printf("\n");
    fflush(stdout);
    return report;
}

void report_host_begins(struct report *report)
{
    report->host_began = seconds();
}

void report_run(struct report *report, int run, long long sum, double milliseconds)
{
    char value[sizeof report->result.value], expected[sizeof report->result.expected];

    if (report->host_began > 0)
        result_host_part(&report->result, 1e3 * (seconds() - report->host_began));
    report->host_began = 0;

    snprintf(value, sizeof value, "%lld", sum);
    snprintf(expected, sizeof expected, "%lld", report->expected);
    result_run(&report->result, run, value, expected, sum == report->expected, milliseconds);
}

int report_finish(struct report *report)
{
    struct result *result = &report->result;

    result->launch_milliseconds = empty_launch(&result->device->cache, result->options->repeat);
    return result_finish(result);
}
