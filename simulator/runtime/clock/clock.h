/*
 * The clock: what a launch would take on the device that is simulated, by a model
 * (docs/clock.md). Times in nanoseconds.
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

/* Of the blocks that it then looks at, the one nearest to the block; without a clock that one. */
uint64_t clock_block_near(const struct run *run, uint64_t block);

/*
 * It is over: works out its time. Returns NULL where there is none: kernels without hooks. What it
 * does to L2 is stored to *effect.
 */
const struct launch_time *clock_end_launch(const struct run *run, struct touched_effect *effect);

/*
 * Adds where in the program that launch's time went, to a second sum, too, unless it is NULL.
 * Once, after clock_end_launch.
 */
void clock_add_places(struct modelled *modelled, struct modelled *second,
                      const struct launch_time *time);

#endif
