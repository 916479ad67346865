/*
 * The model's input for each launch, in a file. calibrate/ runs the model on it with other
 * constants. SIM_CLOCK_RECORDING=FILE appends each launch of a program.
 */
#ifndef RECORDING_H
#define RECORDING_H

#include <stdio.h>

#include "clock/launch_clock.h"

/* 1 if SIM_CLOCK_RECORDING names a file. */
int recording_is_wanted(void);

/* Appends a launch to the file of SIM_CLOCK_RECORDING, if there is one. */
void recording_add(const struct clocked_launch *launch);

/* Appends that an event was recorded. */
void recording_mark(void);

/*
 * Reads the next entry: a launch, which is never freed, or an event. 0 at the end of the file, -1
 * if it is no recording.
 */
enum { RECORDED_LAUNCH = 1, RECORDED_EVENT };
int recording_read(FILE *file, struct clocked_launch *launch);

#endif
