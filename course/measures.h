/*
 * Measures of a tree of additions: the work of a block's warps between its barriers, from the
 * simulator's SIM_PHASES_CSV for the counted launch. All are per block.
 */
#ifndef MEASURES_H
#define MEASURES_H

#include "phases.h"

/*
 * The measure of that name, or NAN if there is none:
 *   warps_at_once           warps that load from shared memory or exchange in one phase, at most
 *   rounds                  phases in which shared memory is loaded, and exchanges of a warp
 *   loads_between_barriers  requests of a warp for loads from shared memory in a phase, at most
 *   numbers_between_barriers  the numbers of 4 bytes that a lane gets by them
 *   numbers_in_a_row        the same, but for two for each barrier of a warp
 *   rows_in_a_request       rows of 32 words that a request to shared memory touches, on average
 *   loops                   basic blocks that are repeated after a barrier
 *   exchanges_in_a_row      exchanges of a warp in a phase, at most
 *   shared_stores           numbers that are stored in shared memory, in all blocks
 *   tree_stores             requests to store in shared memory, in all blocks; of those before a
 *                           warp's first barrier, one for each block: where it adds up nothing
 *   loads_of_a_warp         numbers that a warp loads from global memory, of all blocks, at most
 *   global_loads, shared_atomics  requests, in all blocks
 *   global_writes           requests for stores and atomics, in all blocks, but for
 *                           compare-and-swaps that have changed nothing
 * launch: which of those in the file; blocks: how many it has; barriers: of warps, in all blocks.
 */
double measure(const struct phases *phases, unsigned launch, unsigned blocks, double barriers,
               const char *name);

/*
 * Numbers that a warp, of all blocks, or a block loads from global memory: the most, over the mean
 * of all `warps` warps of a block, those that do nothing among them, or of all blocks. 0 where
 * nothing is loaded. name:
 *   largest_share  of all loads
 *   first_share    of warps alone, before their first barrier; 0 where less than half of all is
 *                  loaded by then
 */
double share(const struct phases *phases, unsigned launch, unsigned blocks, unsigned warps,
             const char *name);

/* A counter of that launch, all warps and phases together; NAN where these do not have it. */
double phase_sum(const struct phases *phases, unsigned launch, const char *name);

/*
 * How many more loads a warp of a launch of few blocks asks for, from a phase on, than there are
 * lanes that take part, eight at a time; of the warp with the most. A lane that loads by itself
 * asks as often as it gets a number.
 */
double lone_loads(const struct phases *phases, unsigned launch, unsigned first_phase);

/* The most values of others that one warp takes by atomics of many lanes; in total: all warps'. */
double most_taken(const struct phases *phases, unsigned launch, double *total);

#endif
