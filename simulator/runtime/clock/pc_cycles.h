/*
 * A profile of the program: the cycles that warps spend at each program counter.
 */
#ifndef PC_CYCLES_H
#define PC_CYCLES_H

#include "base/site.h"

/* Reserves the table. */
void pc_cycles_start(void);

/* Adds cycles to the program counter of an event. */
void pc_cycles_add(event_t event, double cycles);

/* The cycles of all entries that are left. */
double pc_cycles_sum(void);

/* Removes the next entry, and returns its event and cycles; 0 if none is left. */
event_t pc_cycles_take(double *cycles);

#endif
