/*
 * A straight line through a program's times over n: what every run costs, however small its
 * input, and the rate at which the time grows with it. For the programs that turn recordings
 * into Markdown.
 */
#ifndef LINE_FIT_H
#define LINE_FIT_H

#include "csv.h"

struct line_fit {
    int sizes;                 /* how many n it is made from */
    double fixed_microseconds; /* at n = 0 */
    double gb_per_second;      /* 10^9 bytes of input a second, 4 for each of n, beyond that */
    double worst;              /* the largest deviation of a time from the line, over the time */
};

/*
 * The line t = a + n * 4 / b for the times of that program in grid (columns program, n, block,
 * median_ms), with that block or, if block is NULL, with any: the a and b with the least sum of
 * squares of (line - time) / time, so that short times count as much as long ones. Fewer than
 * eight sizes make no line: then sizes is 0 and all others are NAN.
 */
struct line_fit fit_line(const struct csv *grid, const char *program, const char *block);

#endif
