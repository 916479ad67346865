/*
 * What CUDA demands of a launch's configuration.
 */
#ifndef LAUNCH_H
#define LAUNCH_H

#include "kernel.h"

/* cudaSuccess, or the error with which CUDA refuses the launch. Sizes in bytes. */
int launch_check(const struct kernel *kernel, const struct sim_index *grid,
                 const struct sim_index *block, size_t dynamic_shared);

#endif
