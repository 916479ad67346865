/*
 * The stacks of a worker's lanes, on which their fibres run. Most lanes need none of their own:
 * they begin on the stack of one that has ended.
 */
#ifndef STACKS_H
#define STACKS_H

#include "base/worker.h"

/* Makes a fibre for the lane, on the stack that it has: its first switch calls entry. */
void stack_prepare(struct worker *worker, struct lane *lane, void (*entry)(void));

/* The lane has ended, or left for good: another one may go on with its stack. */
static inline void leave_stack(struct worker *worker, unsigned thread)
{
    struct fibres *fibres = &worker->fibres;
    fibres->idle[fibres->idle_count++] = (uint16_t)thread;
    worker->lanes[thread].idle = (uint16_t)fibres->idle_count;
}

/*
 * The next lane, which has not begun, goes on with the stack of one that has ended, and leaves its
 * own in exchange. The fibre that is saved in it belongs to its stack.
 */
static inline void exchange_stacks(struct worker *worker, struct lane *ended, struct lane *next)
{
    uintptr_t start = ended->stack_start;
    unsigned number = ended->stack;
    ended->fibre = next->fibre;
    ended->stack_start = next->stack_start;
    ended->stack = next->stack;
    next->stack_start = start;
    next->stack = number;
    if ((ended->idle = next->idle))
        worker->fibres.idle[next->idle - 1] = (uint16_t)(ended - worker->lanes);
    next->idle = 0;
}

/*
 * The lane, which has not begun, will be switched to: on the stack that was left last, which most
 * likely is in the cache.
 */
static inline void need_fibre(struct worker *worker, struct lane *lane, void (*entry)(void))
{
    struct fibres *fibres = &worker->fibres;
    if (!fibres->idle_count) {
        stack_prepare(worker, lane, entry);
        return;
    }
    struct lane *ended = &worker->lanes[fibres->idle[--fibres->idle_count]];
    struct fibre fibre = ended->fibre;
    ended->idle = 0;
    if (ended != lane)
        exchange_stacks(worker, ended, lane);
    lane->fibre = fibre;
}

#endif
