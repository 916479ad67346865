/*
 * Assembly that may be linked where simcc is not asked: into a shared library, or by g++.
 */
#ifndef SIMCC_RELOCATABLE_H
#define SIMCC_RELOCATABLE_H

#include "text.h"

/*
 * Lets the tables be written to, as the loader puts in addresses; and lets the functions of the C
 * library that the runtime looks at be called under its own names, as simcc else asks the linker to
 * (--wrap).
 */
void make_relocatable(struct text *assembly);

#endif
