/*
 * The instances of the kernel for rows that exercise 17 is judged by: an operator, the size of its
 * blocks, the loads and rows of a warp. All but the first are drawn, by the seed.
 */
#ifndef ROW_KINDS_H
#define ROW_KINDS_H

#include <stddef.h>

#include "numbers.h"

enum row_kind {
    USUAL_ROWS,                /* sums, the instance of the pages: its time is judged, too */
    SUM_ROWS,                  /* sums, another of the step's own shapes */
    SOFTMAX_ROWS,              /* softmax, in a third one */
    FURTHER_ROWS,              /* either, in the last one */
    OTHER_ROWS,                /* either, in blocks of another size */
    MAIN_ROWS,                 /* they have most of the launches; others have few: */
    USUAL_SOFTMAX = MAIN_ROWS, /* as USUAL_ROWS */
    ONE_MORE,                  /* one more of the step's own shapes, with its other operator */
    ROW_KINDS = ONE_MORE + 3   /* and two in blocks of further sizes */
};

struct row_instance {
    int is_softmax;
    unsigned block, loads, rows; /* threads; of 16 bytes for each lane; of a warp */
};
extern struct row_instance row_instances[ROW_KINDS];

/* Draws the instances: to be called before anything else here. */
void draw_row_instances(unsigned seed);

unsigned rows_of_block(enum row_kind kind);
unsigned columns_most(enum row_kind kind);

/*
 * A row of a matrix, numbers->together columns wide. For sums each number is one of few enough
 * units that a row's sum is exact in a float; for softmax a multiple of 200 and up to three steps,
 * each of which halves exp: then exp of a difference is near a power of two, or 0. In one row of
 * eight, infinities or a NaN stand among them.
 */
void draw_row(enum row_kind kind, const struct numbers *numbers, size_t row, float *to);

/* The unit of a matrix's numbers for sums: a power of two below 1, another one in another matrix.
 */
float row_unit(const struct numbers *numbers);

/* exp of the difference between a number for softmax and the row's maximum, which is not below. */
double row_power(float number, float maximum);

/*
 * A row's result as an integer: a sum in units, or softmax's maximum, and its sum in eighths,
 * to the nearest. Every result that cannot be right gives the same, which none of the right ones
 * is.
 */
long long coded_sum(float sum, float unit);
long long coded_softmax(float maximum, float sum);

#endif
