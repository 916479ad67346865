/*
 * Kernels whose threads may run ahead of barriers (runtime/base/ahead.h): as long as a thread
 * touches no memory, it may go on while others have not yet come to the barrier. Its kernel asks
 * for that by calling sim_block_barrier_ahead in place of sim_block_barrier.
 */
#ifndef SIMCC_AHEAD_H
#define SIMCC_AHEAD_H

#include "text.h"

/*
 * Changes the compiler's assembly (x86-64, AT&T syntax). Barriers are called by the other name in
 * kernels that call nothing but hooks of single accesses, functions that only compute, and those of
 * the runtime that let a thread catch up first; and in which each access is announced by a hook in
 * its own basic block. What a thread does before that changes nothing, and depends on nothing that
 * others do.
 */
void let_run_ahead(struct text *assembly);

#endif
