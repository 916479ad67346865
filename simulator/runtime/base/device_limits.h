/*
 * Limits that all simulated devices have in common; the others are in base/device.h.
 */
#ifndef DEVICE_LIMITS_H
#define DEVICE_LIMITS_H

#include "sim/sim.h"

#define DEVICE_THREADS_IN_BLOCK 1024
#define DEVICE_GRID_X_MOST      2147483647u
#define DEVICE_GRID_YZ_MOST     65535u
#define DEVICE_BLOCK_XY_MOST    1024u
#define DEVICE_BLOCK_Z_MOST     64u
#define DEVICE_SHARED_DEFAULT   (48u << 10) /* bytes for a block that does not ask for more */
#define DEVICE_CONSTANT_SIZE    (64u << 10)

/* The most that any device may have; SIM_SHARED_MEMORY_LIMIT is that of a block. */
#define DEVICE_MULTIPROCESSORS_MOST 1024
#define DEVICE_THREADS_MOST         2048 /* of a multiprocessor */
#define DEVICE_SCHEDULERS_MOST      32   /* of a multiprocessor */
#define DEVICE_ISSUED_AHEAD_MOST    64   /* instructions of a warp */
#define DEVICE_BLOCKS_MOST          64   /* of a multiprocessor */

#endif
