/*
 * The exact look of the race detector, for launches about which the quick look has doubts. Such a
 * launch runs again, one block at a time. Each access that may still matter is kept, and compared
 * with each later one by CUDA's memory model (docs/memory_model.md).
 *
 * For each 4 bytes there is a list of entries: accesses by lanes of one warp, in one tick, from one
 * line. Of a thread's accesses from one line only the last one is kept, since an access that races
 * with an earlier one races with the last one, too. Lists and their memory are bounded
 * (exact_lists.h). Where a launch has more, it is looked at once more: quickly and to its end, only
 * to see which windows there are doubts about (exact_gather), and then exactly at these alone.
 */
#ifndef EXACT_H
#define EXACT_H

#include "check/race.h"

/* Compares the access with all before it, reports races, and notes it. */
void exact_access(struct worker *worker, const struct access *access);

/*
 * For launches with more accesses than can be kept: forgets all windows; the quick look doubts
 * about the access's window. Exact looks of the launch then look at these windows of global memory
 * alone.
 */
void exact_new_windows(void);
void exact_gather(const struct access *access);

/*
 * The thread frees memory of the heap, from the access's address on: as if it wrote all of it, but
 * that nothing of it is kept. Addresses are multiples of 4.
 */
void exact_free(struct worker *worker, const struct access *access, size_t size);

/* A launch of so many blocks begins: forgets all accesses. */
void exact_new_launch(uint64_t blocks);

/* A block begins, with new shared memory. A block has ended: settles its deferred races. */
void exact_new_block(struct worker *worker);
void exact_end_block(struct worker *worker);

#endif
