/*
 * The clock: the time that a launch would take on the simulated device, by a model
 * (docs/clock_model.md). Times in nanoseconds.
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
 * A launch is over: computes its time, and its parts by position in the program; adds both to what
 * a view shows of the launch, too. Stores the launch's effect on L2 to *effect. Returns 0 for
 * kernels without hooks, which have no time.
 */
int clock_end_launch(const struct run *run, struct launch_time *time, struct touched_effect *effect,
                     struct modelled *places);

#endif
