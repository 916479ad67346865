/*
 * Records the steps of the running block's warps for a view. To be called only for viewed blocks:
 * viewed.block is not NULL.
 */
#ifndef VIEW_STEPS_H
#define VIEW_STEPS_H

#include "base/instrument.h"

/*
 * The view's part in base/instrument.h. The values of a request's lanes are known if its attributes
 * have ACCESS_SEEN.
 */
void view_step(struct worker *worker, const struct step *step);
void view_fence(struct worker *worker, const struct request *request);
void view_request(struct worker *worker, const struct request *part);
void view_exchange(struct worker *worker, event_t event, unsigned lanes);
void view_barrier(struct worker *worker, unsigned what);
void view_parting(struct worker *worker, event_t branch, unsigned lanes);

/*
 * An access that ends the launch, and becomes no request: a step of the running thread's warp with
 * that lane alone. offset: in the space. array: the number of the array that the access was meant
 * for. Returns the step's index in the warp, or SIZE_MAX if there is no room for it.
 */
size_t view_ending(struct worker *worker, event_t event, unsigned array, int global,
                   uint64_t offset);

/* The clock's trace of the block that this host thread runs, or NULL; the clock sets it. */
struct trace;
extern _Thread_local const struct trace *view_traced;

/* The names of exchanges. */
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

#endif
