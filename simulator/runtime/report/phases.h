/*
 * What each warp does between two barriers of its block, for SIM_PHASES_CSV: a block's phases
 * are numbered from 0, and the same phase of all blocks of a launch is added up. Each row says
 * besides how many lanes have loaded from global memory in the block of the launch where most have.
 */
#ifndef PHASES_H
#define PHASES_H

/* Once, before main: adds the instrument that counts them, if they are asked for. */
void phases_start(void);

#endif
