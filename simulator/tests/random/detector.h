/*
 * What the simulator's race detector says about a launch, instead of on stderr.
 */
#ifndef DETECTOR_H
#define DETECTOR_H

#include "pairs.h"

/*
 * Before a launch: its races will be put there, and marked its lines that read unwritten memory,
 * and that touch memory which was freed.
 */
void detector_start(struct pairs *pairs, unsigned char unwritten[SLOTS_MOST],
                    unsigned char freed[SLOTS_MOST]);

/* After a launch: what else it found, or NULL. */
const char *detector_other_finding(void);

#endif
