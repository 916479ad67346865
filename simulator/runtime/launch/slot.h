/*
 * Slots: host threads, each with its worker, among which the blocks of a run are distributed. What
 * is not atomic is guarded by run_lock.
 */
#ifndef SLOT_H
#define SLOT_H

#include <pthread.h>
#include <stdint.h>

#include "base/device_limits.h"
#include "base/run.h"
#include "base/worker.h"

/* The blocks that any device holds at once: all of them may wait for each other. */
#define SLOTS_MOST (DEVICE_MULTIPROCESSORS_MOST * DEVICE_BLOCKS_MOST)

enum slot_state { SLOT_FREE, SLOT_ACTIVE, SLOT_AT_GRID_BARRIER, SLOT_DONE };

/* Made when needed, and reused. */
struct slot {
    pthread_t thread;
    pthread_cond_t wake; /* it has work, or may run */
    struct worker *worker;
    enum slot_state state;
    int has_work;
    unsigned part;          /* of the work that is shared, if that is its work */
    uint64_t next, end;     /* the numbers of blocks that it has taken and not begun */
    _Atomic uint64_t block; /* the one that it runs, if active */
    _Atomic uint64_t ended; /* its blocks of this run */
};

extern struct slot *slots[SLOTS_MOST];
extern unsigned slot_count; /* that there are */

/* The run in progress, and the slots that take part in it. */
struct schedule {
    struct run *run;
    unsigned used;    /* slots that take part: the first ones */
    unsigned at_once; /* the numbers that a slot takes at a time */
    /* The first block that no slot has taken; or its place among chosen. In a cache line alone. */
    _Alignas(64) _Atomic uint64_t next_block;
};
extern struct schedule schedule;

/* Whether there are blocks that no slot has taken yet. */
int slot_has_more(void);

/* Lets one more slot take part in the run: it takes blocks until there are none left. */
void slot_start_next(void);

/* Between runs: calls work once on each of as many host threads as allowed; returns with the last.
 */
void slots_share(void (*work)(unsigned part, unsigned parts));

/* Runs all blocks, on that many slots at first; returns when all slots have finished. */
void slots_run(struct run *run, unsigned starting);

#endif
