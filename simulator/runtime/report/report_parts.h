/*
 * The reports. All numbers are per launch: sums over a kernel's launches of one
 * shape, divided by their number.
 */
#ifndef REPORT_PARTS_H
#define REPORT_PARTS_H

#include <stdio.h>

#include "report/totals.h"

/* A table for each kernel, with the names of ncu's metrics. */
void report_counters(FILE *stream);

/* Of what its heading says that the values are: "one launch", or one that was interrupted. */
const char *report_of_launch(const struct profile *profile);

/* Each kernel's source with the counters of each line beside it. */
void report_lines(FILE *stream);

/* Each kernel's modelled time, and its causes. */
void report_clock(FILE *stream);

/* One line of comma-separated values for each kernel and shape, header first. */
void report_csv(FILE *stream);

/* The same for each line of the source. */
void report_lines_csv(FILE *stream);

/* The counts of each warp between two barriers, as CSV (phases.c). */
void report_phases_csv(FILE *stream);

/* What if: the kernel's modelled time with one cost taken away, or two (report_what_if.c). */
void print_what_if(FILE *stream, const struct profile *profile);

/* The same of each kernel and shape, a line of comma-separated values for each experiment. */
void report_what_if_csv(FILE *stream);

/* A value in quotes, as it may contain commas. */
void print_quoted(FILE *stream, const char *text);

/* One counter of the reports: its names and its value. */
struct column {
    const char *name;                             /* in the CSV files */
    const char *text;                             /* in the table */
    const char *metric;                           /* ncu's name; NULL where there is none */
    double (*value)(const struct totals *totals); /* -1: does not apply */
    int is_ratio;                                 /* not to be divided by the number of launches */
    const char *unit;                             /* "%" or "" */
};
extern const struct column columns[];
extern const unsigned column_count;

/* One modelled value of the CSV files. */
struct modelled_column {
    const char *name;
    int decimals;
    double (*value)(const struct profile *profile); /* of one launch */
};
extern const struct modelled_column modelled_columns[];
extern const unsigned modelled_column_count;

/* The reports' names of causes and bounds. */
extern const char *const cause_names[TIME_CAUSES];
extern const char *const bound_names[BOUNDS];

/* Grid or block as CUDA writes it: "4096" or "(64, 64, 1)". */
const char *shape_text(const struct sim_index *shape, char *text, size_t size);

#endif
