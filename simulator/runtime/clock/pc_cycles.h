/*
 * A profile of the program: the cycles that warps spend at each program counter.
 */
#ifndef PLACES_H
#define PLACES_H

#include "base/site.h"

/* Reserves the table. */
void places_start(void);

/* Adds cycles to the program counter of an event. */
void places_add(event_t place, double cycles);

/* The cycles of all entries that are left. */
double places_sum(void);

/* Removes the next entry, and returns its event and cycles; 0 if none is left. */
event_t places_take(double *cycles);

#endif
