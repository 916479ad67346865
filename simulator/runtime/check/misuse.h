/*
 * Findings about synchronisation: barriers, exchanges, launches without end.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include "base/worker.h"

/* At a block barrier that opens: compares the lines at which threads wait. */
void misuse_check_barrier(struct worker *worker);

/* The block can get no further: some threads wait at a barrier that others never reach. */
void misuse_barrier_never_reached(struct worker *worker);

/* A lane of the mask takes part in no exchange, or in another; missing: the lanes. */
void misuse_mask(struct worker *worker, unsigned lane, unsigned mask, unsigned missing);

/* A lane reads from one that takes no part. */
void misuse_inactive_lane(struct worker *worker, unsigned lane, unsigned source);

/* The thread has run for longer than the limit. Stops the launch. */
void misuse_endless(struct worker *worker, unsigned thread, uintptr_t pc);

#endif
