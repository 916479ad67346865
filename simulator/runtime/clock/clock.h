/*
 * The clock: the time that a launch would take on the simulated device, by a model (docs/clock.md).
 * Times in nanoseconds.
 */
#ifndef CLOCK_H
#define CLOCK_H

#include "base/run.h"
#include "memory/touched.h"
#include "report/modelled.h"
#include "report/times.h"

/* Once, before main. */
void clock_start(void);

/* A launch begins, or begins anew. */
void clock_start_launch(const struct run *run);

/* The traced block nearest to the block; without a clock, the block itself. */
uint64_t clock_block_near(const struct run *run, uint64_t block);

/*
 * The launch is over: computes its time. Returns NULL for kernels without hooks, which have no
 * time. Stores the launch's effect on L2 to *effect.
 */
const struct launch_time *clock_end_launch(const struct run *run, struct touched_effect *effect);

/*
 * Adds the launch's time by position in the program; to a second sum, too, unless that is NULL. To
 * be called once, after clock_end_launch.
 */
void clock_add_places(struct modelled *modelled, struct modelled *second,
                      const struct launch_time *time);

#endif
