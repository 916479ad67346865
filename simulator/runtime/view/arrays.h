/*
 * The arrays that the requests of the viewed launch go to, by numbers. Several host threads may
 * ask.
 */
#ifndef VIEW_ARRAYS_H
#define VIEW_ARRAYS_H

#include "base/worker.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"

/*
 * The number of the array around the address, or of the one that lies nearest to it; where there
 * is no array at all, that of one of kind "none", of no bytes, at the start of the space.
 */
unsigned view_array_of(struct worker *worker, uintptr_t address, int global);

/* The same of an array that is known; NULL: of kind "none". */
unsigned view_array_global(const struct allocation *allocation);
unsigned view_array_shared(const struct shared_array *array);

#endif
