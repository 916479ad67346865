/*
 * Blocks that the kernel's own code runs as one, thread after thread and phase by phase, where
 * simcc --plain has made it so: struct sim_launch has run_block.
 */
#ifndef WHOLE_BLOCK_H
#define WHOLE_BLOCK_H

#include "base/worker.h"

/* Whether the launch's blocks run so: no instrument is on, and threads run in ascending order. */
int whole_block_may_run(const struct worker *worker);

/* Runs the block, on a stack of its own. Returns 0, or -1 if the launch was stopped. */
int whole_block_run(struct worker *worker);

/* 1 if the address lies in that stack. */
int whole_block_has_stack(const struct worker *worker, uintptr_t address);

#endif
