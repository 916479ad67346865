/*
 * One warp of the worker's block as it runs.
 */
#ifndef WARP_H
#define WARP_H

#include "base/worker.h"

/* Runs the warp until all its lanes wait for others or have exited; -1: stopped. */
int warp_run(struct worker *worker, unsigned number);

/* Completes exchanges whose lanes have all arrived; returns 1 if some lane got ready. */
int exchange_complete(struct worker *worker, struct warp *warp);

/* As above, for an exchange that can no longer complete: reports it first. */
int exchange_force(struct worker *worker, struct warp *warp);

#endif
