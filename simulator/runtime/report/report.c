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

static void write_output(struct output *output)
{
    if (!open_output(output) || !output->stream)
        return;
    output->write(output->stream);
    if (fclose(output->stream))
        fprintf(stderr, "simulator: cannot write %s\n", *output->name);
}

void report_write(void)
{
    if (settings.report == REPORT_COUNTERS)
        report_counters(stdout);
    if (settings.report == REPORT_LINES)
        report_lines(stdout);
    if (settings.report == REPORT_CLOCK)
        report_clock(stdout);
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++)
        write_output(&outputs[i]);
}
