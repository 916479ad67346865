/*
 * Writes the reports that were asked for.
 */
#include "report/report.h"

#include <stdio.h>

#include "report/report_parts.h"
#include "base/settings.h"

/* A file that the settings name. */
struct output {
    const char **name;
    void (*write)(FILE *stream);
    FILE *stream; /* NULL until it is opened */
};
static struct output outputs[] = {{&settings.csv, report_csv, NULL},
                                  {&settings.lines_csv, report_lines_csv, NULL},
                                  {&settings.phases_csv, report_phases_csv, NULL},
                                  {&settings.what_if_csv, report_what_if_csv, NULL}};

static int open_output(struct output *output)
{
    if (*output->name && !output->stream)
        output->stream = fopen(*output->name, "w");
    if (*output->name && !output->stream)
        fprintf(stderr, "simulator: cannot write %s\n", *output->name);
    return *output->name == NULL || output->stream;
}

int report_open(void)
{
    int are_open = 1;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        are_open &= open_output(&outputs[i]);
    return are_open;
}

/* Returns 0 if all of it is written, or nothing was asked for. */
static int write_output(struct output *output)
{
    if (!open_output(output))
        return 1;
    if (!output->stream)
        return 0;
    output->write(output->stream);
    int failed = ferror(output->stream);
    failed |= fclose(output->stream);
    if (failed)
        fprintf(stderr, "simulator: cannot write %s\n", *output->name);
    return failed != 0;
}

/* The same of the report on stdout. */
static int end_report(void)
{
    if (settings.report == REPORT_NONE || (!fflush(stdout) && !ferror(stdout)))
        return 0;
    fprintf(stderr, "simulator: cannot write the report to the standard output\n");
    return 1;
}

int report_write(void)
{
    if (settings.report == REPORT_COUNTERS)
        report_counters(stdout);
    if (settings.report == REPORT_LINES)
        report_lines(stdout);
    if (settings.report == REPORT_CLOCK)
        report_clock(stdout);
    int failed = end_report();
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        failed |= write_output(&outputs[i]);
    return failed;
}
