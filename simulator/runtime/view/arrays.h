/*
 * The arrays that the requests of the viewed launch access, by numbers. Several host threads may
 * call these functions.
 */
#ifndef VIEW_ARRAYS_H
#define VIEW_ARRAYS_H

#include "base/worker.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"

/*
 * The number of the array around the address, or of the nearest one. If there is no array at all:
 * that of an empty one of kind "none" at the start of the space.
 */
unsigned view_array_of(struct worker *worker, uintptr_t address, int global);

/* The same for a known array; NULL: kind "none". */
unsigned view_array_global(const struct allocation *allocation);
unsigned view_array_shared(const struct shared_array *array);

#endif
