/*
 * What the clock's model says of measured times, with the device's constants as they are now.
 */
#ifndef MODELLED_H
#define MODELLED_H

#include "measured.h"

/*
 * Fills nanoseconds[i] for each time i; the times must be the same in each call. A process for
 * each processor shares the work. Ends the program with status 3 if that fails.
 */
void modelled_times(const struct measured_times *measured, double *nanoseconds);

/* |log(modelled / measured)|: 0.1 where one is 10 % off the other, whichever is the larger. */
double modelled_error(const struct measured *time, double nanoseconds);

#endif
