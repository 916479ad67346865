/*
 * Counts of each warp between two barriers of its block, for SIM_PHASES_CSV. A block's phases are
 * numbered from 0, and the same phase of all blocks of a launch is added up. Each row also has the
 * number of loads from global memory, one for each lane, of the block that has most of them; and
 * how often the warp has met the whole block at an object, such as a cuda::barrier. That ends a
 * phase as well, and the object's own atomics are not counted.
 */
#ifndef PHASES_H
#define PHASES_H

/* Once, before main: adds the instrument that counts them, if they are asked for. */
void phases_start(void);

#endif
