/*
 * Work that is fetched with a counter: a thread increments the counter, does the item of that
 * number, and repeats that until no item is left. Here blocks run one after another, and so do the
 * warps of a block: the first warp fetches all items. Such a launch runs once more, with the work
 * shared out (base/look.c): a warp that has done its part of all steps waits before it fetches
 * again, until all others have done theirs.
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
