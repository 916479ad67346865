/*
 * Launches as the clock sees them, in a file: for calibrate, which tries other constants
 * on them. SIM_CLOCK_RECORDING=FILE appends each launch of a program.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdio.h>

#include "clock/launch_clock.h"

/* 1 if SIM_CLOCK_RECORDING names a file. */
int recording_is_wanted(void);

/* Writes a launch to the file that SIM_CLOCK_RECORDING names, if it does. */
void recording_add(const struct clocked_launch *launch);

/* Notes there that an event was recorded. */
void recording_mark(void);

/*
 * Reads what comes next: a launch, which is never freed, or an event; 0 at the end of the
 * file, -1 if it is no recording.
 */
enum { RECORDED_LAUNCH = 1, RECORDED_EVENT };
int recording_read(FILE *file, struct clocked_launch *launch);

#endif
