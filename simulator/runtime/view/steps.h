/*
 * Records the steps of the running block's warps for a view. To be called only for viewed blocks:
 * worker->viewed.block is not NULL.
 */
#ifndef VIEW_STEPS_H
#define VIEW_STEPS_H

#include "base/request.h"
#include "base/worker.h"

/* A basic block, a fence, a barrier of the warp: any step of the running warp without data. */
void view_step(struct worker *worker, event_t event, unsigned lanes);

/*
 * A request, all of it to global memory or all to shared memory. cost: sectors or wavefronts. The
 * lanes' values are in worker->viewed.value, if its attributes have ACCESS_SEEN.
 */
void view_request(struct worker *worker, const struct request *part, int global, unsigned cost);

/*
 * An access that ends the launch, and becomes no request: a step of the running thread's warp with
 * that lane alone. offset: in the space. array: the number of the array that the access was meant
 * for. Returns the step's index in the warp, or SIZE_MAX if there is no room for it.
 */
size_t view_ending(struct worker *worker, event_t event, unsigned array, int global,
                   uint64_t offset);

/* The names of exchanges, by view_exchange's operation. */
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

/* An exchange of these lanes of the running warp. */
void view_exchange(struct worker *worker, event_t event, unsigned lanes,
                   enum view_operation operation);

/* The block's barrier (EVENT_BARRIER) or the grid's opens: a step of each warp that waits there. */
void view_barrier(struct worker *worker, unsigned what);

/* Lanes that diverged from others at the branch have just touched memory without them. */
void view_parting(struct worker *worker, event_t branch, unsigned lanes);

#endif
