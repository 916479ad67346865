/*
 * Launches as the clock sees them, in a file: for tools/calibrate, which tries other constants
 * on them. SIM_CLOCK_RECORDING=FILE appends each launch of a program.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdio.h>

#include "clock/launch_clock.h"

/* Writes a launch to the file that SIM_CLOCK_RECORDING names, if it does. */
void recording_add(const struct clocked_launch *launch);

/* Reads the next launch; 0 at the end of the file, -1 if it is none. It is never freed. */
int recording_read(FILE *file, struct clocked_launch *launch);

#endif
