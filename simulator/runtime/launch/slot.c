/*
 * Starts host threads and gives them blocks.
 */
#include "launch/slot.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/allocate.h"
#include "base/instrument.h"
#include "base/real_time.h"
#include "base/settings.h"
#include "check/faults.h"
#include "clock/sample.h"
#include "launch/block.h"
#include "launch/progress.h"
#include "launch/block_schedule.h"
#include "launch/watchdog.h"
#include "memory/memory.h"
#include "memory/shared_memory.h"
#include "warp/course.h"

#define AT_ONCE_MOST 16 /* numbers of blocks */
#define PARTS_LEAST  8  /* in which a host thread takes its share of the blocks */

struct slot *slots[SLOTS_MOST];
unsigned slot_count;
struct schedule schedule;

static pthread_cond_t finished = PTHREAD_COND_INITIALIZER;
static unsigned active; /* slots that have not finished */

/* Other work than blocks, between runs; NULL: there is none. */
static void (*shared_work)(unsigned part, unsigned parts);

static void *slot_main(void *argument);

static struct slot *slot_get(unsigned number)
{
    if (number < slot_count)
        return slots[number];
    struct slot *slot = allocate(sizeof *slot);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    shared_memory_place(&attributes);
    pthread_cond_init(&slot->wake, NULL);
    slots[slot_count++] = slot;
    if (pthread_create(&slot->thread, &attributes, slot_main, slot)) {
        fprintf(stderr, "simulator: cannot start another host thread\n");
        exit(3);
    }
    pthread_attr_destroy(&attributes);
    return slot;
}

/* Blocks of the run that have ended. */
static uint64_t blocks_ended(void)
{
    uint64_t ended = 0;
    for (unsigned number = 0; number < schedule.used; number++)
        ended += slots[number]->ended;
    return ended;
}

int slot_has_more(void)
{
    const struct sim_launch *launch = schedule.run->launch;
    return schedule.next_block < (launch->chosen ? launch->chosen_count : schedule.run->blocks);
}

static struct slot *give_work_to_next(void)
{
    struct slot *slot = slot_get(schedule.used++);
    slot->state = SLOT_ACTIVE;
    slot->block = UINT64_MAX; /* none yet: its first block comes after all those taken */
    slot->next = slot->end = 0;
    slot->ended = 0;
    slot->has_work = 1;
    active++;
    return slot;
}

void slot_start_next(void)
{
    pthread_cond_signal(&give_work_to_next()->wake);
}

static uint64_t next_number(struct slot *slot)
{
    if (slot->next == slot->end) {
        slot->next = atomic_fetch_add(&schedule.next_block, schedule.at_once);
        slot->end = slot->next + schedule.at_once;
    }
    return slot->next++;
}

/*
 * Takes the next block for the slot; 0 if there is none left. A slot's first block is taken with
 * run_lock, all others without: as long as the slot has not said which one, it still has the block
 * before it, which is lower. So a block that waits for all below it misses none of them.
 */
static int take_block(struct slot *slot)
{
    const struct run *run = slot->worker->run;
    const struct sim_launch *launch = run->launch;
    uint64_t blocks = launch->chosen ? launch->chosen_count : run->blocks, next;
    int samples = settings.clock_only && !launch->cooperative;
    do {
        if (run->stop)
            return 0;
        next = next_number(slot);
        if (next >= blocks)
            return 0;
    } while (samples && !sample_has(next));
    if (run_look(run)->opposite != (launch->from_last != 0))
        next = blocks - 1 - next;
    if (run_look(run)->shares && run->shares_few && !settings.clock_only)
        next = sample_order(next);
    slot->block = launch->chosen ? launch->chosen[next] : next;
    return 1;
}

static struct worker *make_worker(unsigned number)
{
    struct worker *worker = worker_make((int)number);
    shared_memory_start(worker);
    courses_start(worker);
    instruments_worker_begins(worker);
    fault_own_stack();
    return worker;
}

static void prepare(struct worker *worker, struct run *run)
{
    worker_prepare(worker, run);
    shared_memory_prepare(worker, run->launch->dynamic_shared);
    recorder.base = memory.base;
    recorder.global_size = memory.size;
    recorder.shared = worker->shared.start;
    recorder.shared_size = worker->shared.size;
    recorder.watches_calls = settings.guard;
    recorder_note(look_sees_stores(run_look(run)) ? &worker->recordings.stored : NULL, NULL);
    worker->recordings.stored.place = NULL;
}

/* The slot's block has run. Writes to what all slots share only if it must: see run_blocks. */
static void block_ends(struct slot *slot)
{
    struct run *run = slot->worker->run;
    if (run->frozen)
        run->frozen = 0;
    if (run->deadlocked)
        run->deadlocked = 0;
    if (!run->stop)
        slot->ended++;
}

/* Blocks that wait for those before theirs look whether the slot has gone on to a later one. */
static void wake_waiting(void)
{
    if (!run_waiting)
        return;
    pthread_mutex_lock(&run_lock);
    run_wake();
    pthread_mutex_unlock(&run_lock);
}

/*
 * A block may be over in less time than the lock takes to go from one processor to another: from
 * block to block nothing is shared but the number of the next one.
 */
static void run_blocks(struct slot *slot)
{
    struct worker *worker = slot->worker;
    block_schedule_wait((unsigned)worker->number);
    prepare(worker, schedule.run);
    int has_block = take_block(slot);
    pthread_mutex_unlock(&run_lock);
    while (has_block) {
        worker_run_block(worker, slot->block);
        block_ends(slot);
        has_block = take_block(slot);
        wake_waiting();
    }
    pthread_mutex_lock(&run_lock);
    slot->state = SLOT_DONE;
    slot->block = UINT64_MAX;
    if (run_look(schedule.run)->serial)
        block_schedule_next((unsigned)worker->number);
    else
        run_wake();
}

/*
 * Who wakes up while the lock is taken goes to sleep again, until it is free: on one processor the
 * threads would change four times for a launch, where two are enough.
 */
static void wake_unlocked(pthread_cond_t *condition)
{
    pthread_mutex_unlock(&run_lock);
    pthread_cond_signal(condition);
    pthread_mutex_lock(&run_lock);
}

static void do_part(const struct slot *slot)
{
    pthread_mutex_unlock(&run_lock);
    shared_work(slot->part, (unsigned)settings.threads);
    pthread_mutex_lock(&run_lock);
}

static void *slot_main(void *argument)
{
    struct slot *slot = argument;
    pthread_mutex_lock(&run_lock);
    for (unsigned number = 0; number < slot_count; number++)
        if (slots[number] == slot)
            slot->worker = make_worker(number);
    for (;;) {
        while (!slot->has_work)
            pthread_cond_wait(&slot->wake, &run_lock);
        slot->has_work = 0;
        if (shared_work)
            do_part(slot);
        else
            run_blocks(slot);
        if (--active == 0)
            wake_unlocked(&finished);
    }
    return NULL;
}

void slots_share(void (*work)(unsigned part, unsigned parts))
{
    if (settings.threads == 1) {
        work(0, 1);
        return;
    }
    pthread_mutex_lock(&run_lock);
    shared_work = work;
    for (unsigned part = 0; part < (unsigned)settings.threads; part++) {
        struct slot *slot = slot_get(part);
        slot->part = part;
        slot->has_work = 1;
        active++;
        pthread_cond_signal(&slot->wake);
    }
    while (active)
        pthread_cond_wait(&finished, &run_lock);
    shared_work = NULL;
    pthread_mutex_unlock(&run_lock);
}

/*
 * Short blocks are over so soon that the number of the next one is what host threads wait for: they
 * take several at a time, though so few that none has much to do when the others have ended.
 */
static unsigned numbers_at_once(const struct run *run, unsigned starting)
{
    uint64_t share = run->blocks / starting / PARTS_LEAST;
    if (run->look != LOOK_UNCHECKED_SHORT || share == 0)
        return 1;
    return share < AT_ONCE_MOST ? (unsigned)share : AT_ONCE_MOST;
}

void slots_run(struct run *run, unsigned starting)
{
    schedule.run = run;
    schedule.next_block = 0;
    schedule.used = 0;
    schedule.at_once = numbers_at_once(run, starting);
    block_schedule_start();
    while (schedule.used < starting)
        give_work_to_next();
    for (unsigned number = 0; number < starting; number++)
        wake_unlocked(&slots[number]->wake);
    int is_asking = 0;
    while (active) {
        struct timespec until;
        real_clock(CLOCK_REALTIME, &until);
        int64_t end = until.tv_nsec + (is_asking ? WATCHDOG_ASKING : WATCHDOG_INTERVAL);
        until.tv_sec += end / 1000000000;
        until.tv_nsec = end % 1000000000;
        int error = pthread_cond_timedwait(&finished, &run_lock, &until);
        progress_note(blocks_ended());
        if (error == ETIMEDOUT)
            is_asking = watchdog_look();
    }
}
