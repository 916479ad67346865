/*
 * A launch that is kept for later, with copies of its arguments: for graphs, and for kernels that
 * launch kernels.
 */
#ifndef KEPT_H
#define KEPT_H

#include "sim/sim.h"

struct kept_launch;

/*
 * Copies the launch. NULL where that cannot be: its kernel is not registered. It stays valid
 * until kept_free.
 */
struct kept_launch *kept_make(const struct sim_launch *launch);
void kept_free(struct kept_launch *kept);

/* Launches it; the result is a cudaError_t. */
int kept_run(struct kept_launch *kept);

/* The launch, to be changed: its grid, block, stream and shared memory. */
struct sim_launch *kept_launch_of(struct kept_launch *kept);

#endif
