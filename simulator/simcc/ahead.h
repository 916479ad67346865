/*
 * Kernels whose threads may run ahead of barriers (runtime/base/ahead.h): as long as a thread
 * touches no memory, it may go on while others have not yet come to the barrier. Its kernel asks
 * for that by calling sim_block_barrier_ahead in place of sim_block_barrier.
 */
#ifndef SIMCC_AHEAD_H
#define SIMCC_AHEAD_H

#include "text.h"

/*
 * Copies the compiler's assembly (x86-64, AT&T syntax) to output. Barriers are called by the other
 * name in kernels that call nothing but hooks of plain accesses, barriers, and functions that only
 * compute, and in which each access is announced by a hook in its own basic block: what a thread
 * does before it comes to a hook changes nothing, and depends on nothing that others do.
 */
void let_run_ahead(const struct text *assembly, struct text *output);

#endif
