#include "check/polled.h"

#include <pthread.h>
#include <string.h>

#include "base/look.h"
#include "memory/memory.h"
#include "report/kernel.h"

#define THREADS_MOST 16384 /* of a launch that is tried; */
#define BLOCKS_MOST  64
#define TRIES_MOST   2     /* launches of a kernel */
#define CHANGES_MOST 20000 /* of blocks, in a run */
#define WORDS        1024  /* in a launch: one with more has no flags */
#define NOBODY       UINT64_MAX
#define SEVERAL      (UINT64_MAX - 1)

/* A word, and the block that has changed it, or looked at it. */
struct word {
    uintptr_t address; /* 0: none */
    uint64_t changer, poller;
};
static struct word words[2 * WORDS];
static unsigned count;
static unsigned changes_left;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void polled_new_launch(struct run *run)
{
    run->may_try = run->recording && run->blocks > 1 && run->blocks <= BLOCKS_MOST &&
                   run->blocks * run->threads <= THREADS_MOST && !run->launch->chosen &&
                   run->kernel->tries < TRIES_MOST;
}

void polled_new_run(const struct run *run)
{
    changes_left = CHANGES_MOST;
    if (!run->may_try || run_look(run)->changes_blocks)
        return; /* the flags are those of the run before */
    memset(words, 0, sizeof words);
    count = 0;
}

/* The word's place in the table, perhaps an empty one. */
static struct word *place_of(uintptr_t address)
{
    size_t i = address / 4 * 0x9E3779B97F4A7C15u >> 40;
    while (words[i % (2 * WORDS)].address && words[i % (2 * WORDS)].address != address)
        i++;
    return &words[i % (2 * WORDS)];
}

void polled_note(const struct worker *worker, uintptr_t address, int changes)
{
    if (!worker->run->may_try || run_look(worker->run)->changes_blocks || !memory_contains(address))
        return;
    pthread_mutex_lock(&lock);
    struct word *word = count < WORDS ? place_of(address) : NULL;
    if (word && !word->address) {
        *word = (struct word){address, NOBODY, NOBODY};
        count++;
    }
    uint64_t *who = !word ? NULL : changes ? &word->changer : &word->poller;
    if (who)
        *who = *who == NOBODY || *who == worker->block.index ? worker->block.index : SEVERAL;
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
    for (unsigned i = 0; i < 2 * WORDS; i++)
        if (is_flag(&words[i]))
            return 1;
    return 0;
}

int polled_gives_way(const struct worker *worker, uintptr_t address)
{
    if (!run_look(worker->run)->changes_blocks || !changes_left || !memory_contains(address) ||
        !is_flag(place_of(address)))
        return 0;
    changes_left--;
    return 1;
}
