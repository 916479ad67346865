#include "check/arrivals.h"

#include "base/run.h"

/* An entry counts for its run and block alone, and need not be cleared. */
static _Thread_local struct {
    uint64_t run, block;
    const volatile unsigned *counts; /* the barrier's: expected, and still missing */
} waits[THREADS_IN_BLOCK];

void sim_waits_at(const volatile unsigned int *counts)
{
    const struct worker *worker = this_worker;
    if (!recorder.limit)
        return;
    waits[worker->running.thread].run = worker->run->number;
    waits[worker->running.thread].block = worker->block.index;
    waits[worker->running.thread].counts = counts;
}

int arrivals_at(const struct worker *worker, unsigned thread, unsigned *arrived, unsigned *expected)
{
    const volatile unsigned *counts = waits[thread].counts;
    if (waits[thread].run != worker->run->number || waits[thread].block != worker->block.index ||
        !counts)
        return 0;
    *expected = counts[0];
    *arrived = counts[0] - counts[1];
    return 1;
}
