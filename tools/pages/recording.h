/*
 * A folder of measurements that tools/record/record.sh wrote, for the programs that turn
 * them into Markdown.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include "csv.h"
#include "line_fit.h"

struct recording {
    const char *folder;   /* where it is */
    char device[256];     /* "NVIDIA H100 80GB HBM3" */
    char conditions[512]; /* "driver ..., CUDA ..., 2026-11-21" */
    struct csv run;       /* one row for each kernel that was timed */
    struct csv large;     /* the same at n = 2^28; may be empty */
    struct csv counters;  /* one row for each kernel that was counted; may be empty */
    struct csv grid;      /* the steps' times over n and blocks; may be empty */
};

/*
 * Reads FOLDER/device.txt alone: device and conditions. Returns 1, or 0 with a line on stderr if
 * there is none.
 */
int read_device(const char *folder, struct recording *recording);

/*
 * Reads FOLDER/device.txt, run.csv, large.csv, counters.csv and grid.csv. Returns 1, or 0 with a
 * line on stderr if there is no device.txt or no row in run.csv, or if a time there is a model's:
 * what is made of recordings says that it was measured.
 */
int read_recording(const char *folder, struct recording *recording);

/* The row of run.csv of that program's first kernel, or -1. */
long run_row(const struct recording *recording, const char *program);

/* The row of large.csv of that program's kernel, or -1. */
long large_row(const struct recording *recording, const char *program, const char *kernel);

/* A step's line through the times of grid.csv with blocks as in run.csv; step 14 has its own. */
struct line_fit step_line(const struct recording *recording, const char *program);

/* The row of counters.csv of that kernel, which may carry template arguments there, or -1. */
long counters_row(const struct recording *recording, const char *kernel);

/* Prints " 1.25 % |", the cell of a Markdown table; a dash for NAN. */
void print_cell(double value, int decimals, const char *unit);

/* Prints the cell " 0.0250 – 0.0262 |" of a row's min_ms and max_ms; a dash where there is none. */
void print_range(const struct csv *csv, size_t row);

/* Prints "DEVICE, CONDITIONS:" and an empty line; but for the first, an empty line before it. */
void print_heading(const struct recording *recording, int is_first);

/*
 * Calls print with each folder's NAME.csv, in their order; folders, which end with NULL, without
 * such a file, or without a row in it, are left out. Where that leaves none, prints a line that
 * says so. read is read_recording, or read_device for folders of machines that have no run.csv.
 * Returns a program's exit status: 0, or 3 if a folder that has the file is no recording.
 */
int print_recorded(const char *name, char **folders,
                   int (*read)(const char *folder, struct recording *recording),
                   void (*print)(const struct recording *recording, const struct csv *csv,
                                 int is_first));

#endif
