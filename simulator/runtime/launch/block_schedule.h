/*
 * The schedule of blocks: in a serial run one slot runs at a time, and yields when its block is
 * done or has to wait for others. All but the functions that workers call need run_lock.
 */
#ifndef BLOCK_SCHEDULE_H
#define BLOCK_SCHEDULE_H

#include "base/worker.h"

/* The number of the run's blocks that are on the device at a time. */
unsigned block_schedule_resident(const struct run *run);

/* A run begins: the first slot may run. */
void block_schedule_start(void);

/* Waits until the slot may run; returns at once in a parallel run. */
void block_schedule_wait(unsigned slot);

/*
 * In a serial run: the next slot after this one that can go on may run. That may be a new slot, for
 * the next block.
 */
void block_schedule_next(unsigned from);

/* ---- called by the workers, without run_lock -------------------------------- */

/*
 * Returns once all blocks before the worker's have finished (at once in a
 * serial run), or -1 if the launch was stopped meanwhile.
 */
int run_wait_for_earlier_blocks(struct worker *worker);

/*
 * Lets other blocks run because this one can only spin. Returns -1 if the
 * launch was stopped.
 */
int run_yield(struct worker *worker);

/* Lets the next block begin, if there is one, and room for it. Returns -1 if the launch was stopped.
 */
int run_let_next_begin(struct worker *worker);

/* The worker's whole block is at a grid barrier: returns when all are, or -1. */
int run_grid_barrier(struct worker *worker);

#endif
