/*
 * Values that a lane gets in a shuffle from a lane that takes no part: undefined, and often unused,
 * as where the lanes of half a warp add with distances of 8, 4, 2 and 1, or where a lane compares
 * the distance with the number of lanes first. A launch whose only findings are such shuffles is
 * run once more with other values. If its results are the same, they are notes.
 */
#ifndef UNDEFINED_H
#define UNDEFINED_H

#include "base/run.h"

/* The launch has run to its end: 1 if it is to be tried so. Keeps its results. */
int undefined_is_worth_trying(const struct run *run);

/* It has been tried: 1, and the findings are notes, if the results are the same. */
int undefined_is_unused(const struct run *run);

#endif
