/*
 * How much static shared memory each kernel has, which a program may ask before it launches one.
 */
#ifndef SIMCC_SHARED_SIZES_H
#define SIMCC_SHARED_SIZES_H

#include "text.h"

/*
 * Adds to the output, for each kernel of the assembly that has static shared memory, an entry in
 * the section sim_shared_sizes: its address and the bytes of all __shared__ variables that it or a
 * function that it calls mentions. Functions of other assemblies are not looked into.
 */
void add_shared_sizes(const struct text *assembly, struct text *output);

#endif
