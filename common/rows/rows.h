/*
 * Rows of floats: of a matrix, or of unequal lengths.
 */
#ifndef ROWS_H
#define ROWS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What the numbers are: enum row_values counts in the order of row_value_names. */
enum row_values { PLAIN_VALUES, EXTREME_VALUES };
extern const char *const row_value_names[]; /* NULL behind the last */

/*
 * Returns n floats from -2 on and below 2, all of them multiples of 1/64: the lecture's numbers
 * for this seed, moved and scaled. So rounding is no excuse: as long as the magnitudes of a row add
 * up to at most 2^18, every order of additions gives the same sum. Among EXTREME_VALUES one in
 * eight is something else: an infinity, a NaN, a denormal, a zero of either sign, a number near the
 * largest or the smallest. Free them with free(). Exits with 3 if there is no memory for them.
 */
float *make_row_input(size_t n, unsigned int seed, enum row_values values);

/*
 * Cuts n numbers into rows of unequal lengths: row r has the numbers from offsets[r] on and below
 * offsets[r + 1]. About a third of the rows are empty, one has half of all numbers, and the lengths
 * of the others vary. The same seed cuts the same way. rows: from 1 on; n may be 0. Returns rows +
 * 1 offsets; free them with free(). Exits with 3 if there is no memory for them.
 */
size_t *make_segments(size_t n, size_t rows, unsigned int seed);

#ifdef __cplusplus
}
#endif

#endif
