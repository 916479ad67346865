/*
 * A phase: the loop over the threads of a block between two barriers.
 */
#ifndef SIMCC_PHASE_LOOP_H
#define SIMCC_PHASE_LOOP_H

#include "phase_text.h"

/* Ends the phase before the statement at from; end: of the statements that follow in its block. */
void end_phase(struct phases *it, size_t from, size_t end);

#endif
