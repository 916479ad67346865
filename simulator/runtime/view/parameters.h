/*
 * The kernel's parameters that point into an array: these are its names, as a reader of the kernel
 * knows it.
 */
#ifndef VIEW_PARAMETERS_H
#define VIEW_PARAMETERS_H

#include "base/run.h"
#include "memory/memory.h"

/*
 * The names of the launch's parameters that point into the allocation, as "in, out": a new string,
 * empty if there are none. A pointer within a structure is not looked at.
 */
char *view_parameters_of(const struct run *run, const struct allocation *allocation);

#endif
