/*
 * The stacks of a worker's lanes, on which their fibres run. Most lanes need none of their own:
 * they begin on the stack of one that has ended.
 */
#ifndef STACKS_H
#define STACKS_H

#include "base/worker.h"

/* Makes a fibre for the lane, on the stack that it has: its first switch calls entry. */
void stack_prepare(struct worker *worker, struct lane *lane, void (*entry)(void));

/* The fibre that is saved in the second one belongs to its stack; the first one has none. */
static inline void exchange_stacks(struct lane *ended, struct lane *next)
{
    uintptr_t start = ended->stack_start, next_start = next->stack_start;
    unsigned number = ended->stack, next_number = next->stack;
    ended->fibre = next->fibre;
    ended->stack_start = next_start;
    ended->stack = next_number;
    next->stack_start = start;
    next->stack = number;
}

/* The lane will be switched to. Many never are: they begin on the stack of one that has ended. */
static inline void need_fibre(struct worker *worker, struct lane *lane, void (*entry)(void))
{
    if (lane->stack_start)
        return;
    if (worker->fibres.spare.stack_start)
        exchange_stacks(lane, &worker->fibres.spare);
    else
        stack_prepare(worker, lane, entry);
}

/* The lane that ran last leaves its stack to the next warp, if nothing runs on it any more. */
static inline void leave_stack(struct worker *worker)
{
    unsigned lane = worker->running.thread % SIM_WARP_SIZE;
    if (!worker->fibres.spare.stack_start && (worker->running.warp->exited >> lane & 1))
        exchange_stacks(&worker->fibres.spare, &worker->running.lanes[lane]);
}

#endif
