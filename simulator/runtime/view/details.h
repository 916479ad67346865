/*
 * What a view knows of findings beyond their words: which accesses they are about, and where
 * those are among the steps of the blocks that are recorded.
 */
#ifndef VIEW_DETAILS_H
#define VIEW_DETAILS_H

#include "base/worker.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"

struct view_block;

/* One access of a finding, as the checks know it. */
struct view_about {
    const char *kind; /* "read", "write" or "atomic" */
    uintptr_t pc, address;
    unsigned size; /* bytes */
    uint64_t block;
    unsigned thread;
    event_t ending; /* of an access that ends the launch: what it would have recorded; else 0 */
};

/*
 * The finding that was kept last is about these accesses, the earlier one first; they were
 * meant for the allocation or, if it is NULL, the shared array, or, if both are, no array at
 * that offset from its start. count: up to 2. Does nothing without a view.
 */
void view_finding(struct worker *worker, const struct view_about *about, unsigned count,
                  const struct allocation *allocation, const struct shared_array *shared,
                  long long offset);

/* The finding that was kept last, at that pc, is about the running block; of no access. */
void view_finding_of_block(struct worker *worker, uintptr_t pc);

/* The step of that number has moved one on, as one was put before it. */
void view_details_moved(struct view_block *block, unsigned warp, size_t step);

#endif
