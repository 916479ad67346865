/*
 * The parts of a view's text: docs/view_format.md. Each function writes members into the object
 * that is open in *json.
 */
#ifndef VIEW_WRITE_H
#define VIEW_WRITE_H

#include <stdio.h>

#include "view/json.h"
#include "view/kinds.h"
#include "view/recorded.h"

/* One run, with all launches that are kept, as an object. */
void write_run(struct json *json);

/* A grid or block as a member [x, y, z]. */
void write_shape(struct json *json, const char *name, const struct sim_index *shape);

/* A launch in detail, as an object: with blocks and times in about so many bytes. */
void write_launch(struct json *json, struct view_launch *launch, size_t bytes);

/*
 * What of the recorded blocks was written: by block, then warp, how many steps. What was left
 * out: steps, and values of requests.
 */
struct written {
    size_t **steps;
    uint64_t steps_left_out, values_left_out;
};

/* The blocks, as an array, in so many bytes at most; fills in what was written. */
void write_blocks(struct json *json, struct view_launch *launch, struct kinds *kinds, size_t bytes,
                  struct written *written);

/* Puts the launch's arrays into their final order; then: writes them, as an array. */
void arrays_settle(struct view_launch *launch);
void write_arrays(struct json *json, struct view_launch *launch);

/* Findings as an array; launch: NULL for those of the host. */
void write_findings(struct json *json, const struct view_launch *launch,
                    const struct written *written);

/*
 * The clock's model, as an object, in about so many bytes; stores the cycle from which on spans
 * are left out, or -1.
 */
void write_time(struct json *json, struct view_launch *launch, const struct written *written,
                size_t bytes, double *until);

/* The same of all launches that are kept, for viewers of traces. */
void write_trace_events(struct json *json);

#endif
