/*
 * One block as it runs.
 */
#ifndef BLOCK_H
#define BLOCK_H

#include "base/worker.h"

/* Runs one block to its end. Returns 0, or -1 if the launch was stopped. */
int worker_run_block(struct worker *worker, uint64_t block);

#endif
