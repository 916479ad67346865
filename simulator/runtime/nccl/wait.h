/*
 * Waiting for other ranks, but not for ever.
 */
#ifndef NCCL_WAIT_H
#define NCCL_WAIT_H

#include "nccl/clique.h"

/* All ranks have joined, or the clique has failed. With nccl_lock. */
void wait_for_ranks(struct clique *clique, uintptr_t pc);

/* The call of this thread is done or has failed. With nccl_lock. */
void wait_for_call(struct clique *clique, struct call *call);

/* Seconds without any sign of the others after which they count as missing: SIM_WAIT. */
double wait_limit(void);

/* Threads of this process that serve connections: they make no calls. */
extern int wait_serving_threads;

#endif
