/*
 * The simulated device's limits: those of an H100.
 */
#ifndef DEVICE_LIMITS_H
#define DEVICE_LIMITS_H

#include "sim/sim.h"

#define DEVICE_NAME                       "Simulated GPU"
#define DEVICE_MULTIPROCESSORS            132
#define DEVICE_THREADS_IN_BLOCK           1024
#define DEVICE_THREADS_PER_MULTIPROCESSOR 2048
#define DEVICE_BLOCKS_PER_MULTIPROCESSOR  32
#define DEVICE_GRID_X_MOST                2147483647u
#define DEVICE_GRID_YZ_MOST               65535u
#define DEVICE_BLOCK_XY_MOST              1024u
#define DEVICE_BLOCK_Z_MOST               64u
#define DEVICE_SHARED_DEFAULT             (48u << 10)             /* bytes for a block */
#define DEVICE_SHARED_OPT_IN              SIM_SHARED_MEMORY_LIMIT /* bytes for a block that asks */
#define DEVICE_SHARED_PER_MULTIPROCESSOR  (228u << 10)
#define DEVICE_SHARED_RESERVED            (1u << 10) /* bytes of each block's for the system */
#define DEVICE_L2_SIZE                    (50u << 20)
#define DEVICE_CONSTANT_SIZE              (64u << 10)
#define DEVICE_REGISTERS                  65536

#endif
