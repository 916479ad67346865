/*
 * What calibrate/calibrate.sh wrote of a device: times that were measured and what the
 * simulator's clock says, for the programs that turn them into Markdown.
 */
#ifndef CLOCK_TIMES_H
#define CLOCK_TIMES_H

#include <stddef.h>
#include <stdio.h>

struct clock_time {
    char name[128]; /* of a guest, step01_...; or of a case, family/case */
    int step;       /* its number, or 0 of a case */
    double n, block, grid;
    double measured, modelled; /* milliseconds */
    int look;                  /* of the first look: which one, in the order of the days; or 0 */
    double empty;              /* of the first look: measured of the program's own empty launch, in
                                * milliseconds, less what is modelled of one; 0 if it is not known */
};

struct clock_times {
    char device[256]; /* "NVIDIA H100 80GB HBM3" */
    size_t count;
    struct clock_time *time;
    int has_steps; /* and not cases alone */
};

/* Files of a folder: what the clock says now; and what it said of held-out kernels when their
 * measurements came, before anybody had looked at them. The second is never written again. */
#define CLOCK_NOW        "clock.csv"
#define CLOCK_FIRST_LOOK "first_look.csv"

/*
 * Reads FOLDER/NAME, of these columns: name,n,block,grid,measured_ms,modelled_ms, and maybe
 * look,empty_ms,empty_modelled_ms.
 * Returns 1, or 0 if there is none; then times is empty. A file that has a row without a time ends
 * the program with status 3.
 */
int clock_times_read(const char *folder, const char *name, struct clock_times *times);

/* The file FOLDER/NAME, open for reading; NULL if there is none. */
FILE *open_recorded(const char *folder, const char *name);

/* |log(modelled / measured)|. */
double clock_time_error(const struct clock_time *time);

/*
 * What errors of several times come to. Zeroed it is that of none.
 */
struct clock_errors {
    size_t count;
    double *error;     /* of each, as clock_time_error has it */
    double logarithms; /* sum of log(modelled / measured) */
    double sum;        /* of the errors */
    const struct clock_time *worst;
};

/* Adds a time. The memory is never freed: the programs here end soon after. */
void clock_errors_add(struct clock_errors *errors, const struct clock_time *time);

/* The part, from 0 to 1, of the times that are at most that many percent off: the larger of
 * measured and modelled over the smaller. */
double clock_errors_within(const struct clock_errors *errors, double percent);

/* The error in the middle. */
double clock_errors_median(const struct clock_errors *errors);

/* Prints "step 05" or the case's name. */
void print_clock_name(const struct clock_time *time);

/* Prints n as "2^14", or as it is if it is no power of two. */
void print_clock_n(double n);

/* Prints " 1.25 % |", the cell of a Markdown table. */
void print_cell(double value, int decimals, const char *unit);

#endif
