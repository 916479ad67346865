/*
 * Findings about synchronisation.
 */
#include "check/misuse.h"

#include <stdio.h>

#include "cuda_runtime_api.h"
#include "check/arrivals.h"
#include "check/describe.h"
#include "base/run.h"
#include "memory/memory.h"

/* The first thread at the block barrier, or UINT32_MAX. */
static unsigned first_waiting(const struct worker *worker)
{
    for (unsigned number = 0; number < worker->launch.warps; number++)
        if (worker->warps[number].at_barrier)
            return number * SIM_WARP_SIZE +
                   (unsigned)__builtin_ctz(worker->warps[number].at_barrier);
    return UINT32_MAX;
}

static void check_lines(struct worker *worker, unsigned first)
{
    uintptr_t pc = worker->lanes[first].pc;
    for (unsigned thread = 0; thread < worker->launch.threads; thread++) {
        const struct warp *warp = &worker->warps[thread / SIM_WARP_SIZE];
        if (!(warp->at_barrier >> thread % SIM_WARP_SIZE & 1) || worker->lanes[thread].pc == pc)
            continue;
        char one[128], other[128];
        name_thread(worker, first, worker->block.index, one, sizeof one);
        name_thread(worker, thread, worker->block.index, other, sizeof other);
        finding_add(worker, FINDING_BARRIER_LINES, pc, worker->lanes[thread].pc,
                    "%s waits at one barrier, %s at another", one, other);
        return;
    }
}

/*
 * A barrier does not wait for threads that have exited. But a thread that passed the barrier's
 * position in the program on its way out has skipped it, and did not just return early. Only
 * findings.c can compare source lines: a basic block that comes later in the code may come earlier
 * in the source. Barriers in other functions than the kernel are left alone.
 */
static void check_skipped(struct worker *worker, unsigned first)
{
    uintptr_t pc = worker->lanes[first].pc;
    uint32_t position = event_at(pc, 0) >> 8;
    if (worker->lanes[first].depth != KERNEL_DEPTH)
        return;
    for (unsigned number = 0; number < worker->launch.warps; number++)
        for (unsigned mask = worker->warps[number].exited; mask; mask &= mask - 1) {
            unsigned thread = number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(mask);
            const struct lane *lane = &worker->lanes[thread];
            if (lane->exit_generation != worker->block.generation || lane->passed <= position)
                continue;
            char one[128], other[128];
            name_thread(worker, first, worker->block.index, one, sizeof one);
            name_thread(worker, thread, worker->block.index, other, sizeof other);
            finding_add(worker, FINDING_BARRIER_NOT_REACHED, pc, event_pc(lane->passed << 8),
                        "%s waits here, %s went around the barrier and has exited", one, other);
            return;
        }
}

void misuse_check_barrier(struct worker *worker)
{
    unsigned first = first_waiting(worker);
    if (first == UINT32_MAX)
        return;
    check_lines(worker, first);
    check_skipped(worker, first);
}

void misuse_barrier_never_reached(struct worker *worker)
{
    unsigned first = first_waiting(worker);
    for (unsigned thread = 0; first == UINT32_MAX && thread < worker->launch.threads; thread++)
        if (worker->warps[thread / SIM_WARP_SIZE].at_grid_barrier >> thread % SIM_WARP_SIZE & 1)
            first = thread;
    char name[128];
    name_thread(worker, first, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_BARRIER_NOT_REACHED, worker->lanes[first].pc, 0,
                "%s waits here for threads that wait elsewhere or have exited", name);
}

void misuse_mask(struct worker *worker, unsigned lane, unsigned mask, unsigned missing)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    char name[128];
    name_thread(worker, thread, worker->block.index, name, sizeof name);
    if (!(mask >> lane & 1))
        finding_add(worker, FINDING_MASK, worker->lanes[thread].pc, 0,
                    "%s (lane %u) is not in its own mask %#010x", name, lane, mask);
    else
        finding_add(worker, FINDING_MASK, worker->lanes[thread].pc, 0,
                    "%s (lane %u) names lanes in its mask %#010x that do not come: %#010x", name,
                    lane, mask, missing);
}

void misuse_inactive_lane(struct worker *worker, unsigned lane, unsigned source)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    char name[128];
    worker->run->undefined |=
        worker->running.warp->all >> source & 1 ? UNDEFINED_INACTIVE : UNDEFINED_ABSENT;
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

void misuse_endless(struct worker *worker, unsigned thread, uintptr_t pc)
{
    char name[128], numbers[128];
    const char *what = "has run for longer than SIM_LIMIT steps";
    unsigned arrived, expected;
    if (thread == UINT32_MAX) {
        thread = a_spinning_thread(worker);
        pc = worker->lanes[thread].pc;
        what = "waits in a loop while no other thread can do anything";
        worker->run->waits_for_host = allocation_is_the_hosts(worker->block.polled);
        if (worker->run->waits_for_host)
            what = "waits in a loop for memory that the host can write, but the simulator runs a "
                   "launch to its end before the host goes on: a kernel that waits for the host "
                   "cannot work here";
        if (arrivals_at(worker, thread, &arrived, &expected)) {
            snprintf(numbers, sizeof numbers,
                     "waits at a barrier where %u of %u have arrived, while no other thread can do "
                     "anything",
                     arrived, expected);
            what = numbers;
        }
    }
    worker->run->look = look_of_endless(worker->run->look);
    name_thread(worker, thread, worker->block.index, name, sizeof name);
    finding_add(worker, FINDING_ENDLESS, pc, 0, "%s %s", name, what);
    run_stop(worker->run, cudaErrorLaunchTimeout);
}
