/*
 * Findings about exchanges and about loops without end.
 */
#include "check/misuse.h"

#include <stdio.h>

#include "cuda_runtime_api.h"
#include "check/arrivals.h"
#include "check/describe.h"
#include "report/lines.h"
#include "base/run.h"
#include "base/settings.h"
#include "memory/memory.h"

/* Where the first lane that the waiting one misses waits instead, as the end of a sentence; "" if
 * nowhere. */
static const char *where_missing(const struct worker *worker, unsigned waiting, unsigned missing,
                                 char *text, size_t size)
{
    const struct warp *warp = worker->running.warp;
    unsigned waits = missing & (warp->exchanging | warp->at_barrier | warp->at_grid_barrier);
    text[0] = 0;
    if (missing && !(missing & ~warp->exited)) {
        const struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
        unsigned gone = (unsigned)__builtin_ctz(missing);
        snprintf(text, size,
                 lanes[waiting].exchange->elsewhere >> gone & 1
                     ? "; lane %u called the same with another mask meanwhile, and has exited"
                     : "; lane %u went around the call, and has exited",
                 gone);
    }
    if (!waits)
        return text;
    unsigned lane = (unsigned)__builtin_ctz(waits);
    const struct lane *other = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE + lane];
    struct line line = line_of(other->pc);
    if (warp->exchanging >> lane & 1)
        snprintf(text, size, "; lane %u waits at %s:%d with mask %#010x", lane, line.file,
                 line.number, other->exchange->mask);
    else
        snprintf(text, size, "; lane %u waits at the barrier at %s:%d", lane, line.file,
                 line.number);
    return text;
}

void misuse_mask(struct worker *worker, unsigned lane, unsigned mask, unsigned missing)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    char name[128], where[300];
    if (finding_is_known(worker, FINDING_MASK, worker->lanes[thread].pc, 0))
        return;
    name_thread(worker, thread, worker->block.index, name, sizeof name);
    if (!(mask >> lane & 1))
        finding_add(worker, FINDING_MASK, worker->lanes[thread].pc, 0,
                    "%s (lane %u) is not in its own mask %#010x", name, lane, mask);
    else
        finding_add(worker, FINDING_MASK, worker->lanes[thread].pc, 0,
                    "%s (lane %u) names lanes in its mask %#010x that do not come: %#010x%s", name,
                    lane, mask, missing, where_missing(worker, lane, missing, where, sizeof where));
}

void misuse_inactive_lane(struct worker *worker, unsigned lane, unsigned source)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    char name[128];
    if (finding_is_known(worker, FINDING_INACTIVE_LANE, worker->lanes[thread].pc, 0))
        return;
    name_thread(worker, thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_INACTIVE_LANE, worker->lanes[thread].pc, 0,
                "%s (lane %u) reads from lane %u, which takes no part: the value is undefined",
                name, lane, source);
}

/* Some thread that spins, if possible one at a cuda::barrier. */
static unsigned a_spinning_thread(const struct worker *worker)
{
    unsigned arrived, expected, found = UINT32_MAX;
    for (unsigned thread = 0; thread < worker->launch.threads; thread++) {
        if (!(worker->warps[thread / SIM_WARP_SIZE].ready >> thread % SIM_WARP_SIZE & 1))
            continue;
        if (arrivals_at(worker, thread, &arrived, &expected))
            return thread;
        if (found == UINT32_MAX)
            found = thread;
    }
    return found == UINT32_MAX ? 0 : found;
}

static void stop_endless(struct worker *worker, unsigned thread, uintptr_t pc,
                         enum endless_advice advice, const char *what)
{
    char name[128];
    worker->run->look = look_of_endless(worker->run->look);
    name_thread(worker, thread, worker->block.index, name, sizeof name);
    finding_add_advising(worker, FINDING_ENDLESS, FINDING_ERROR, endless_advice(advice), pc, 0,
                         "%s %s", name, what);
    run_stop(worker->run, cudaErrorLaunchTimeout);
}

void misuse_endless_loop(struct worker *worker, uintptr_t pc)
{
    stop_endless(worker, worker->running.thread, pc, ENDLESS_ADVICE_LOOP,
                 "is in a loop without an end: nothing in it can change whether it goes on");
}

void misuse_stands_still(struct worker *worker, uintptr_t pc)
{
    char what[128];
    snprintf(what, sizeof what,
             "has run for %llu s without a step that is counted: SIM_WATCHDOG allows no more",
             (unsigned long long)settings.watchdog);
    stop_endless(worker, worker->running.thread, pc, ENDLESS_ADVICE_LOOP, what);
}

void misuse_endless(struct worker *worker, unsigned thread, uintptr_t pc)
{
    char numbers[128];
    const char *what = "has run for longer than SIM_LIMIT steps";
    unsigned arrived, expected;
    enum endless_advice advice = ENDLESS_ADVICE_LIMIT;
    if (thread == UINT32_MAX) {
        thread = a_spinning_thread(worker);
        pc = worker->lanes[thread].pc;
        advice = ENDLESS_ADVICE_WAIT;
        what = "waits in a loop while no other thread can do anything";
        worker->run->waits_for_host = allocation_is_the_hosts(worker->block.polled);
        if (worker->run->waits_for_host) {
            advice = ENDLESS_ADVICE_HOST;
            what = "waits in a loop for memory that the host can write, but the simulator runs a "
                   "launch to its end before the host goes on: a kernel that waits for the host "
                   "cannot work here";
        }
        if (arrivals_at(worker, thread, &arrived, &expected)) {
            snprintf(numbers, sizeof numbers,
                     "waits at a barrier where %u of %u have arrived, while no other thread can do "
                     "anything",
                     arrived, expected);
            what = numbers;
        }
    }
    stop_endless(worker, thread, pc, advice, what);
}
