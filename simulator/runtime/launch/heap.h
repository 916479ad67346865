/*
 * The heap from which kernels allocate.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

#include "base/current_device.h"

/* Bytes that each device's kernels may have allocated at a time: cudaLimitMallocHeapSize. */
extern size_t heap_limits[DEVICES_MOST];

#endif
