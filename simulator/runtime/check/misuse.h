/*
 * Findings about synchronisation: exchanges, launches without end.
 */
#ifndef MISUSE_H
#define MISUSE_H

#include "base/worker.h"

/* Lanes of the mask take part in no exchange, or in another one. missing: these lanes. */
void misuse_mask(struct worker *worker, unsigned lane, unsigned mask, unsigned missing);

/* A lane reads from a lane that takes no part. */
void misuse_inactive_lane(struct worker *worker, unsigned lane, unsigned source);

/* The running thread is in a loop without an end, at the pc. Stops the launch. */
void misuse_endless_loop(struct worker *worker, uintptr_t pc);

/* The running thread has passed no hook for SIM_WATCHDOG seconds. Stops the launch. */
void misuse_stands_still(struct worker *worker, uintptr_t pc);

/* The thread has run for longer than the limit. Stops the launch. */
void misuse_endless(struct worker *worker, unsigned thread, uintptr_t pc);

#endif
