/*
 * What the clock's model says of measured times, for each choice of constants that was tried.
 */
#ifndef TRIED_H
#define TRIED_H

#include "measured.h"

/*
 * What the model says of each time, in nanoseconds, with the device's constants as they are now;
 * count and names are those of the constants that change from call to call. Fits that leave out
 * different times try much the same, so what was tried before is not worked out again.
 */
const double *tried_times(const struct measured_times *measured, unsigned count, char **names);

#endif
