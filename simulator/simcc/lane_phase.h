/*
 * A statement in which a function that runs for all lanes of a warp at once has a thread's value
 * and gives it another (lane_function.h): it ends one phase and begins the next.
 */
#ifndef SIMCC_LANE_PHASE_H
#define SIMCC_LANE_PHASE_H

#include "phase_text.h"

/*
 * Reads the statement [first, last], x = function(value); or type x = function(value);. end: of the
 * statements that follow in its block. Any other one makes the phases impossible.
 */
void add_lane_statement(struct phases *it, size_t first, size_t last, size_t end);

/* Adds the functions for all lanes of which [first, end) has the names: each once. */
void add_lane_functions(const struct phases *it, struct text *text, size_t first, size_t end);

#endif
