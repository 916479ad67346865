/*
 * Four threads of a block at once, in a phase with loops that all threads take in the same way:
 *
 *     for (k = 0; k < n; k++)          for (k = 0; k < n; k++) {
 *         sum += a[k] * b[k * n + x];      sum_0 += a[k] * b[k * n + x_0];
 *                                          sum_1 += a[k] * b[k * n + x_1]; ... }
 *
 * One sum waits for its last addition; four of them do not wait for each other.
 */
#ifndef SIMCC_JAM_H
#define SIMCC_JAM_H

#include "phase_text.h"

/*
 * Adds to the code, where the phase allows it, what runs four threads at once, as far as there are
 * so many side by side of which none returns. The phase ends before from; of the kept variables,
 * the first ones are those of earlier phases.
 */
void add_jam(struct phases *it, size_t from, size_t earlier);

#endif
