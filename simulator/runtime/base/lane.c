/*
 * Lanes: the fibres of a worker's threads, and switching between those of the warp that
 * runs.
 */
#include "base/lane.h"

#include <stddef.h>
#include <sys/mman.h>

#include "base/run.h"

#define WORKERS_WITH_GUARDS     16
#define SPINS_BEFORE_GIVING_WAY 64

/* Each fibre runs one thread of each block, block after block. */
static void fibre_main(void)
{
    for (;;) {
        struct worker *worker = this_worker;
        worker->run->launch->body(worker->run->launch->arguments);
        worker->running.warp->exited |= 1u << (worker->running.thread % SIM_WARP_SIZE);
        worker_lane(worker)->exit_generation = worker->block.generation;
        worker->block.progress = 1;
        lane_leave(worker);
    }
}

/* Stacks that all start at the same offset in a page would share cache sets. */
static size_t stack_stagger(unsigned thread)
{
    return thread % 61 * 64;
}

static char *stack_of(const struct worker *worker, unsigned thread)
{
    return worker->fibres.stacks + thread * STACK_STRIDE + STACK_GUARD;
}

const char *lane_stack_top(const struct worker *worker, unsigned thread)
{
    return stack_of(worker, thread) + STACK_SIZE - stack_stagger(thread);
}

static void prepare_fibres(struct worker *worker, unsigned first, unsigned end)
{
    for (unsigned thread = first; thread < end; thread++) {
        char *stack = stack_of(worker, thread);

        fibre_prepare(&worker->lanes[thread].fibre, stack,
                      (size_t)(lane_stack_top(worker, thread) - stack), fibre_main);
    }
}

/* Only for the first workers, as a process may have a limited number of mappings. */
static void guard_stacks(struct worker *worker, unsigned first, unsigned end)
{
    for (unsigned thread = first; thread < end && worker->number < WORKERS_WITH_GUARDS; thread++)
        mprotect(worker->fibres.stacks + thread * STACK_STRIDE, STACK_GUARD, PROT_NONE);
}

void lanes_prepare(struct worker *worker)
{
    if (worker->fibres.prepared >= worker->launch.threads)
        return;
    guard_stacks(worker, worker->fibres.prepared, worker->launch.threads);
    prepare_fibres(worker, worker->fibres.prepared, worker->launch.threads);
    worker->fibres.prepared = worker->launch.threads;
}

void lanes_reset(struct worker *worker)
{
    prepare_fibres(worker, 0, worker->fibres.prepared);
}

static inline void enter(struct worker *worker, unsigned lane)
{
    unsigned thread = worker->running.warp_number * SIM_WARP_SIZE + lane;
    worker->running.thread = thread;
    sim_thread_index = worker->launch.thread_index[thread];
    fibre_expect(&worker->lanes[thread + LANES_AHEAD / 2].fibre); /* soon, most likely */
    __builtin_prefetch(&worker->lanes[thread + LANES_AHEAD], 1);
    if (worker->run->recording) {
        recorder.stack = (uintptr_t)stack_of(worker, thread);
        recorder.event = worker->recordings.event_end[lane];
        recorder.limit = worker->recordings.limit + lane * EVENT_STRIDE;
        recorder.address = worker->recordings.address_end[lane];
    }
}

static inline unsigned next_lane(struct worker *worker)
{
    unsigned lane = worker->run->backwards ? 31 - (unsigned)__builtin_clz(worker->running.pending)
                                           : (unsigned)__builtin_ctz(worker->running.pending);
    worker->running.pending &= ~(1u << lane);
    return lane;
}

/* The lane's last store has been made. */
static void note_values(void)
{
    if (recorder.stored)
        stored_note(recorder.stored);
    if (recorder.seen)
        seen_note(recorder.seen);
}

void lane_leave(struct worker *worker)
{
    struct fibre *from = &worker->lanes[worker->running.thread].fibre;
    if (worker->run->recording) {
        unsigned lane = worker->running.thread % SIM_WARP_SIZE;
        worker->recordings.event_end[lane] = recorder.event;
        worker->recordings.address_end[lane] = recorder.address;
        if (recorder.notes)
            note_values();
    }
    if (worker->running.pending && !worker->run->stop) {
        enter(worker, next_lane(worker));
        fibre_switch(from, &worker->lanes[worker->running.thread].fibre);
    } else {
        recorder_off();
        fibre_switch(from, &worker->fibres.scheduler);
    }
}

_Noreturn void lane_abandon(struct worker *worker)
{
    for (;;)
        lane_leave(worker);
}

void lane_give_way(struct worker *worker, uintptr_t pc)
{
    worker_lane(worker)->pc = pc;
    worker->block.gives_way = 1;
    worker->running.warp->yielding |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

void lane_spin(struct worker *worker, uintptr_t pc)
{
    struct lane *lane = worker_lane(worker);
    if (++lane->spins % SPINS_BEFORE_GIVING_WAY)
        return;
    lane->pc = pc;
    worker->running.warp->yielding |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

void lanes_run_ready(struct worker *worker)
{
    worker->running.pending = worker->running.warp->ready;
    worker->running.warp->ready = 0;
    recorder.stack_size = worker->run->recording ? STACK_SIZE : UINTPTR_MAX;
    enter(worker, next_lane(worker));
    fibre_switch(&worker->fibres.scheduler, &worker->lanes[worker->running.thread].fibre);
}
