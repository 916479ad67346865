/*
 * The model of a launch: from its traces to its time.
 */
#ifndef LAUNCH_CLOCK_H
#define LAUNCH_CLOCK_H

#include "base/operations.h"
#include "clock/sample.h"
#include "clock/without.h"
#include "memory/touched.h"
#include "report/times.h"

struct view_model;

/* The model's input, complete when the launch is over. */
struct clocked_launch {
    unsigned threads; /* in a block */
    size_t shared;    /* bytes of a block, arrays and dynamic */
    struct sample sample;
    struct touched_launch touched;
    const struct operations_table *operations;
    struct without without;  /* costs that the model leaves out */
    uint64_t pc_shift;       /* added to an event's pc to find it there */
    struct view_model *view; /* records the model's steps, or NULL */
};

/* The launch's time on the device. */
struct launch_time launch_clock(const struct device *device, const struct clocked_launch *launch);

/* The times of a block that runs alone: for each warp, the cycles to the end of its trace. */
void launch_clock_block(const struct device *device, const struct clocked_launch *launch,
                        double *warp_cycles);

#endif
