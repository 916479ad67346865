#include "check/polled.h"

#include <pthread.h>

#include "base/look.h"
#include "memory/memory.h"
#include "report/kernel.h"

#define THREADS_MOST 16384 /* of a launch that is tried; */
#define BLOCKS_MOST  64
#define TRIES_MOST   2     /* launches of a kernel */
#define CHANGES_MOST 20000 /* of warps, in a run */
#define WORDS        1024  /* in a launch: one with more has no flags */
#define SHARED       ((uintptr_t)1 << 63)
#define NOBODY       UINT64_MAX
#define SEVERAL      (UINT64_MAX - 1)

/* A word, and the warp that has changed it, or looked at it. */
struct word {
    uintptr_t address; /* 0: none; of shared memory: its offset there, and SHARED */
    uint64_t changer, poller;
};
static struct word words[2 * WORDS];
static struct word *taken[WORDS]; /* those that are not empty */
static unsigned count;            /* of these */
static unsigned changes_left;

/*
 * How many stores to flags a warp makes before it gives way: as few as can be, and at times so many
 * that it fills a ring of a few places. The number of turns is odd, so that each of two warps that
 * take turns gets all of them.
 */
static const unsigned char stores_of_turn[] = {1, 1, 1, 1, 4, 1, 1, 16, 1, 2, 8};
static struct {
    uint64_t warp; /* whose turn it is */
    unsigned number, stores_left;
} turn;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void polled_new_launch(struct run *run)
{
    run->may_try = run->recording && run->blocks <= BLOCKS_MOST &&
                   (run->blocks > 1 || run->threads > SIM_WARP_SIZE) &&
                   run->blocks * run->threads <= THREADS_MOST && !run->launch->chosen &&
                   run->kernel->tries < TRIES_MOST;
}

void polled_new_run(const struct run *run)
{
    changes_left = CHANGES_MOST;
    turn.warp = NOBODY;
    turn.number = turn.stores_left = 0;
    if (!run->may_try || run_look(run)->changes_blocks)
        return;       /* the flags are those of the run before */
    while (count > 0) /* all of the table takes longer than a small launch */
        *taken[--count] = (struct word){0};
}

/* The word's place in the table, perhaps an empty one. */
static struct word *place_of(uintptr_t address)
{
    size_t i = address / 4 * 0x9E3779B97F4A7C15u >> 40;
    while (words[i % (2 * WORDS)].address && words[i % (2 * WORDS)].address != address)
        i++;
    return &words[i % (2 * WORDS)];
}

/* The address as the table has it, 0 for memory that is a thread's own. */
static uintptr_t key_of(const struct worker *worker, uintptr_t address)
{
    if (memory_contains(address))
        return address;
    uintptr_t offset = address - worker->shared.start;
    return offset < worker->shared.size ? SHARED | offset : 0;
}

static uint64_t running_warp(const struct worker *worker)
{
    return worker->block.index * WARPS_IN_BLOCK + worker->running.warp_number;
}

void polled_note(const struct worker *worker, uintptr_t address, int changes)
{
    uintptr_t key = key_of(worker, address);
    if (!worker->run->may_try || run_look(worker->run)->changes_blocks || !key)
        return;
    pthread_mutex_lock(&lock);
    struct word *word = count < WORDS ? place_of(key) : NULL;
    if (word && !word->address) {
        *word = (struct word){key, NOBODY, NOBODY};
        taken[count++] = word;
    }
    uint64_t *who = !word ? NULL : changes ? &word->changer : &word->poller;
    if (who)
        *who = *who == NOBODY || *who == running_warp(worker) ? running_warp(worker) : SEVERAL;
    pthread_mutex_unlock(&lock);
}

static int is_flag(const struct word *word)
{
    return word->address && word->changer != NOBODY && word->poller != NOBODY &&
           (word->changer != word->poller || word->changer == SEVERAL);
}

int polled_is_worth_trying(const struct run *run)
{
    if (!run->may_try || run->allocates || run->tells || count == WORDS)
        return 0;
    for (unsigned i = 0; i < count; i++)
        if (is_flag(taken[i]))
            return 1;
    return 0;
}

int polled_gives_way(const struct worker *worker, uintptr_t address)
{
    uintptr_t key = key_of(worker, address);
    if (!run_look(worker->run)->changes_blocks || !changes_left || !key || !is_flag(place_of(key)))
        return 0;
    if (turn.warp != running_warp(worker)) {
        turn.warp = running_warp(worker);
        turn.stores_left = stores_of_turn[turn.number++ % sizeof stores_of_turn];
    }
    if (--turn.stores_left)
        return 0;
    turn.warp = NOBODY;
    changes_left--;
    return 1;
}
