/*
 * How many blocks of a kernel fit on the simulated device at once.
 */
#ifndef OCCUPANCY_H
#define OCCUPANCY_H

#include <stddef.h>

#include "base/device.h"
#include "report/kernel.h"

/*
 * Blocks that fit a multiprocessor of the device at once; 0 if not even one does. threads: of a
 * block, at least 1. shared: bytes of a block, static and dynamic. registers: of a thread; 0 if
 * unknown, and then no limit. Sets *limit unless it is NULL.
 */
int occupancy_blocks(const struct device *of, int threads, size_t shared, int registers,
                     enum occupancy_limit *limit);

/* Bytes of shared memory for each block, at most, with that many blocks on a multiprocessor. */
size_t occupancy_shared(const struct device *of, int blocks);

/*
 * Blocks of that many threads that fit a multiprocessor of the simulated device, by what a launch
 * knows. The kernel's registers are unknown. Its static shared memory is known if simcc has found
 * it.
 */
int device_blocks_per_multiprocessor(const struct kernel *kernel, int threads,
                                     size_t dynamic_shared);

#endif
