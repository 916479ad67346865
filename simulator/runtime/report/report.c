/*
 * Writes the reports that were asked for.
 */
#include "report/report.h"

#include <stdio.h>

#include "report/report_parts.h"
#include "base/settings.h"

static void to_file(const char *name, void (*write)(FILE *stream))
{
    FILE *stream = fopen(name, "w");
    if (!stream) {
        fprintf(stderr, "simulator: cannot write %s\n", name);
        return;
    }
    write(stream);
    if (fclose(stream))
        fprintf(stderr, "simulator: cannot write %s\n", name);
}

void report_write(void)
{
    if (settings.report == REPORT_COUNTERS)
        report_counters(stdout);
    if (settings.report == REPORT_LINES)
        report_lines(stdout);
    if (settings.report == REPORT_CLOCK)
        report_clock(stdout);
    if (settings.csv)
        to_file(settings.csv, report_csv);
    if (settings.lines_csv)
        to_file(settings.lines_csv, report_lines_csv);
    if (settings.phases_csv)
        to_file(settings.phases_csv, report_phases_csv);
}
