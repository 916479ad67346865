/*
 * Changes constants of the device until the modelled times are near the measured ones.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include "measured.h"

/* The device's constant of that name. Ends the program with status 2 if there is none. */
double *search_constant(const char *name);

/* Gives it another value, the nearest whole number if it must be one. */
void search_set(const char *name, double value);

/*
 * Changes the constants named, one after another, larger and smaller, by less and less, as long as
 * the mean error of the times that are not left out falls. Each step is told on stderr. What a
 * constant ends at depends on where it started: a search like this finds the nearest good place.
 */
void search(const struct measured_times *measured, unsigned count, char **names);

#endif
