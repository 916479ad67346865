/*
 * A matrix, each of whose rows has a result.
 */
#ifndef ROWS_H
#define ROWS_H

#include "../row_kinds.h"
#include "shape.h"

/* From here on 32 bits do not count the numbers. */
#define VAST ((size_t)1 << 32)

/* So many rows, each of so many numbers, by an instance of the kernel. */
struct run_case matrix(enum row_kind kind, unsigned rows, unsigned columns);

/* Each number as a row's length, as the number of rows, and as a block's
 * (course/shapes/rows_named.c). */
size_t draw_named_of_rows(const struct exercise *exercise, const struct named *named,
                          struct draw *draw, struct run_case cases[FAR_CASES_MOST]);

/* Rows of any length, few of them, and many short ones. */
size_t draw_any_of_rows(const struct exercise *exercise, const struct named *named,
                        struct draw *draw, struct run_case cases[ANY_CASES_MOST]);

#endif
