/*
 * Details of findings for a view: their accesses, and the steps of these accesses in the recorded
 * blocks.
 */
#ifndef VIEW_DETAILS_H
#define VIEW_DETAILS_H

#include "base/worker.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"

struct view_block;

/* One access of a finding, from the checks. */
struct view_about {
    const char *kind; /* "read", "write" or "atomic" */
    uintptr_t pc, address;
    unsigned size; /* bytes */
    uint64_t block;
    unsigned thread;
    event_t ending; /* of an access that ends the launch: its event; else 0 */
};

/*
 * Adds accesses to the latest finding, the earlier one first. They were meant for the allocation
 * or, if that is NULL, for the shared array, at that offset from its start. If both are NULL, they
 * have no array. count: up to 2. Does nothing without a view.
 */
void view_finding(struct worker *worker, const struct view_about *about, unsigned count,
                  const struct allocation *allocation, const struct shared_array *shared,
                  long long offset);

/* The latest finding, at that pc, is one of the running block, without an access. */
void view_finding_of_block(struct worker *worker, uintptr_t pc);

/* The step of that number has moved by one, since a step was inserted before it. */
void view_details_moved(struct view_block *block, unsigned warp, size_t step);

#endif
