/*
 * Threads that run ahead. A thread at a barrier of its block goes on at once, as long as it touches
 * no memory: no other thread can see when it computes. It stops at its next access, at the kernel's
 * end, or when there is no room. Its hooks record into a list apart, phase by phase; a phase is the
 * code up to a barrier. When the barrier has opened for all, warp/warp.c has the next phase handed
 * over to the merger, as if the thread had recorded it then.
 *
 * Lanes of a warp with equal phases left are a warp split: the first lane's list serves all.
 *
 * A kernel may ask for it if it only computes, accesses memory behind a hook and waits at barriers:
 * simcc/ahead.c.
 */
#ifndef AHEAD_H
#define AHEAD_H

#include "base/worker.h"

/* 1 if threads of the running warp may run ahead: hooks record, and nobody looks at single values.
 */
int ahead_allowed(const struct worker *worker);

/*
 * The lane of the running warp waits at the block's barrier at the pc. place: how many barriers
 * stand before it on its line of the source.
 */
static inline void ahead_wait(struct worker *worker, unsigned lane, uintptr_t pc, unsigned place,
                              int predicate)
{
    struct warp *warp = worker->running.warp;
    struct lane *waiting = &worker->running.lanes[lane];
    waiting->pc = pc;
    waiting->place = place;
    waiting->predicate = predicate;
    if (!warp->at_barrier)
        warp->barrier_pc = pc;
    else if (warp->barrier_pc != pc)
        warp->several_barriers = 1;
    warp->at_barrier |= 1u << lane;
}

/* Between two barriers, what a lane has done in one warp says what it will do in the next one. */
static inline void ahead_barrier_opens(struct worker *worker)
{
    worker->running.vain = worker->running.vain_twice = 0;
}

/* ---- for the running thread ---------------------------------------------------------------- */

/*
 * The running thread has just been noted as one that waits at a barrier. Returns 1 if it goes on
 * ahead of it, 0 if it is to be left.
 */
int ahead_begin(struct worker *worker);

/*
 * 1 if it is ahead. It passes further barriers by recording an EVENT_BARRIER, as long as there is
 * room; one that is not the first of its line of the source, or has a predicate, it waits for.
 */
static inline int is_ahead(void)
{
    return recorder.passes != NULL;
}

/* The running thread is ahead: waits until it is no longer, and its hooks record as usual. */
void ahead_catch_up(void);

/* It is ahead, and has come to the kernel's end. */
void ahead_exit(struct worker *worker);

/* It is ahead, and the launch is being stopped: what it has done ahead has not happened. */
void ahead_drop(struct worker *worker);

/* ---- for the running warp ------------------------------------------------------------------ */

/*
 * Hands over the next phase of the splits for which the barrier has opened: worker->handed. Splits
 * that have caught up are no longer; their lanes stay ready, to be run, and their recordings have
 * what they have done. The others wait at the next barrier, or have exited.
 */
void ahead_hand_over(struct worker *worker);

/*
 * The running thread has stopped the launch with an error: what was handed over has happened only
 * where the lane's turn came before.
 */
void ahead_take_back(struct worker *worker);

/* To be called before it is asked where each lane of the block waits. */
void ahead_tell_places(struct worker *worker);

#endif
