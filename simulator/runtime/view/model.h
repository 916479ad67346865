/*
 * What the clock's model does, for a view's time line: which blocks its multiprocessor ran when,
 * what their warps waited for, and which bytes were under way. Times in cycles from the launch's
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
 * A block begins in a slot of the multiprocessor: the instance-th from 0 on. It stands for the
 * grid's block of that number and does what the traced one did.
 */
void view_model_start(struct view_model *model, unsigned slot, uint64_t block, uint64_t traced,
                      double time);
void view_model_end(struct view_model *model, uint64_t instance, double time);

/* Of a block's warp: what it does from a time on until another one. */
struct view_doing {
    enum time_cause cause;
    event_t place;
    uint32_t step; /* of its trace */
};
void view_model_span(struct view_model *model, uint64_t instance, unsigned warp, double from,
                     double to, struct view_doing doing);

/* A load of so many bytes is under way; so many bytes come from memory or go there. */
void view_model_load(struct view_model *model, double from, double to, double bytes);
void view_model_moved(struct view_model *model, double from, double to, double bytes);

/* The launch is over, for the model: what it is about. */
void view_model_done(struct view_model *model, double cycles, unsigned resident, unsigned warps);

#endif
