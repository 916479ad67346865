/*
 * How many blocks of a kernel fit on the simulated device at once.
 */
#ifndef OCCUPANCY_H
#define OCCUPANCY_H

#include <stddef.h>

#include "base/device_limits.h"
#include "report/kernel.h"

/* Blocks of that many threads that fit a multiprocessor; 0 if not even one does. */
int device_blocks_per_multiprocessor(const struct kernel *kernel, int threads,
                                     size_t dynamic_shared);

#endif
