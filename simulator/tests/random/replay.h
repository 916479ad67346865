/*
 * Checks a log: performs its events on a memory of its own and compares what was read.
 */
#ifndef REPLAY_H
#define REPLAY_H

#include "event.h"

/* A byte: its value, whether that is known, and whether somebody has written it, or read it. */
struct byte {
    unsigned char value, is_known, is_written, is_read;
};

struct memory_replay {
    struct byte global[GLOBAL_BYTES];
    struct byte fresh[AREA_BYTES];
    struct byte shared[BLOCKS_MOST][AREA_BYTES];
    struct byte copied[AREA_BYTES]; /* what the last read of a copy has found */
};

/* All memory is zero, but for fresh memory, which holds anything. */
void replay_start(struct memory_replay *replay);

/* A launch begins: shared memory is zero. */
void replay_new_launch(struct memory_replay *replay);

/* A mask of those of the bytes that the event touches which nobody has written. */
unsigned replay_unwritten(const struct memory_replay *replay, const struct event *event);
/* 1 if a launch before, or an earlier event, has read some of these bytes, or written them. */
int replay_was_touched(const struct memory_replay *replay, const struct event *event);

/* Performs the event; 0 if the memory does not hold what it is said to have read. */
int replay_event(struct memory_replay *replay, const struct event *event, uint64_t got);

#endif
