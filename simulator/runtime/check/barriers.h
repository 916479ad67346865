/*
 * Findings about barriers of a block and of the grid.
 */
#ifndef BARRIERS_H
#define BARRIERS_H

#include "base/worker.h"

/* A barrier of the block opens: do all its threads wait at one place, and did none go around it? */
void barriers_check_block(struct worker *worker);

/* All threads of the block that have not exited wait at the grid's barrier. */
void barriers_check_grid(struct worker *worker);

/* The block is deadlocked: its threads wait at different places, one of them a barrier. */
void barriers_never_opens(struct worker *worker);

/*
 * The block waits at the grid's barrier, with all blocks that are left: those have ended which it
 * waits for. waiting: the number of blocks at the barrier.
 */
void barriers_grid_never_opens(struct worker *worker, uint64_t waiting);

#endif
