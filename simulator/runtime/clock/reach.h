/*
 * How far back L2 remembers, while a launch passes more through it than it holds.
 */
#ifndef REACH_H
#define REACH_H

#include "clock/sample.h"

/*
 * Of so many blocks, the latest, L2 has what they touched. Infinite: of all. To be called while the
 * launch's sectors are known: between touched_look and touched_end_launch. each: blocks of the grid
 * for each one that was run.
 */
double reach_of_l2(const struct sample *sample, double each);

#endif
