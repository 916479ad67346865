/*
 * Findings about barriers of a block and of the grid.
 *
 * A barrier waits for the threads of its block that have not exited: so says CUDA's guide of Volta
 * and later. A thread that leaves the kernel early is so no mistake. One that goes around the
 * barrier, and then leaves or goes on to another, is: by the guide a barrier stands in conditional
 * code only if the condition is the same for all threads of the block.
 */
#include "check/barriers.h"

#include <stdio.h>

#include "base/ahead.h"
#include "base/run.h"
#include "check/describe.h"
#include "report/lines.h"

/* The lanes of a warp that wait at the barrier: of the grid or of the block. */
static unsigned waiting(const struct warp *warp, int of_grid)
{
    return of_grid ? warp->at_grid_barrier : warp->at_barrier;
}

/* The first thread at the barrier, or UINT32_MAX. */
static unsigned first_waiting(const struct worker *worker, int of_grid)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        unsigned lanes = waiting(&worker->warps[number], of_grid);
        if (lanes)
            return number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes);
    }
    return UINT32_MAX;
}

static const char *name(const struct worker *worker, unsigned thread, char text[128])
{
    return name_thread(worker, thread, worker->block.index, text, 128);
}

/* ---- All wait at one place ------------------------------------------------------------ */

/* 1 if all threads at the block's barrier wait at that pc. */
static int is_one_place(const struct worker *worker, uintptr_t pc)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        if (warp->at_barrier && (warp->several_barriers || warp->barrier_pc != pc))
            return 0;
    }
    return 1;
}

static void check_places(struct worker *worker, unsigned first, int of_grid)
{
    const struct lane *here = &worker->lanes[first];
    if (!of_grid && is_one_place(worker, here->pc))
        return;
    ahead_tell_places(worker);
    for (unsigned thread = first + 1; thread < worker->launch.threads; thread++) {
        const struct warp *warp = &worker->warps[thread / SIM_WARP_SIZE];
        const struct lane *there = &worker->lanes[thread];
        char one[128], other[128];
        if (!(waiting(warp, of_grid) >> thread % SIM_WARP_SIZE & 1) || there->pc == here->pc)
            continue;
        finding_add_advising(worker, FINDING_BARRIER_LINES, FINDING_ERROR,
                             barrier_advice(here->place == there->place ? BARRIER_ADVICE_BRANCH
                                                                        : BARRIER_ADVICE_ONE_LINE),
                             here->pc, there->pc, "%s waits at one barrier, %s at another",
                             name(worker, first, one), name(worker, thread, other));
        return;
    }
}

/* ---- None has gone around it ---------------------------------------------------------- */

#define ANYWHERE UINT32_MAX

/*
 * The first thread that has exited behind that position of the code since the last barrier, at any
 * time for ANYWHERE.
 */
static unsigned first_exited(const struct worker *worker, uint32_t position)
{
    for (unsigned number = 0; number < worker->launch.warps; number++)
        for (unsigned mask = worker->warps[number].exited; mask; mask &= mask - 1) {
            unsigned thread = number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(mask);
            if (position == ANYWHERE ||
                (worker->block.exit_generation[thread] == worker->block.generation &&
                 worker->merged.passed[thread] > position))
                return thread;
        }
    return UINT32_MAX;
}

/*
 * A thread that came to the kernel's end has skipped the barrier, and so has one that passed its
 * position in the program on its way out: it did not just return early. Only report/shown.c can
 * compare source lines, for the latter: a basic block that comes later in the code may come earlier
 * in the source. A position says nothing of barriers in other functions than the kernel.
 */
static void check_skipped(struct worker *worker, unsigned first, int of_grid)
{
    uintptr_t pc = worker->lanes[first].pc;
    char one[128], other[128];
    int in_kernel = worker->merged.depth[first] == KERNEL_DEPTH;
    unsigned thread = first_exited(worker, PASSED_ALL - 1);
    if (thread == UINT32_MAX && in_kernel)
        thread = first_exited(worker, event_at(pc, 0) >> 8);
    if (thread == UINT32_MAX)
        return;
    uint32_t passed = worker->merged.passed[thread];
    finding_add_advising(
        worker, FINDING_BARRIER_NOT_REACHED, FINDING_ERROR,
        barrier_advice(of_grid ? BARRIER_ADVICE_GRID_THREADS : BARRIER_ADVICE_BRANCH), pc,
        passed & PASSED_ALL ? 0 : event_pc(passed << 8),
        "%s waits here, %s went around the barrier and has exited", name(worker, first, one),
        name(worker, thread, other));
}

/* At the grid's barrier every thread counts. Today's GPUs wait only for those that are left. */
static void note_exited(struct worker *worker, unsigned first)
{
    char one[128], other[128];
    unsigned exited = 0, thread = first_exited(worker, ANYWHERE);
    for (unsigned number = 0; number < worker->launch.warps; number++)
        exited += (unsigned)__builtin_popcount(worker->warps[number].exited);
    if (!exited)
        return;
    finding_add_advising(worker, FINDING_BARRIER_NOT_REACHED, FINDING_NOTE,
                         barrier_advice(BARRIER_ADVICE_GRID_THREADS), worker->lanes[first].pc, 0,
                         "%s waits here for all threads of the grid, %s has exited: %u of the "
                         "%u threads of this block have",
                         name(worker, first, one), name(worker, thread, other), exited,
                         worker->launch.threads);
}

void barriers_check_block(struct worker *worker)
{
    unsigned first = first_waiting(worker, 0);
    if (first == UINT32_MAX)
        return;
    check_places(worker, first, 0);
    check_skipped(worker, first, 0);
}

void barriers_check_grid(struct worker *worker)
{
    unsigned first = first_waiting(worker, 1);
    if (first == UINT32_MAX)
        return;
    check_places(worker, first, 1);
    check_skipped(worker, first, 1);
    note_exited(worker, first);
}

/* ---- Barriers that never open --------------------------------------------------------- */

/* A thread that waits elsewhere than at the first one's barrier, and the name of the place. */
static unsigned waits_elsewhere(const struct worker *worker, int first_at_grid, const char **at)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        unsigned lanes = first_at_grid ? warp->at_barrier : warp->at_grid_barrier;
        *at = first_at_grid ? "the block's barrier" : "the grid's barrier";
        if (!lanes) {
            lanes = warp->exchanging;
            *at = "an exchange of its warp";
        }
        if (lanes)
            return number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes);
    }
    return UINT32_MAX;
}

void barriers_never_opens(struct worker *worker)
{
    int of_grid = first_waiting(worker, 0) == UINT32_MAX;
    unsigned first = first_waiting(worker, of_grid);
    const char *at = NULL;
    unsigned other = waits_elsewhere(worker, of_grid, &at);
    char one[128], two[128];
    if (first == UINT32_MAX || other == UINT32_MAX)
        return;
    struct line line = line_of(worker->lanes[other].pc);
    finding_add(worker, FINDING_BARRIER_NOT_REACHED, worker->lanes[first].pc, 0,
                "%s waits here, %s waits at %s, %s:%d: neither can go on", name(worker, first, one),
                name(worker, other, two), at, line.file, line.number);
}

void barriers_grid_never_opens(struct worker *worker, uint64_t waiting_blocks)
{
    unsigned first = first_waiting(worker, 1);
    char one[128];
    uint64_t blocks = worker->run->blocks, ended = blocks - waiting_blocks;
    finding_add_advising(worker, FINDING_BARRIER_NOT_REACHED, FINDING_ERROR,
                         barrier_advice(BARRIER_ADVICE_GRID_BLOCKS), worker->lanes[first].pc, 0,
                         "%s waits here for all blocks of the grid, but %llu of the %llu %s ended "
                         "without reaching this barrier",
                         name(worker, first, one), (unsigned long long)ended,
                         (unsigned long long)blocks, ended == 1 ? "has" : "have");
}
