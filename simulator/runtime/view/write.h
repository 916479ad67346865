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

/* One run, with all kept launches, as an object. */
void write_run(struct json *json);

/* A grid or block as a member [x, y, z]. */
void write_shape(struct json *json, const char *name, const struct sim_index *shape);

/* A launch in detail, as an object. bytes: the approximate size of its blocks and times. */
void write_launch(struct json *json, struct view_launch *launch, size_t bytes);

/*
 * The written part of the recorded blocks: the number of steps, by block and warp. And how much was
 * left out: steps, and values of requests.
 */
struct written {
    size_t **steps;
    uint64_t steps_left_out, values_left_out;
};

/* The blocks, as an array, in that many bytes at most. Fills in the written part. */
void write_blocks(struct json *json, struct view_launch *launch, struct kinds *kinds, size_t bytes,
                  struct written *written);

/*
 * Sorts the launch's arrays into their final order; the second function writes them, as an array.
 */
void arrays_settle(struct view_launch *launch);
void write_arrays(struct json *json, struct view_launch *launch);

/* Findings as an array; launch: NULL for those of the host. */
void write_findings(struct json *json, const struct view_launch *launch,
                    const struct written *written);

/*
 * The clock's model, as an object, in about that many bytes. Stores the cycle from which on spans
 * are left out, or -1.
 */
void write_time(struct json *json, struct view_launch *launch, const struct written *written,
                size_t bytes, double *until);

/* The clock's model of all kept launches, for viewers of traces. */
void write_trace_events(struct json *json);

#endif
