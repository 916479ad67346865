/*
 * Writes down what the warps of the running block do, step by step, for a view. Called only
 * for blocks that are viewed: worker->viewed.block is not NULL.
 */
#ifndef VIEW_STEPS_H
#define VIEW_STEPS_H

#include "base/request.h"
#include "base/worker.h"

/* A basic block, a fence, a barrier of the warp: any step of the running warp without data. */
void view_step(struct worker *worker, event_t event, unsigned lanes);

/*
 * A request, all of it to global memory or all to shared. cost: sectors or wavefronts. The
 * lanes' values are in worker->viewed.value, if its attributes have ACCESS_SEEN.
 */
void view_request(struct worker *worker, const struct request *part, int global, unsigned cost);

/*
 * An access that ends the launch, which no request is made of: a step of the running thread's warp
 * with that lane alone. offset: in the space, in array number `array` of the launch or beside it.
 * Returns the step's index among the warp's, or SIZE_MAX where there is no room for it.
 */
size_t view_ending(struct worker *worker, event_t event, unsigned array, int global,
                   uint64_t offset);

/* What exchanges are called, by the number that view_exchange gets. */
enum view_operation {
    VIEW_SHUFFLE,
    VIEW_SHUFFLE_UP,
    VIEW_SHUFFLE_DOWN,
    VIEW_SHUFFLE_XOR,
    VIEW_BALLOT,
    VIEW_MATCH_ANY,
    VIEW_MATCH_ALL,
    VIEW_REDUCE,
    VIEW_OPERATIONS
};
extern const char *const view_operation_names[VIEW_OPERATIONS];

/* An exchange that these lanes of the running warp have made. */
void view_exchange(struct worker *worker, event_t event, unsigned lanes,
                   enum view_operation operation);

/* The block's barrier (EVENT_BARRIER) or the grid's opens: a step of each warp that is there. */
void view_barrier(struct worker *worker, unsigned what);

/* Lanes that parted from others at the branch have just touched memory without them. */
void view_parting(struct worker *worker, event_t branch, unsigned lanes);

#endif
