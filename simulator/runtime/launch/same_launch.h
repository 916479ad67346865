/*
 * Whether two launches of a kernel are the same: grid, block, shared memory and parameters.
 */
#ifndef SAME_LAUNCH_H
#define SAME_LAUNCH_H

#include "base/run.h"
#include "report/kernel.h"

/* A copy, to be freed, of the values of its parameters side by side. */
char *same_launch_values(const struct sim_launch *launch, const struct kernel *kernel);

/* 1 if both are the same. known->values: such a copy. */
int launches_are_equal(const struct sim_launch *known, const struct sim_launch *launch,
                       const struct kernel *kernel);

#endif
