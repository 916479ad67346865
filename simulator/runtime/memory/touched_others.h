/*
 * What the blocks of a launch touch that are not run (SIM_CLOCK=only), estimated from those that
 * are. If all blocks together ask for more of an allocation than it has, they share it: most
 * sectors come to L2 with an earlier block.
 */
#ifndef TOUCHED_OTHERS_H
#define TOUCHED_OTHERS_H

#include <stdint.h>

/*
 * When a launch is over: looks at each allocation. each: blocks of the grid for each block that was
 * run; 1: there are no others.
 */
void touched_others_look(double each);

/*
 * Of all that the launch's blocks touch of the page's allocation, the part that is touched for the
 * first time: 1 if its blocks do not share it.
 */
double touched_others_part(uint64_t page);

/* A number in [0, 1) that is as good as random, but the same in every run. */
double touched_others_chance(uint64_t sector, uint64_t block);

/*
 * 1 if the first of the blocks that touch the sector is one that was not run, and one of the part
 * [from, to) of all blocks. At random, as seldom as the estimate says, and the same in every run;
 * block: the one that asks.
 */
int touched_others_have(uint64_t sector, uint64_t block, double from, double to);

#endif
