/*
 * Lanes as threads of control: each is a fibre of its worker, which runs until it waits
 * and then leaves for the next lane of its warp that is ready.
 */
#ifndef LANE_H
#define LANE_H

#include "base/worker.h"

/* Makes fibres ready for all threads of the launch that the worker is set up for. */
void lanes_prepare(struct worker *worker);

/* What the block's lanes have counted is to be cleared before the next block. */
static inline void lanes_used(struct worker *worker)
{
    if (worker->block.used_lanes < worker->launch.threads)
        worker->block.used_lanes = worker->launch.threads;
}

/* Of the running thread, the lane on whose stack it runs: in a loop, its first one's. */
static inline const struct lane *lane_of_stack(const struct worker *worker)
{
    return &worker->lanes[worker->running.looping ? worker->running.loop_first
                                                  : worker->running.thread];
}

/* 1 if the thread has exited: in a loop, those before the running one have. */
static inline int lane_has_exited(const struct worker *worker, unsigned thread)
{
    const struct running_part *running = &worker->running;
    if (running->looping && thread >= running->loop_first && thread < running->thread)
        return 1;
    return worker->warps[thread / SIM_WARP_SIZE].exited >> thread % SIM_WARP_SIZE & 1;
}

/*
 * Bytes that are left free at the top of the stack of that number: stacks that all start at the
 * same offset in a page would share cache sets.
 */
static inline size_t stack_stagger(unsigned number)
{
    return number % 61 * 64;
}

/* Where the lane's stack begins; it grows down from there. */
const char *lane_stack_top(const struct worker *worker, const struct lane *lane);

/* Makes all fibres start afresh, after a launch was stopped. */
void lanes_reset(struct worker *worker);

/* Runs each ready lane of the warp once, to where it next waits. */
void lanes_run_ready(struct worker *worker);

/* 1 if the address lies in the stack of one of the worker's lanes. */
static inline int lane_has_stack(const struct worker *worker, uintptr_t address)
{
    return address - (uintptr_t)worker->fibres.stacks < THREADS_IN_BLOCK * STACK_STRIDE;
}

/* ---- for code that runs in a fibre ---------------------------------------- */

/*
 * Leaves the running lane, whose mask the caller has set in its warp, for the
 * next one. Returns 0 when the lane is made ready again.
 */
int lane_leave(struct worker *worker);

/* Leaves the running lane and never returns: the launch is being stopped. */
_Noreturn void lane_abandon(struct worker *worker);

/* The running thread goes on with the function, which never returns, and with all of its stack. */
_Noreturn void lane_continue_with(struct worker *worker, void (*function)(void));

/*
 * Counts a volatile access or an atomic and, after many of them, gives way to
 * the other threads, so that the one that it waits for makes progress.
 */
void lane_spin(struct worker *worker, uintptr_t pc);

/*
 * Before an atomic on the words of a barrier that is an object. looks: it changes nothing. Who
 * looks at the same barrier again waits for others to arrive, and gives way to them at once.
 */
void lane_at_barrier(struct worker *worker, uintptr_t address, int looks);

/* The running lane waits until all other threads of the block, and other blocks, have run on. */
void lane_give_way(struct worker *worker, uintptr_t pc);

#endif
