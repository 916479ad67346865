/*
 * Stores for which g++ has no hook: of what a called function returns, where it goes straight to
 * memory (*p = f()). simcc/assignments.c and in_place.c change the source so that there are few.
 * The others cannot be seen; but functions that have some say so as they run.
 */
#ifndef SIMCC_UNSEEN_STORES_H
#define SIMCC_UNSEEN_STORES_H

#include "text.h"

/*
 * Finds the functions with such stores in g++'s own listing of its work (-fdump-tree-optimized),
 * and adds their names as the assembly has them to *names, each with a space behind it.
 */
void find_unseen_stores(const struct text *listing, struct text *names);

/* Lets these functions call __tsan_unseen_store when they begin; those without hooks are left
 * alone.
 */
void mark_unseen_stores(const struct text *names, struct text *assembly);

#endif
