/*
 * Blocks that wait for earlier blocks, for others while they spin, for the whole grid.
 */
#include "launch/block_schedule.h"

#include "cuda_runtime_api.h"
#include "base/instrument.h"
#include "check/arrivals.h"
#include "check/barriers.h"
#include "check/misuse.h"
#include "clock/occupancy.h"
#include "clock/sample.h"
#include "launch/slot.h"

#define FROZEN_LIMIT_SHIFT 19    /* of SIM_LIMIT: rounds of nothing but spinning */
#define SLEEPS_MOST        65536 /* more such rounds where threads sleep: they may wait for the time */

/* Such rounds of each block, where all wait at a cuda::barrier: nobody else can open it. */
#define DEADLOCKED_MOST 2

static unsigned running_slot;    /* serial: the one that may run */
static uint64_t at_grid_barrier; /* blocks */
static int grid_barrier_stuck;   /* blocks have ended without reaching it */

void block_schedule_start(void)
{
    running_slot = 0;
    at_grid_barrier = 0;
    grid_barrier_stuck = 0;
}

void block_schedule_wait(unsigned slot)
{
    while (run_look(schedule.run)->serial && running_slot != slot)
        pthread_cond_wait(&slots[slot]->wake, &run_lock);
}

/* Wakes that slot alone: of a thousand that are woken, all but one would only wait for the lock. */
static void start_slot(unsigned slot)
{
    running_slot = slot;
    pthread_cond_signal(&slots[slot]->wake);
}

/* Of how many blocks the run may be in the midst at a time: each takes memory. */
static unsigned begun_most(const struct run *run)
{
    unsigned resident = block_schedule_resident(run);
    return run_look(run)->shares && run->shares_few ? sample_below(resident) : resident;
}

unsigned block_schedule_resident(const struct run *run)
{
    int blocks = occupancy_blocks(&device, (int)run->threads, run->launch->dynamic_shared, 0, NULL);
    return (unsigned)(device.multiprocessors * blocks);
}

void block_schedule_next(unsigned from)
{
    const struct run *run = schedule.run;
    if (slot_has_more() && schedule.used < begun_most(run) && !run->stop) {
        running_slot = schedule.used;
        slot_start_next();
        return;
    }
    int found = 0;
    for (unsigned i = 1; i <= schedule.used && !found; i++) {
        unsigned number = (from + i) % schedule.used;
        found = slots[number]->state == SLOT_ACTIVE;
        if (found)
            start_slot(number);
    }
    /* Only blocks at the grid barrier are left: they cannot go on, one must say so. */
    for (unsigned number = 0; number < schedule.used && !found; number++) {
        found = slots[number]->state == SLOT_AT_GRID_BARRIER;
        if (found) {
            grid_barrier_stuck = 1;
            slots[number]->state = SLOT_ACTIVE;
            start_slot(number);
        }
    }
}

static int earlier_blocks_run(uint64_t block)
{
    for (unsigned number = 0; number < slot_count; number++)
        if (slots[number]->state == SLOT_ACTIVE && slots[number]->block < block)
            return 1;
    return 0;
}

int run_wait_for_earlier_blocks(struct worker *worker)
{
    struct run *run = worker->run;
    if (run_look(run)->serial)
        return 0;
    if (worker->block.earlier_ended)
        return run->stop ? -1 : 0;
    pthread_mutex_lock(&run_lock);
    run_waiting++;
    while (!run->stop && earlier_blocks_run(worker->block.index))
        pthread_cond_wait(&run_changed, &run_lock);
    run_waiting--;
    pthread_mutex_unlock(&run_lock);
    worker->block.earlier_ended = !run->stop;
    return run->stop ? -1 : 0;
}

static int yield_serially(struct worker *worker)
{
    struct run *run = worker->run;
    uint64_t limit = run->limit >> FROZEN_LIMIT_SHIFT;
    pthread_mutex_lock(&run_lock);
    run->deadlocked = arrivals_wait_all(worker) ? run->deadlocked + 1 : 0;
    unsigned parties = schedule.used + slot_has_more();
    uint64_t most = (limit < 16 ? 16 : limit) * parties + (run->has_slept ? SLEEPS_MOST : 0);
    if (worker->block.gives_way) {
        worker->block.gives_way = 0;
        run->frozen = 0; /* it could go on */
    } else if (++run->frozen > most || run->deadlocked > DEADLOCKED_MOST * parties) {
        pthread_mutex_unlock(&run_lock);
        misuse_endless(worker, UINT32_MAX, 0);
        return -1;
    }
    block_schedule_next((unsigned)worker->number);
    block_schedule_wait((unsigned)worker->number);
    pthread_mutex_unlock(&run_lock);
    return run->stop ? -1 : 0;
}

int run_yield(struct worker *worker)
{
    struct run *run = worker->run;
    if (run_look(run)->serial)
        return yield_serially(worker);
    /* It may wait for an earlier block; if not, blocks must run alternately. */
    if (run_wait_for_earlier_blocks(worker))
        return -1;
    if (++run->frozen > 2) {
        run_restart(run);
        return -1;
    }
    return 0;
}

int run_let_next_begin(struct worker *worker)
{
    struct run *run = worker->run;
    pthread_mutex_lock(&run_lock);
    if (run_look(run)->serial && slot_has_more() && schedule.used < begun_most(run)) {
        block_schedule_next((unsigned)worker->number);
        block_schedule_wait((unsigned)worker->number);
    }
    pthread_mutex_unlock(&run_lock);
    return run->stop ? -1 : 0;
}

/* All blocks are at the grid barrier: their accesses from here on come after all before. */
static void open_grid_barrier(void)
{
    at_grid_barrier = 0;
    schedule.run->deadlocked = 0;
    schedule.run->phase++;
    instruments_phase_begins(schedule.run);
    for (unsigned number = 0; number < schedule.used; number++)
        if (slots[number]->state == SLOT_AT_GRID_BARRIER)
            slots[number]->state = SLOT_ACTIVE;
}

static void wait_at_grid_barrier(unsigned number)
{
    slots[number]->state = SLOT_AT_GRID_BARRIER;
    block_schedule_next(number);
    block_schedule_wait(number); /* no block at the barrier is chosen to run */
}

int run_grid_barrier(struct worker *worker)
{
    struct run *run = worker->run;
    pthread_mutex_lock(&run_lock);
    if (++at_grid_barrier == run->blocks)
        open_grid_barrier();
    else
        wait_at_grid_barrier((unsigned)worker->number);
    int stuck = grid_barrier_stuck && !run->stop;
    pthread_mutex_unlock(&run_lock);
    if (stuck) {
        barriers_grid_never_opens(worker, at_grid_barrier);
        run_stop(run, cudaErrorLaunchFailure);
    }
    return run->stop ? -1 : 0;
}
