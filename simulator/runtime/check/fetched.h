/*
 * Work that is fetched with a counter: a thread adds to a word, does what the old value stands for,
 * and comes back until there is no more. Blocks run one after the other here, and the warps of a
 * block, so that the first warp that asks is given everything. Such a launch is run once more, and
 * the work is shared out (base/look.c): a warp that has done its part of all steps waits before it
 * asks again, until all others have done theirs.
 */
#ifndef FETCHED_H
#define FETCHED_H

#include "base/request.h"
#include "base/run.h"
#include "base/worker.h"

/* A launch begins. resident: how many of its blocks are on the device at a time. */
void fetched_new_launch(struct run *run, uint64_t resident);

/* A run of it begins. */
void fetched_new_run(const struct run *run);

/* The running warp has made an atomic request to global memory; its steps are merged up to it. */
void fetched_note(struct worker *worker, const struct request *request);

/* The worker's block has ended. */
void fetched_block_ends(struct worker *worker);

/* The run is over: 1 if one block of it alone, or one warp of its only block, has come back. */
int fetched_by_one(const struct run *run);

/*
 * In a look that shares: 1 if the running thread, whose steps are merged up to here, is to wait
 * before its atomic at the pc, as its warp has done its part.
 */
int fetched_gives_way(struct worker *worker, uintptr_t pc);

#endif
