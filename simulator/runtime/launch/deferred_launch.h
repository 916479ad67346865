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

/* The launch, for sim_launch; its stream may be changed. */
struct sim_launch *kept_launch_of(struct kept_launch *kept);

#endif
