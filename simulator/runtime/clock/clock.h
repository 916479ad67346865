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

/* Once, before main: adds the clock's instruments. */
void clock_start(void);

/*
 * A launch is over: works out its time, and where in the program that went; adds both to what a
 * view shows of the launch, too. What it does to L2 is stored to *effect. Returns 0 where there is
 * no time: kernels without hooks.
 */
int clock_end_launch(const struct run *run, struct launch_time *time, struct touched_effect *effect,
                     struct modelled *places);

#endif
