/*
 * A launch that will run later, with copies of its arguments: for graphs, and for kernels that
 * launch kernels.
 */
#ifndef DEFERRED_LAUNCH_H
#define DEFERRED_LAUNCH_H

#include "sim/sim.h"

struct deferred_launch;

/*
 * Copies the launch. NULL if its kernel is not registered. It stays valid until
 * deferred_launch_free.
 */
struct deferred_launch *deferred_launch_make(const struct sim_launch *launch);
void deferred_launch_free(struct deferred_launch *deferred);

/* The launch, for sim_launch; its stream may be changed. */
struct sim_launch *deferred_launch_get(struct deferred_launch *deferred);

#endif
