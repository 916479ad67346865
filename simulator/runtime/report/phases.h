/*
 * What each warp does between two barriers of its block, for SIM_PHASES_CSV: a block's phases
 * are numbered from 0, and the same phase of all blocks of a launch is added up. Each row says
 * besides how many lanes have loaded from global memory in the block of the launch where most have.
 */
#ifndef PHASES_H
#define PHASES_H

#include <stdint.h>

#include "base/worker.h"

enum phase_access { PHASE_LOAD, PHASE_STORE, PHASE_ATOMIC };

/* A run of a launch of so many blocks starts, or starts again: nothing is counted yet. */
void phases_start(uint64_t blocks);

/*
 * The running warp has made a request. spread: how many rows of 128 bytes its lanes touch; words:
 * how many of 4 bytes each of them.
 */
void phases_request(const struct worker *worker, enum phase_access access, int global,
                    unsigned lanes, unsigned spread, unsigned words);

/* The running warp has exchanged something among its lanes. */
void phases_exchange(const struct worker *worker);

/*
 * The running warp starts a basic block, at a depth of calls; is_entry: the first of a function.
 * One that it has run before in the same call, with a barrier of the block in between, is a
 * repeat: a loop has a barrier in it.
 */
void phases_block(const struct worker *worker, event_t event, unsigned depth, int is_entry);

/* The launch has ended well: keeps what was counted under the kernel's name. */
void phases_keep(const char *kernel, uint64_t blocks);

#endif
