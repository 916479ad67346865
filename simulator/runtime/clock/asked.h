/*
 * Kernels that ask for the time: clock64() and %globaltimer.
 */
#ifndef ASKED_H
#define ASKED_H

#include "base/worker.h"

/*
 * Cycles from the launch's start until what the running warp has done so far, as far as the
 * clock knows it: its own block alone on a multiprocessor. Never less than before. All that
 * the lane did must be merged. Where the block is not looked at, and where the clock is off, it
 * counts the calls.
 */
double asked_cycles(struct worker *worker);

/*
 * A thread is about to ask: the clock looks at its block from now on, if it can. Returns 1 if all
 * that the lane did must be merged first.
 */
int asked_wants_all(struct worker *worker);

#endif
