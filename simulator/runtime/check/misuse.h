/*
 * Findings about synchronisation: barriers, exchanges, launches without end.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include "base/worker.h"

/* At a block barrier that opens: compares the lines at which threads wait. */
void misuse_check_barrier(struct worker *worker);

/* The block is deadlocked: some threads wait at a barrier that others never reach. */
void misuse_barrier_never_reached(struct worker *worker);

/* Lanes of the mask take part in no exchange, or in another one. missing: these lanes. */
void misuse_mask(struct worker *worker, unsigned lane, unsigned mask, unsigned missing);

/* A lane reads from a lane that takes no part. */
void misuse_inactive_lane(struct worker *worker, unsigned lane, unsigned source);

/* The thread has run for longer than the limit. Stops the launch. */
void misuse_endless(struct worker *worker, unsigned thread, uintptr_t pc);

#endif
