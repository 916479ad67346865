#include "check/arrivals.h"

#include "base/run.h"

/* An entry counts for its run and block alone, and need not be cleared. */
static _Thread_local struct wait {
    uint64_t run, block;
    const volatile unsigned *counts; /* the barrier's: expected, and still missing */
    int has_arrived;                 /* somewhere, and has not waited since */
} waits[THREADS_IN_BLOCK];

void sim_waits_at(const volatile unsigned int *counts)
{
    const struct worker *worker = this_worker;
    if (!recorder.limit)
        return;
    struct wait *wait = &waits[worker->running.thread];
    int is_new = wait->run != worker->run->number || wait->block != worker->block.index;
    wait->run = worker->run->number;
    wait->block = worker->block.index;
    wait->counts = counts;
    if (!counts || is_new) /* else what was before the wait may still be to be judged */
        wait->has_arrived = 0;
}

void sim_has_arrived(void)
{
    sim_waits_at(NULL);
    if (recorder.limit)
        waits[this_worker->running.thread].has_arrived = 1;
}

int arrivals_without_wait(const struct worker *worker, unsigned thread)
{
    return waits[thread].run == worker->run->number && waits[thread].block == worker->block.index &&
           waits[thread].has_arrived;
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

int arrivals_wait_all(const struct worker *worker)
{
    unsigned arrived, expected;
    for (unsigned thread = 0; thread < worker->launch.threads; thread++)
        if ((worker->warps[thread / SIM_WARP_SIZE].ready >> thread % SIM_WARP_SIZE & 1) &&
            !arrivals_at(worker, thread, &arrived, &expected))
            return 0;
    return 1;
}
