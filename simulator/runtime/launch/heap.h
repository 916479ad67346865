/*
 * The heap from which kernels allocate.
 */
#ifndef HEAP_H
#define HEAP_H

#include <stddef.h>

/* Bytes that kernels may have allocated at a time: cudaLimitMallocHeapSize. */
extern size_t heap_limit;

#endif
