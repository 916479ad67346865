/*
 * The clock that kernels read: clock64() and %globaltimer.
 */
#ifndef ASKED_H
#define ASKED_H

#include "base/worker.h"

/*
 * Cycles from the launch's start to the running warp's latest step, with its block alone on a
 * multiprocessor. Never less than before. The lane's steps must be merged. If the block is not
 * traced, or the clock is off, the result counts the calls.
 */
double asked_cycles(struct worker *worker);

/*
 * A thread is about to ask: the clock looks at its block from now on, if it can. Returns 1 if all
 * that the lane did must be merged first.
 */
int asked_wants_all(struct worker *worker);

#endif
