/*
 * How much time warps spend at each place of the program.
 */
#ifndef PLACES_H
#define PLACES_H

#include "base/site.h"

/* Reserves the table. */
void places_start(void);

/* Adds cycles to the place of an event. */
void places_add(event_t place, double cycles);

/* The cycles of all places that are not taken out. */
double places_sum(void);

/* Takes out the next place that has some, with its cycles; 0 if there is none left. */
event_t places_take(double *cycles);

#endif
