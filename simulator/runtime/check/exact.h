/*
 * The exact look of the race detector, for launches about which the quick look has doubts. Such a
 * launch runs again, one block at a time. Each access that may still matter is kept, and compared
 * with each later one by CUDA's memory model (docs/memory_model.md).
 *
 * For each 4 bytes there is a list of entries: accesses by lanes of one warp, in one tick, from one
 * line. Of a thread's accesses from one line only the last one is kept, since an access that races
 * with an earlier one races with the last one, too. Lists and their memory are bounded (ENTRIES_ of
 * exact.c). Where a launch has more, some racing pairs of lines may not be named.
 */
#ifndef EXACT_H
#define EXACT_H

#include "check/race.h"

/* Compares the access with all before it, reports races, and notes it. */
void exact_access(struct worker *worker, const struct access *access);

/*
 * The thread frees memory of the heap, from the access's address on: as if it wrote all of it, but
 * that nothing of it is kept. Addresses are multiples of 4.
 */
void exact_free(struct worker *worker, const struct access *access, size_t size);

/* A launch begins: forgets all accesses. */
void exact_new_launch(void);

/* A block begins, with new shared memory. A block has ended: settles its deferred races. */
void exact_new_block(struct worker *worker);
void exact_end_block(struct worker *worker);

#endif
