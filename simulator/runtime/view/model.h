/*
 * A recording of the clock's model, for a view's time line: the blocks of its multiprocessor over
 * time, their warps' causes of waiting, and the bytes in flight. Times in cycles from the launch's
 * start. The functions are called only where a view is wanted.
 */
#ifndef VIEW_MODEL_H
#define VIEW_MODEL_H

#include "base/site.h"
#include "report/times.h"

struct view_model;

/* The model of the launch that runs, to be filled; NULL if no view is wanted. */
struct view_model *view_model_new(void);
void view_model_free(struct view_model *model);

/*
 * A block begins in a slot of the multiprocessor. block: the index in the grid of the block that it
 * represents. traced: the block whose trace it replays. Blocks are counted from 0, as instances.
 */
void view_model_start(struct view_model *model, unsigned slot, uint64_t block, uint64_t traced,
                      double time);
void view_model_end(struct view_model *model, uint64_t instance, double time);

/* The state of a block's warp in an interval of time. */
struct view_doing {
    enum time_cause cause;
    event_t event;
    uint32_t step; /* of its trace */
};
void view_model_span(struct view_model *model, uint64_t instance, unsigned warp, double from,
                     double to, struct view_doing doing);

/* That many bytes are in flight as loads; that many bytes are moved between memory and L2. */
void view_model_load(struct view_model *model, double from, double to, double bytes);
void view_model_moved(struct view_model *model, double from, double to, double bytes);

/* The model has finished the launch: its size. */
void view_model_done(struct view_model *model, double cycles, unsigned resident, unsigned warps);

#endif
