/*
 * The model of a launch: from what was seen of it to its time.
 */
#ifndef LAUNCH_CLOCK_H
#define LAUNCH_CLOCK_H

#include "base/operations.h"
#include "clock/sample.h"
#include "memory/touched.h"
#include "report/times.h"

struct view_model;

/* What the clock knows of a launch when it is over. */
struct clocked_launch {
    unsigned threads; /* in a block */
    size_t shared;    /* bytes of a block, arrays and dynamic */
    struct sample sample;
    struct touched_launch touched;
    const struct operations_table *operations;
    uint64_t pc_shift;       /* what to add to an event's pc to find it there */
    struct view_model *view; /* to be told what the model does, or NULL */
};

/* Its time on the device. */
struct launch_time launch_clock(const struct device *device, const struct clocked_launch *launch);

/* The block's time alone, warp by warp: cycles until each has done what is written down of it. */
void launch_clock_block(const struct device *device, const struct clocked_launch *launch,
                        double *warp_cycles);

#endif
