/*
 * Waiting for other ranks, but not for ever.
 */
#ifndef NCCL_WAIT_H
#define NCCL_WAIT_H

#include "nccl/clique.h"

/* Waits until all ranks have joined, or the clique has failed. Needs ranks_lock. */
void wait_for_ranks(struct clique *clique, uintptr_t pc);

/* Waits until this thread's call is done or has failed. Needs ranks_lock. */
void wait_for_call(struct clique *clique, struct call *call);

/* Waits until ask returns 0, or there is no progress for too long. Needs ranks_lock. */
struct meeting;
void wait_until(struct clique *clique, int (*ask)(const struct meeting *meeting),
                const struct meeting *meeting);

/* Seconds without progress after which the other ranks count as missing: SIM_WAIT. */
double wait_limit(void);

/* Threads of this process that serve connections, and make no calls. */
extern int wait_serving_threads;

#endif
