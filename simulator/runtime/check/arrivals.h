/*
 * Threads that wait at a cuda::barrier, for what is said of a launch that does not end.
 */
#ifndef ARRIVALS_H
#define ARRIVALS_H

#include "base/worker.h"

/*
 * 1 if the block's thread waits at such a barrier; how many arrivals there have been in the
 * barrier's phase, and how many it expects.
 */
int arrivals_at(const struct worker *worker, unsigned thread, unsigned *arrived,
                unsigned *expected);

/* 1 if all of the block's threads that can run on wait at such barriers. */
int arrivals_wait_all(const struct worker *worker);

/* 1 if the block's thread has arrived at such a barrier, and has not waited at one since. */
int arrivals_without_wait(const struct worker *worker, unsigned thread);

#endif
