/*
 * Runs a block: its warps one after the other, from barrier to barrier.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "check/barriers.h"
#include "check/fetched.h"
#include "clock/sample.h"
#include "base/ahead.h"
#include "base/instrument.h"
#include "base/lane.h"
#include "base/run.h"
#include "base/whole_block.h"
#include "launch/block.h"
#include "launch/block_schedule.h"
#include "launch/interrupt.h"
#include "memory/shared_memory.h"
#include "warp/local.h"
#include "warp/rest.h"
#include "warp/warp.h"

struct census {
    unsigned live, at_barrier, at_grid_barrier, exchanging, yielding;
};

static void set_block_index(struct worker *worker, uint64_t block)
{
    const struct sim_index *grid = &worker->run->launch->grid;
    sim_block_index.x = (unsigned)(block % grid->x);
    sim_block_index.y = (unsigned)(block / grid->x % grid->y);
    sim_block_index.z = (unsigned)(block / grid->x / grid->y);
}

/* What is told of lanes is as new where no block has changed it. */
static void clear_lanes(struct worker *worker)
{
    struct block_part *block = &worker->block;
    memset(block->exit_generation, 0, block->used_lanes * sizeof *block->exit_generation);
    memset(block->spins, 0, block->used_lanes * sizeof *block->spins);
    memset(block->looked, 0, block->used_lanes * sizeof *block->looked);
    block->used_lanes = 0;
}

static void start_warps(struct worker *worker)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        struct warp *warp = &worker->warps[number];
        unsigned lanes = worker->launch.threads - number * SIM_WARP_SIZE;
        memset(warp, 0, offsetof(struct warp, partings));
        warp->all = lanes < SIM_WARP_SIZE ? (1u << lanes) - 1 : ~0u;
        warp->ready = warp->all;
    }
    clear_lanes(worker);
}

static void start_block(struct worker *worker, uint64_t block, int runs_whole)
{
    worker->handed_count = 0;
    worker->block.index = block;
    worker->block.generation = 0;
    ahead_barrier_opens(worker);
    worker->block.steps = 0;
    worker->block.copies = 0;
    worker->block.gives_way = 0;
    worker->block.earlier_ended = 0;
    set_block_index(worker, block);
    shared_memory_reset(worker);
    if (!runs_whole)
        start_warps(worker);
    local_arrays_reset(worker);
    rest_new_block(worker);
    instruments_block_begins(worker);
}

static int run_warps(struct worker *worker)
{
    for (unsigned i = 0; i < worker->launch.warps; i++) {
        unsigned number = worker->run->backwards ? worker->launch.warps - 1 - i : i;
        if ((worker->warps[number].ready || worker->warps[number].exchanging) &&
            warp_run(worker, number))
            return -1;
    }
    return 0;
}

static struct census take_census(const struct worker *worker)
{
    struct census census = {0, 0, 0, 0, 0};
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        census.live += (unsigned)__builtin_popcount(warp->all & ~warp->exited);
        census.at_barrier += (unsigned)__builtin_popcount(warp->at_barrier);
        census.at_grid_barrier += (unsigned)__builtin_popcount(warp->at_grid_barrier);
        census.exchanging += (unsigned)__builtin_popcount(warp->exchanging);
        census.yielding += (unsigned)__builtin_popcount(warp->yielding);
    }
    return census;
}

/* Joins the predicates of the threads at the barrier, if one of them wants to know. */
static void join_predicates(struct worker *worker)
{
    int count = 0, all = 1;
    if (!worker->block.predicates_wanted)
        return;
    worker->block.predicates_wanted = 0;
    for (unsigned number = 0; number < worker->launch.warps; number++)
        for (unsigned mask = worker->warps[number].at_barrier; mask; mask &= mask - 1) {
            unsigned lane = (unsigned)__builtin_ctz(mask);
            if (worker->lanes[number * SIM_WARP_SIZE + lane].predicate)
                count++;
            else
                all = 0;
        }
    worker->block.barrier_result[SIM_BARRIER_COUNT - 1] = count;
    worker->block.barrier_result[SIM_BARRIER_AND - 1] = all;
    worker->block.barrier_result[SIM_BARRIER_OR - 1] = count > 0;
}

/* The warp's lanes go on from the barrier together. */
static void resume(struct worker *worker, unsigned number)
{
    struct warp *warp = &worker->warps[number];
    unsigned lanes = warp->at_barrier;
    warp->ready |= lanes;
    warp->at_barrier = 0;
    warp->several_barriers = 0;
    warp->resumed = lanes;
    if (lanes)
        warp->resumed_at = event_at(
            worker->lanes[number * SIM_WARP_SIZE + (unsigned)__builtin_ctz(lanes)].pc, EVENT_BLOCK);
}

static void release_barrier(struct worker *worker)
{
    join_predicates(worker);
    worker->counted.barriers++;
    instruments_barrier(worker, EVENT_BARRIER);
    worker->block.generation++;
    ahead_barrier_opens(worker);
    lanes_used(worker);
    worker->block.progress = 1;
    for (unsigned number = 0; number < worker->launch.warps; number++)
        resume(worker, number);
}

static int release_grid_barrier(struct worker *worker)
{
    instruments_barrier(worker, EVENT_GRID_BARRIER);
    if (run_grid_barrier(worker))
        return -1;
    instruments_block_goes_on(worker);
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        struct warp *warp = &worker->warps[number];
        warp->ready |= warp->at_grid_barrier;
        warp->at_grid_barrier = 0;
    }
    return 0;
}

/* Spinning threads go on; where nothing else happened meanwhile, other blocks run first. */
static int resume_spinning(struct worker *worker)
{
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        struct warp *warp = &worker->warps[number];
        warp->ready |= warp->yielding;
        warp->yielding = 0;
    }
    if (run_look(worker->run)->shares && worker->block.gives_way)
        sample_part_is_done(worker);
    if (worker->block.progress && !worker->block.gives_way) {
        worker->block.progress = 0;
        worker->run->deadlocked = 0;
        return 0;
    }
    return run_yield(worker);
}

/* The usual case, found quickly: all threads that have not exited are at the barrier. */
static int all_at_barrier(const struct worker *worker)
{
    unsigned live = 0;
    for (unsigned number = 0; number < worker->launch.warps; number++) {
        const struct warp *warp = &worker->warps[number];
        if (warp->at_barrier != (warp->all & ~warp->exited))
            return 0;
        live |= warp->at_barrier;
    }
    return live != 0;
}

static int all_have_exited(const struct worker *worker)
{
    for (unsigned number = 0; number < worker->launch.warps; number++)
        if (worker->warps[number].exited != worker->warps[number].all)
            return 0;
    return 1;
}

/* All threads are at the barrier, and go on; at the first, other blocks may have to begin before. */
static int pass_barrier(struct worker *worker)
{
    release_barrier(worker);
    if (worker->block.generation > 1 || !worker->run->launch->all_begin)
        return 0;
    return run_let_next_begin(worker);
}

/* Decides how the stalled block goes on. Returns 1 if it is done, 0 if it goes on, -1 if stopped.
 */
static int advance(struct worker *worker)
{
    if (all_at_barrier(worker))
        return pass_barrier(worker);
    if (all_have_exited(worker))
        return 1;
    struct census census = take_census(worker);
    if (census.yielding)
        return resume_spinning(worker);
    if (census.at_grid_barrier == census.live)
        return release_grid_barrier(worker);
    barriers_never_opens(worker);
    if (census.at_barrier && census.at_barrier + census.exchanging == census.live) {
        release_barrier(worker); /* on a GPU, the launch would hang */
        return 0;
    }
    /* Some wait at the block's barrier, the others at the grid's: neither can open. */
    run_stop(worker->run, cudaErrorLaunchFailure);
    return -1;
}

int worker_run_block(struct worker *worker, uint64_t block)
{
    int runs_whole = whole_block_may_run(worker);
    start_block(worker, block, runs_whole);
    for (;;) {
        int state = runs_whole          ? (whole_block_run(worker) ? -1 : 1)
                    : run_warps(worker) ? -1
                                        : advance(worker);
        if (state) {
            instruments_block_ends(worker);
            fetched_block_ends(worker);
        }
        if (state > 0)
            return 0;
        if (state < 0) {
            if (interrupt_came()) {
                pthread_mutex_lock(&run_lock);
                interrupt_note(worker);
                pthread_mutex_unlock(&run_lock);
            }
            lanes_reset(worker);
            recorder_off();
            return -1;
        }
    }
}

/* The running lane waits at the block's barrier; returns 0 when it goes on. */
static inline int wait_at_barrier(struct worker *worker, unsigned place, int predicate,
                                  uintptr_t pc)
{
    ahead_wait(worker, worker->running.thread % SIM_WARP_SIZE, pc, place, predicate);
    return lane_leave(worker);
}

static __attribute__((noinline)) int wait_for_predicates(struct worker *worker, unsigned kind,
                                                         unsigned place, int predicate,
                                                         uintptr_t pc)
{
    worker->block.predicates_wanted = 1;
    wait_at_barrier(worker, place, predicate, pc);
    return worker->block.barrier_result[kind - 1];
}

int sim_block_barrier(unsigned int kind_and_place, int predicate)
{
    unsigned kind = kind_and_place % SIM_BARRIER_PLACE, place = kind_and_place / SIM_BARRIER_PLACE;
    if (kind != SIM_BARRIER_PLAIN)
        return wait_for_predicates(this_worker, kind, place, predicate, CALLER);
    return wait_at_barrier(this_worker, place, predicate, CALLER);
}

static __attribute__((noinline)) int wait_or_run_ahead(unsigned kind_and_place, int predicate,
                                                       uintptr_t pc)
{
    unsigned kind = kind_and_place % SIM_BARRIER_PLACE, place = kind_and_place / SIM_BARRIER_PLACE;
    struct worker *worker = this_worker;
    if (is_ahead())
        ahead_catch_up();
    if (kind != SIM_BARRIER_PLAIN)
        return wait_for_predicates(worker, kind, place, predicate, pc);
    ahead_wait(worker, worker->running.thread % SIM_WARP_SIZE, pc, place, predicate);
    return ahead_begin(worker) ? 0 : lane_leave(worker);
}

int sim_block_barrier_ahead(unsigned int kind_and_place, int predicate)
{
    if (kind_and_place == SIM_BARRIER_PLAIN && recorder.event < recorder.passes) {
        *recorder.event++ = event_at(CALLER, EVENT_BARRIER); /* it is ahead of another one */
        return 0;
    }
    return wait_or_run_ahead(kind_and_place, predicate, CALLER);
}

void sim_phase_ends(void)
{
    struct worker *worker = this_worker;
    worker->counted.barriers++;
    worker->block.generation++;
    if (!worker->run->stop)
        return;
    worker_lane(worker)->pc = CALLER;
    lane_abandon(worker);
}

void sim_grid_barrier(void)
{
    struct worker *worker = this_worker;
    worker_lane(worker)->pc = (uintptr_t)__builtin_return_address(0);
    worker->running.warp->at_grid_barrier |= 1u << (worker->running.thread % SIM_WARP_SIZE);
    lane_leave(worker);
}

/*
 * behind: the thread has done something behind the last statement in which threads meet, or in a
 * branch of it in which they do not. A thread that runs ahead sets it early, which is the same: it
 * counts when the lane has exited.
 */
void sim_kernel_ends(int behind)
{
    if (recorder.limit)
        this_worker->merged.passed[this_worker->running.thread] |=
            PASSED_ALL | (behind ? PASSED_BEHIND : 0);
}
