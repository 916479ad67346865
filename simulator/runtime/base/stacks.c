#include "base/stacks.h"

#include <sys/mman.h>

#include "base/lane.h"
#include "base/run.h"

#define WORKERS_WITH_GUARDS 16
#define GUARD_INSTALL       102 /* MADV_GUARD_INSTALL, which older headers lack */

static char *stack_of(const struct worker *worker, const struct lane *lane)
{
    return worker->fibres.stacks + lane->stack * STACK_STRIDE + STACK_GUARD;
}

const char *lane_stack_top(const struct worker *worker, const struct lane *lane)
{
    return stack_of(worker, lane) + STACK_SIZE - stack_stagger(lane->stack);
}

/*
 * A guard within a mapping costs Linux 6.13 and later less than a mapping of its own. Elsewhere
 * that is what it takes: only for the first workers, as a process may have a limited number of
 * mappings.
 */
static void guard_stack(const struct worker *worker, unsigned number)
{
    char *guard = worker->fibres.stacks + number * STACK_STRIDE;
    if (worker->number < WORKERS_WITH_GUARDS && madvise(guard, STACK_GUARD, GUARD_INSTALL))
        mprotect(guard, STACK_GUARD, PROT_NONE);
}

/* The last lane may have left a moment ago: what is done here is no part of the kernel. */
void stack_prepare(struct worker *worker, struct lane *lane, void (*entry)(void))
{
    char *stack = stack_of(worker, lane);
    recorder_off();
    guard_stack(worker, lane->stack);
    lane->stack_start = (uintptr_t)stack;
    fibre_prepare(&lane->fibre, stack, (size_t)(lane_stack_top(worker, lane) - stack), entry);
}

/* The lanes [first, end) have stacks on which nothing has run. */
static void give_stacks(struct worker *worker, unsigned first, unsigned end)
{
    for (unsigned thread = first; thread < end; thread++) {
        worker->lanes[thread].stack = thread;
        worker->lanes[thread].stack_start = 0;
        worker->lanes[thread].idle = 0;
    }
}

void lanes_prepare(struct worker *worker)
{
    if (worker->fibres.body != worker->run->launch->body) {
        worker->fibres.body = worker->run->launch->body;
        worker->fibres.waits = 0;
    }
    if (worker->fibres.prepared >= worker->launch.threads)
        return;
    give_stacks(worker, worker->fibres.prepared, worker->launch.threads);
    worker->fibres.prepared = worker->launch.threads;
}

void lanes_reset(struct worker *worker)
{
    give_stacks(worker, 0, worker->fibres.prepared);
    worker->fibres.idle_count = 0;
}
