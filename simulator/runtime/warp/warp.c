/*
 * Runs a warp: its ready lanes one after the other, then lets waiting lanes go on.
 */
#include "warp/warp.h"

#include "base/ahead.h"
#include "base/instrument.h"
#include "base/lane.h"
#include "base/run.h"
#include "warp/merge.h"
#include "warp/rest.h"

/* Lanes of the mask that wait at the pc. */
static unsigned lanes_at(struct worker *worker, unsigned lanes, uintptr_t pc)
{
    unsigned group = 0;
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (worker->lanes[worker->running.warp_number * SIM_WARP_SIZE + lane].pc == pc)
            group |= 1u << lane;
    }
    return group;
}

/*
 * Of the candidates before volatile accesses or atomics, the lanes that go next: those at the
 * first one in the program. In the hostile order one lane goes on alone, as far as it gets.
 */
static unsigned first_group(struct worker *worker, unsigned candidates)
{
    struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    uintptr_t least = UINTPTR_MAX;
    if (worker->run->backwards)
        return 1u << (31 - (unsigned)__builtin_clz(candidates));
    for (unsigned mask = candidates; mask; mask &= mask - 1)
        if (lanes[__builtin_ctz(mask)].pc < least)
            least = lanes[__builtin_ctz(mask)].pc;
    return lanes_at(worker, candidates, least);
}

/* Notes for each of these lanes which of them go on with it from the same pc. */
static void note_together(struct worker *worker, unsigned group)
{
    struct lane *lanes = &worker->lanes[worker->running.warp_number * SIM_WARP_SIZE];
    for (unsigned mask = group; mask; mask &= mask - 1) {
        struct lane *lane = &lanes[__builtin_ctz(mask)];
        lane->together = lanes_at(worker, group, lane->pc);
    }
}

/* Merges the lanes' recordings without waiting for others of their warp. */
static void merge_in_a_hurry(struct worker *worker, struct warp *warp)
{
    warp->hurried = 1;
    merge_warp(worker);
    warp->hurried = 0;
}

/*
 * Lets lanes go on from before volatile accesses and atomics; their recordings are merged. Now and
 * then it lets all of them go, so that spinning lanes do not starve those further on.
 */
static void release_strong(struct worker *worker, struct warp *warp)
{
    if (++warp->strong_rounds % 16 == 0) {
        merge_in_a_hurry(worker, warp);
        warp->ready = warp->at_strong;
    } else {
        warp->ready = first_group(worker, warp->at_strong & ~warp->left);
    }
    note_together(worker, warp->ready);
    warp->at_strong &= ~warp->ready;
    warp->before_atomic &= ~warp->ready;
}

/* Makes those ready whose recordings were full and have room again; 0 if there are none. */
static int take_up_full(struct worker *worker, struct warp *warp)
{
    for (unsigned mask = warp->full; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (worker->recordings.event_end[lane] - (worker->recordings.events + lane * EVENT_STRIDE) <
            EVENTS_IN_RECORDING / 2)
            warp->ready |= 1u << lane;
    }
    warp->full &= ~warp->ready;
    return warp->ready != 0;
}

/* Makes lanes ready that no longer have to wait; 0 if there are none. */
static int resolve(struct worker *worker, struct warp *warp)
{
    if (warp->full && take_up_full(worker, warp))
        return 1;
    if (warp->exchanging && exchange_complete(worker, warp))
        return 1;
    if (warp->at_strong) {
        release_strong(worker, warp);
        return 1;
    }
    if (warp->full) { /* their recordings wait for lanes that wait for them */
        merge_in_a_hurry(worker, warp);
        return take_up_full(worker, warp);
    }
    if (warp->exchanging && !warp->yielding)
        return exchange_force(worker, warp);
    return 0;
}

/*
 * A thread of the warp has stopped the launch: what its lanes did before is looked at, too, in a
 * look that counts. It may want an exact look first.
 */
static void merge_before_error(struct worker *worker)
{
    struct run *run = worker->run;
    if (run->stop != STOP_ERROR || !run->recording || !run_look(run)->counts)
        return;
    run->stop = STOP_NO;
    instruments_after_error(worker);
    ahead_take_back(worker);
    merge_in_a_hurry(worker, worker->running.warp);
    if (!run->stop)
        run->stop = STOP_ERROR;
}

/* Runs the ready lanes, and takes what they have done. Returns -1 if the launch was stopped
 * meanwhile.
 */
static int run_ready(struct worker *worker, struct warp *warp)
{
    if (warp->split_count)
        ahead_hand_over(worker);
    int is_idle = !warp->ready;
    if (!is_idle)
        lanes_run_ready(worker);
    if (worker->run->stop) {
        merge_before_error(worker);
        return -1;
    }
    if (worker->run->recording && !(is_idle && rest_pass_idle(worker)))
        merge_warp(worker);
    return 0;
}

int warp_run(struct worker *worker, unsigned number)
{
    struct warp *warp = &worker->warps[number];
    worker->running.warp_number = number;
    worker->running.warp = warp;
    worker->running.lanes = &worker->lanes[number * SIM_WARP_SIZE];
    do {
        if (!warp->ready)
            continue;
        if (run_ready(worker, warp))
            return -1;
        /* after a signal, a lane runs until it has recorded where it is */
        if (worker->run->stop && worker->run->stop != STOP_INTERRUPTED)
            return -1;
    } while (warp->ready || resolve(worker, warp));
    return 0;
}
