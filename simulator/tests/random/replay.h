/*
 * Checks a log: performs its events on a memory of its own and compares what was read.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "event.h"

struct memory_replay {
    unsigned char global[AREA_BYTES];
    unsigned char shared[BLOCKS_MOST][AREA_BYTES];
};

/* All memory is zero. */
void replay_start(struct memory_replay *replay);

/* Performs the event; 0 if the memory does not hold what it is said to have read. */
int replay_event(struct memory_replay *replay, const struct event *event, uint64_t got);

#endif
