/*
 * For the code that simcc puts in place of hooks, and no other: runtime/warp/batch.h.
 */
#ifndef SIM_BATCHES_H
#define SIM_BATCHES_H

#include "sim/sim.h"

struct sim_batch;
void sim_batch_hook(uintptr_t address, const struct sim_batch *batch, unsigned int place);

extern SIM_THREAD_LOCAL struct sim_recorder sim_recorder;

#endif
