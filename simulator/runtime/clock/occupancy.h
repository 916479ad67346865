/*
 * How many blocks of a kernel fit on the simulated device at once.
 */
#ifndef OCCUPANCY_H
#define OCCUPANCY_H

#include <stddef.h>

#include "base/device.h"
#include "report/kernel.h"

/*
 * Blocks that fit a multiprocessor of the device at once; 0 if not even one does. A block has
 * threads (at least 1), bytes of shared memory, static and dynamic, and registers for each
 * thread: 0 if that is not known, and they are no limit then. Sets *limit unless it is NULL.
 */
int occupancy_blocks(const struct device *of, int threads, size_t shared, int registers,
                     enum occupancy_limit *limit);

/* Bytes of shared memory for each block, at most, if so many are on a multiprocessor. */
size_t occupancy_shared(const struct device *of, int blocks);

/*
 * Blocks of that many threads that fit a multiprocessor of the simulated device, as far as the
 * launch tells: the kernel's registers are not known, its static shared memory is if simcc has
 * found it.
 */
int device_blocks_per_multiprocessor(const struct kernel *kernel, int threads,
                                     size_t dynamic_shared);

#endif
