/*
 * Runs a launch's blocks on host threads.
 *
 * In parallel, each worker takes the next block. Blocks then must not depend
 * on each other; where it turns out that they do, or that something is wrong,
 * the launch is run again from a snapshot of memory, serially: one block at a
 * time, in order, so that what happens does not depend on chance. Blocks of a
 * serial run that wait for each other take turns, each on a worker of its own.
 */
#define _GNU_SOURCE
#include "launch/run.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_runtime_api.h"
#include "report/kernel.h"
#include "memory/memory.h"
#include "check/misuse.h"
#include "check/order.h"
#include "launch/print.h"
#include "base/progress.h"
#include "check/race.h"
#include "base/settings.h"
#include "memory/snapshot.h"

#define MULTIPROCESSORS 132
#define THREADS_OF_MULTIPROCESSOR 2048
#define RESIDENT_MOST 4224          /* workers of a serial run whose blocks wait for each other */
#define FROZEN_LIMIT_SHIFT 19       /* of SIM_LIMIT: rounds of nothing but spinning */

enum slot_state { SLOT_FREE, SLOT_ACTIVE, SLOT_AT_GRID_BARRIER, SLOT_DONE };

/* A host thread with its worker. Slots are made when needed and kept. */
struct slot {
    pthread_t thread;
    pthread_cond_t wake;
    struct worker *worker;
    enum slot_state state;
    int has_work;
    uint64_t block;                 /* that it runs, if active */
};

static struct slot *slots[RESIDENT_MOST];
static unsigned slot_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static pthread_cond_t turn_changed = PTHREAD_COND_INITIALIZER;

/* Of the run in progress; guarded by lock. */
static struct run *run;
static uint64_t next_block;
static unsigned active;             /* slots that have not finished */
static unsigned turn;               /* serial: the slot that may run */
static unsigned used;               /* serial: slots that take part */
static unsigned waiting_for_turn;   /* parallel: workers that wait for earlier blocks */
static uint64_t at_grid_barrier;    /* blocks */
static int grid_barrier_stuck;      /* blocks have ended without reaching it */
static uint32_t next_unit = 1;

static void *slot_main(void *argument);

static struct slot *slot_get(unsigned number)
{
    if (number < slot_count)
        return slots[number];
    struct slot *slot = calloc(1, sizeof *slot);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)1 << 20);
    if (slot) {
        pthread_cond_init(&slot->wake, NULL);
        slots[slot_count++] = slot;
    }
    if (!slot || pthread_create(&slot->thread, &attributes, slot_main, slot)) {
        fprintf(stderr, "simulator: cannot start another host thread\n");
        exit(3);
    }
    pthread_attr_destroy(&attributes);
    return slot;
}

static void slot_start(unsigned number)
{
    struct slot *slot = slot_get(number);
    slot->state = SLOT_ACTIVE;
    slot->block = UINT64_MAX;       /* none yet: whatever it takes comes after those taken */
    slot->has_work = 1;
    active++;
    pthread_cond_signal(&slot->wake);
}

/* Takes the next block for the slot; 0 if there is none left. Called with the lock. */
static int take_block(struct slot *slot)
{
    if (run->stop || next_block >= run->blocks)
        return 0;
    slot->block = next_block++;
    return 1;
}

static unsigned resident_most(void)
{
    unsigned in_multiprocessor = THREADS_OF_MULTIPROCESSOR / ((run->threads + 31) / 32 * 32);
    unsigned most = MULTIPROCESSORS * (in_multiprocessor > 32 ? 32 : in_multiprocessor);
    return most < RESIDENT_MOST ? most : RESIDENT_MOST;
}

/*
 * Serial: hands the turn to the next slot that can go on, which may be a new one
 * for the next block. Called with the lock.
 */
static void pass_turn(unsigned from)
{
    if (next_block < run->blocks && used < resident_most() && !run->stop) {
        turn = used;
        slot_start(used++);
        return;
    }
    int found = 0;
    for (unsigned i = 1; i <= used && !found; i++) {
        unsigned number = (from + i) % used;
        found = slots[number]->state == SLOT_ACTIVE;
        if (found)
            turn = number;
    }
    /* Only blocks at the grid barrier are left: they cannot go on, one must say so. */
    for (unsigned number = 0; number < used && !found; number++) {
        found = slots[number]->state == SLOT_AT_GRID_BARRIER;
        if (found) {
            grid_barrier_stuck = 1;
            slots[number]->state = SLOT_ACTIVE;
            turn = number;
        }
    }
    pthread_cond_broadcast(&turn_changed);
}

static void wait_for_turn_of(unsigned number)
{
    while (run->serial && turn != number)
        pthread_cond_wait(&turn_changed, &lock);
}

static void run_blocks(struct slot *slot)
{
    struct worker *worker = slot->worker;
    wait_for_turn_of((unsigned)worker->number);
    worker_prepare(worker, run);
    while (take_block(slot)) {
        pthread_mutex_unlock(&lock);
        worker_run_block(worker, slot->block);
        pthread_mutex_lock(&lock);
        run->frozen = 0;
        progress_block_done();
        if (waiting_for_turn)
            pthread_cond_broadcast(&turn_changed);
    }
    slot->state = SLOT_DONE;
    slot->block = UINT64_MAX;
    if (run->serial)
        pass_turn((unsigned)worker->number);
    else if (waiting_for_turn)
        pthread_cond_broadcast(&turn_changed);
}

static void *slot_main(void *argument)
{
    struct slot *slot = argument;
    pthread_mutex_lock(&lock);
    for (unsigned number = 0; number < slot_count; number++)
        if (slots[number] == slot)
            slot->worker = worker_make((int)number);
    for (;;) {
        while (!slot->has_work)
            pthread_cond_wait(&slot->wake, &lock);
        slot->has_work = 0;
        run_blocks(slot);
        if (--active == 0)
            pthread_cond_signal(&finished);
    }
    return NULL;
}

/* ---- What workers ask for ----------------------------------------------------- */

void run_stop(struct run *r, int error)
{
    if (!r->serial) {
        run_restart(r);
        return;
    }
    r->error = error;
    r->stop = STOP_ERROR;
}

void run_restart(struct run *r)
{
    if (r->serial)
        return;
    r->stop = STOP_RESTART;
    pthread_mutex_lock(&lock);
    if (waiting_for_turn)
        pthread_cond_broadcast(&turn_changed);
    pthread_mutex_unlock(&lock);
}

static int earlier_blocks_run(uint64_t block)
{
    for (unsigned number = 0; number < slot_count; number++)
        if (slots[number]->state == SLOT_ACTIVE && slots[number]->block < block)
            return 1;
    return 0;
}

int run_wait_for_turn(struct worker *worker)
{
    struct run *r = worker->run;
    if (r->serial)
        return 0;
    pthread_mutex_lock(&lock);
    waiting_for_turn++;
    while (!r->stop && earlier_blocks_run(worker->block))
        pthread_cond_wait(&turn_changed, &lock);
    waiting_for_turn--;
    pthread_mutex_unlock(&lock);
    return r->stop ? -1 : 0;
}

static int give_way_serially(struct worker *worker)
{
    pthread_mutex_lock(&lock);
    uint64_t limit = settings.limit >> FROZEN_LIMIT_SHIFT;
    if (++run->frozen > (limit < 16 ? 16 : limit) * (used + (next_block < run->blocks))) {
        pthread_mutex_unlock(&lock);
        misuse_endless(worker, UINT32_MAX, 0);
        return -1;
    }
    pass_turn((unsigned)worker->number);
    wait_for_turn_of((unsigned)worker->number);
    pthread_mutex_unlock(&lock);
    return run->stop ? -1 : 0;
}

int run_give_way(struct worker *worker)
{
    struct run *r = worker->run;
    if (r->serial)
        return give_way_serially(worker);
    /* Whoever it waits for may be an earlier block; if not, blocks must take turns. */
    if (run_wait_for_turn(worker))
        return -1;
    if (++r->frozen > 2) {
        run_restart(r);
        return -1;
    }
    return 0;
}

int run_grid_barrier(struct worker *worker)
{
    pthread_mutex_lock(&lock);
    struct slot *slot = slots[worker->number];
    if (++at_grid_barrier == run->blocks) {
        at_grid_barrier = 0;
        run->first_unit = next_unit;
        next_unit += (uint32_t)run->blocks;
        for (unsigned number = 0; number < used; number++)
            if (slots[number]->state == SLOT_AT_GRID_BARRIER)
                slots[number]->state = SLOT_ACTIVE;
    } else {
        slot->state = SLOT_AT_GRID_BARRIER;
        pass_turn((unsigned)worker->number);
        while (slot->state == SLOT_AT_GRID_BARRIER)
            pthread_cond_wait(&turn_changed, &lock);
        wait_for_turn_of((unsigned)worker->number);
    }
    int stuck = grid_barrier_stuck && !run->stop;
    pthread_mutex_unlock(&lock);
    if (stuck) {
        misuse_barrier_never_reached(worker);
        run_stop(worker->run, cudaErrorLaunchFailure);
    }
    return run->stop ? -1 : 0;
}

uint64_t run_block_of_unit(const struct run *r, uint32_t unit)
{
    return unit - r->first_unit;
}

/* ---- The launch ----------------------------------------------------------------- */

/* Units of all launches must differ; when they run out, the cells start afresh. */
static void assign_units(void)
{
    if (run->blocks >= UNITS_MOST - next_unit) {
        race_forget_everything();
        next_unit = 1;
    }
    run->first_unit = next_unit;
    next_unit += (uint32_t)(run->blocks < UNITS_MOST / 2 ? run->blocks : UNITS_MOST / 2);
}

/* Runs all blocks once; run->stop tells how it ended. */
static void run_once(void)
{
    unsigned starting = 1;
    if (!run->serial)
        starting = run->blocks < (uint64_t)settings.threads ? (unsigned)run->blocks
                                                            : (unsigned)settings.threads;
    pthread_mutex_lock(&lock);
    run->stop = STOP_NO;
    run->error = cudaSuccess;
    run->frozen = 0;
    next_block = at_grid_barrier = 0;
    grid_barrier_stuck = 0;
    turn = 0;
    used = starting;
    assign_units();
    order_new_launch();
    for (unsigned number = 0; number < starting; number++)
        slot_start(number);
    while (active)
        pthread_cond_wait(&finished, &lock);
    pthread_mutex_unlock(&lock);
}

static void collect(struct kernel *kernel, const struct sim_launch *launch)
{
    struct profile *profile = kernel_profile(kernel, launch);
    profile->launches++;
    for (unsigned number = 0; number < used; number++) {
        struct worker *worker = slots[number]->worker;
        profile_add(profile, worker->counts, site_count(), worker->barriers);
    }
}

int run_launch(struct kernel *kernel, const struct sim_launch *launch)
{
    struct run this_run = {
        .launch = launch,
        .kernel = kernel,
        .blocks = (uint64_t)launch->grid.x * launch->grid.y * launch->grid.z,
        .threads = launch->block.x * launch->block.y * launch->block.z,
        .recording = settings_recording(),
    };
    run = &this_run;
    run->serial = settings.threads == 1 || run->blocks == 1 || launch->cooperative ||
                  kernel->communicates;
    if (!run->serial)
        snapshot_take();
    memory_open();
    progress_start(kernel->name, run->blocks);
    run_once();
    if (run->stop == STOP_RESTART) {
        kernel->communicates = 1;
        run->serial = 1;
        snapshot_restore();
        print_discard();
        progress_start(kernel->name, run->blocks);
        run_once();
    }
    progress_end();
    memory_close();
    if (run->stop == STOP_NO)
        collect(kernel, launch);
    print_flush();
    return run->error;
}
