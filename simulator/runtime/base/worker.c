/*
 * Workers: making one, and switching between the lanes of the warp that runs.
 */
#define _GNU_SOURCE
#include "base/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "check/faults.h"
#include "warp/merge.h"
#include "check/order.h"
#include "launch/run.h"
#include "base/settings.h"
#include "memory/shared_memory.h"

#define WORKERS_WITH_GUARDS 16
#define SPINS_BEFORE_GIVING_WAY 64

_Thread_local struct worker *this_worker;
_Thread_local struct sim_index sim_thread_index, sim_block_index, sim_block_size, sim_grid_size;

/* Each fibre runs one thread of each block in turn. */
static void fibre_main(void)
{
    for (;;) {
        struct worker *worker = this_worker;
        worker->run->launch->body(worker->run->launch->arguments);
        worker->warp->exited |= 1u << (worker->current % SIM_WARP_SIZE);
        worker_lane(worker)->exit_generation = worker->generation;
        worker->progress = 1;
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
    return worker->stacks + thread * STACK_STRIDE + STACK_GUARD;
}

static void prepare_fibres(struct worker *worker, unsigned first, unsigned end)
{
    for (unsigned thread = first; thread < end; thread++)
        fibre_prepare(&worker->lanes[thread].fibre, stack_of(worker, thread),
                      STACK_SIZE - stack_stagger(thread), fibre_main);
}

static void *reserve(size_t size)
{
    void *range = mmap(NULL, size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED) {
        fprintf(stderr, "simulator: out of memory for another block's threads\n");
        exit(3);
    }
    return range;
}

struct worker *worker_make(int number)
{
    struct worker *worker = reserve(sizeof *worker);
    worker->number = number;
    worker->stacks = reserve(THREADS_IN_BLOCK * STACK_STRIDE);
    worker->events = reserve(SIM_WARP_SIZE * EVENT_STRIDE * sizeof *worker->events);
    worker->addresses = reserve(SIM_WARP_SIZE * ADDRESS_STRIDE * sizeof *worker->addresses);
    worker->counts = reserve((SITES_MOST + 1) * sizeof *worker->counts);
    shared_memory_start(worker);
    order_start(worker);
    this_worker = worker;
    fault_own_stack();
    return worker;
}

static void set_thread_indices(struct worker *worker, const struct sim_index *size)
{
    unsigned thread = 0;
    for (unsigned z = 0; z < size->z; z++)
        for (unsigned y = 0; y < size->y; y++)
            for (unsigned x = 0; x < size->x; x++)
                worker->thread_index[thread++] = (struct sim_index){x, y, z};
}

/* Only for the first workers, as a process may have only so many different pages. */
static void guard_stacks(struct worker *worker, unsigned first, unsigned end)
{
    for (unsigned thread = first; thread < end && worker->number < WORKERS_WITH_GUARDS; thread++)
        mprotect(worker->stacks + thread * STACK_STRIDE, STACK_GUARD, PROT_NONE);
}

void worker_prepare(struct worker *worker, struct run *run)
{
    worker->run = run;
    worker->run_records = run->recording;
    worker->run_checks = run->recording && settings.checks;
    worker->threads = run->threads;
    worker->warp_count = (run->threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
    set_thread_indices(worker, &run->launch->block);
    sim_block_size = run->launch->block;
    sim_grid_size = run->launch->grid;
    memset(worker->counts, 0, (site_count() + 1) * sizeof *worker->counts);
    worker->barriers = 0;
    worker->unit = 0;
    if (worker->prepared < run->threads) {
        guard_stacks(worker, worker->prepared, run->threads);
        prepare_fibres(worker, worker->prepared, run->threads);
        worker->prepared = run->threads;
    }
    shared_memory_prepare(worker, run->launch->dynamic_shared);
    recorder.shared = worker->shared;
    recorder.shared_size = worker->shared_size;
}

void worker_reset(struct worker *worker)
{
    prepare_fibres(worker, 0, worker->prepared);
}

static inline void enter(struct worker *worker, unsigned lane)
{
    unsigned thread = worker->warp_number * SIM_WARP_SIZE + lane;
    worker->current = thread;
    sim_thread_index = worker->thread_index[thread];
    fibre_expect(&worker->lanes[thread + 1].fibre);     /* most likely the next one */
    __builtin_prefetch(&worker->lanes[thread + 2], 1);
    if (worker->run->recording) {
        recorder.stack = (uintptr_t)stack_of(worker, thread);
        recorder.event = worker->event_end[lane];
        recorder.limit = worker->events + lane * EVENT_STRIDE + EVENTS_IN_RECORDING;
        recorder.address = worker->address_end[lane];
    }
}

static inline unsigned next_lane(struct worker *worker)
{
    unsigned lane = settings.adversarial ? 31 - (unsigned)__builtin_clz(worker->pending)
                                         : (unsigned)__builtin_ctz(worker->pending);
    worker->pending &= ~(1u << lane);
    return lane;
}

void lane_leave(struct worker *worker)
{
    struct fibre *from = &worker->lanes[worker->current].fibre;
    if (worker->run->recording) {
        unsigned lane = worker->current % SIM_WARP_SIZE;
        worker->event_end[lane] = recorder.event;
        worker->address_end[lane] = recorder.address;
    }
    if (worker->pending && !worker->run->stop) {
        enter(worker, next_lane(worker));
        fibre_switch(from, &worker->lanes[worker->current].fibre);
    } else {
        recorder.event = recorder.limit = NULL;
        fibre_switch(from, &worker->scheduler);
    }
}

_Noreturn void lane_abandon(struct worker *worker)
{
    for (;;)
        lane_leave(worker);
}

void lane_spin(struct worker *worker, uintptr_t pc)
{
    struct lane *lane = worker_lane(worker);
    if (++lane->spins % SPINS_BEFORE_GIVING_WAY)
        return;
    lane->pc = pc;
    worker->warp->yielding |= 1u << (worker->current % SIM_WARP_SIZE);
    lane_leave(worker);
}

/* Runs each ready lane of the warp once, to where it next waits. */
static void run_ready_lanes(struct worker *worker)
{
    worker->pending = worker->warp->ready;
    worker->warp->ready = 0;
    recorder.stack_size = worker->run->recording ? STACK_SIZE : UINTPTR_MAX;
    enter(worker, next_lane(worker));
    fibre_switch(&worker->scheduler, &worker->lanes[worker->current].fibre);
}

/* Lanes of the mask that wait at the pc. */
static unsigned lanes_at(struct worker *worker, unsigned lanes, uintptr_t pc)
{
    unsigned group = 0;
    for (unsigned mask = lanes; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        if (worker->lanes[worker->warp_number * SIM_WARP_SIZE + lane].pc == pc)
            group |= 1u << lane;
    }
    return group;
}

/* The lanes at a volatile access that go next: those at the first one in the program. */
static unsigned volatile_group(struct worker *worker, struct warp *warp)
{
    struct lane *lanes = &worker->lanes[worker->warp_number * SIM_WARP_SIZE];
    uintptr_t least = UINTPTR_MAX;
    for (unsigned mask = warp->at_volatile; mask; mask &= mask - 1) {
        struct lane *lane = &lanes[__builtin_ctz(mask)];
        lane->together = lanes_at(worker, warp->at_volatile, lane->pc);
        if (lane->pc < least)
            least = lane->pc;
    }
    /* Now and then all of them, so that spinning lanes do not starve those further on. */
    if (++warp->volatile_rounds % 16 == 0)
        return warp->at_volatile;
    return lanes_at(worker, warp->at_volatile, least);
}

/* Makes lanes ready that no longer have to wait; 0 if there are none. */
static int resolve(struct worker *worker, struct warp *warp)
{
    if (warp->full) {
        for (unsigned mask = warp->full; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            if (worker->event_end[lane] - (worker->events + lane * EVENT_STRIDE) <
                EVENTS_IN_RECORDING / 2)
                warp->ready |= 1u << lane;
        }
        warp->full &= ~warp->ready;
        return 1;
    }
    if (warp->exchanging && exchange_complete(worker, warp))
        return 1;
    if (warp->at_volatile) {
        warp->ready = volatile_group(worker, warp);
        warp->at_volatile &= ~warp->ready;
        return 1;
    }
    if (warp->exchanging && !warp->yielding)
        return exchange_force(worker, warp);
    return 0;
}

int warp_run(struct worker *worker, unsigned number)
{
    struct warp *warp = &worker->warps[number];
    worker->warp_number = number;
    worker->warp = warp;
    do {
        if (!warp->ready)
            continue;
        run_ready_lanes(worker);
        if (worker->run->stop)
            return -1;
        if (worker->run->recording)
            merge_warp(worker);
        if (worker->run->stop)
            return -1;
    } while (warp->ready || resolve(worker, warp));
    return 0;
}
