/*
 * Loads for which g++ has no hook: of a structure that a function takes by value and gets straight
 * from memory, f(p[i]). Where the function becomes a part of its caller, there is a hook.
 */
#ifndef SIMCC_UNSEEN_LOADS_H
#define SIMCC_UNSEEN_LOADS_H

#include "text.h"

/*
 * Looks for such loads in g++'s own listing of its work (-fdump-tree-optimized): in the functions
 * whose names in the assembly are words of *reached, or in all if that is NULL. Returns 1 if there
 * is one, and adds the name of the function that has the first of them to *function.
 */
int find_unseen_load(const struct text *listing, const struct text *reached, struct text *function);

#endif
