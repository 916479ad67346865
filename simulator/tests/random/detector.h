/*
 * What the simulator's race detector says about a launch, instead of on stderr.
 */
#ifndef DETECTOR_H
#define DETECTOR_H

#include "pairs.h"

/* Before a launch: its races will be put there. */
void detector_start(struct pairs *pairs);

/* After a launch: what it found but races, or NULL. */
const char *detector_other_finding(void);

#endif
