/*
 * Units: the race detector knows each block of each launch by a number of its own
 * (struct cell in quick_cells.h). After a grid barrier, the blocks go on under new numbers.
 */
#ifndef UNITS_H
#define UNITS_H

#include <stdint.h>

#include "base/run.h"

/* The first unit that nobody has had. */
extern uint32_t units_next;

/*
 * Gives the run's blocks units, the first of which is run->first_unit: no access noted
 * before has one of them. Called with run_lock, while no block runs. Ends the program
 * with status 3 if a launch with checks has more blocks than there are units.
 */
void units_take(struct run *run);

#endif
