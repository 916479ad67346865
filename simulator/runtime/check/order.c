/*
 * Keeps the order of accesses: ticks and what lanes know of each other within a
 * warp, and, for everything beyond barriers, the releases made on words that
 * atomics use.
 */
#include "check/order.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/race.h"
#include "base/run.h"

#define DEPTH_MOST 8            /* releases that one acquire is followed through */

/* What an acquiring thread learns: the releases of a word up to a position. */
struct acquired {
    struct word *word;
    unsigned position;
    unsigned threads_from, threads_to;  /* who knows: [from, to) of the block, */
    unsigned lanes;                     /* and of these the lanes of this mask */
};

/* One release: what a thread knew at its last fence before an atomic. */
struct release {
    uint32_t unit;
    unsigned thread;
    unsigned tick, barrier_tick;
    unsigned known[SIM_WARP_SIZE];
    unsigned previous;                  /* of the same unit: index + 1, or 0 */
    struct acquired *acquired;
    unsigned acquired_count;
};

/* A word on which releases are made. */
struct word {
    uintptr_t address;
    struct release *releases;
    unsigned count, room;
    unsigned *last_of_unit;             /* open hash table: index + 1 */
    unsigned buckets;
    struct word *next;
};

struct ordering {
    struct acquired *acquired;
    unsigned count, room;
    unsigned fence_known[THREADS_IN_BLOCK][SIM_WARP_SIZE];
};

#define WORD_BUCKETS 1024
static struct word *words[WORD_BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *grow(void *array, size_t size)
{
    array = realloc(array, size);
    if (!array) {
        fprintf(stderr, "simulator: out of memory\n");
        exit(3);
    }
    return array;
}

void order_start(struct worker *worker)
{
    worker->ordering = grow(NULL, sizeof *worker->ordering);
    memset(worker->ordering, 0, sizeof *worker->ordering);
}

void order_new_launch(void)
{
    for (unsigned bucket = 0; bucket < WORD_BUCKETS; bucket++) {
        struct word *next;
        for (struct word *word = words[bucket]; word; word = next) {
            next = word->next;
            for (unsigned i = 0; i < word->count; i++)
                free(word->releases[i].acquired);
            free(word->releases);
            free(word->last_of_unit);
            free(word);
        }
        words[bucket] = NULL;
    }
}

static void set_ticks(struct worker *worker)
{
    if (!worker->run_checks)
        return;
    worker->barrier_tick = ++worker->tick;
    for (unsigned thread = 0; thread < worker->threads; thread++)
        worker->lanes[thread].tick = worker->tick;
}

void order_new_block(struct worker *worker)
{
    worker->unit = (worker->run->first_unit + (uint32_t)worker->block) & OWNER_UNIT;
    worker->ordering->count = 0;
    if (worker->tick > STAMP_TICKS_MOST / 2) {
        worker->tick = 0;
        for (unsigned number = 0; number < WARPS_IN_BLOCK; number++)
            memset(worker->warps[number].known, 0, sizeof worker->warps[number].known);
    }
    set_ticks(worker);
}

/* At the very end of the ticks time stands still: some races may then be missed. */
static int out_of_ticks(struct worker *worker)
{
    return worker->tick >= STAMP_TICKS_MOST;
}

void order_block_barrier(struct worker *worker)
{
    if (out_of_ticks(worker))
        worker->tick--;
    set_ticks(worker);
    for (unsigned i = 0; i < worker->ordering->count; i++) {
        struct acquired *a = &worker->ordering->acquired[i];
        a->threads_from = 0;
        a->threads_to = THREADS_IN_BLOCK;
        a->lanes = ~0u;
    }
}

void order_warp_barrier(struct worker *worker, unsigned group)
{
    struct warp *warp = worker->warp;
    unsigned first = worker->warp_number * SIM_WARP_SIZE;
    unsigned joined[SIM_WARP_SIZE] = {0};
    for (unsigned mask = group; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        for (unsigned i = 0; i < SIM_WARP_SIZE; i++)
            if (warp->known[lane][i] > joined[i])
                joined[i] = warp->known[lane][i];
        if (worker->lanes[first + lane].tick > joined[lane])
            joined[lane] = worker->lanes[first + lane].tick;
    }
    if (!out_of_ticks(worker))
        worker->tick++;
    for (unsigned mask = group; mask; mask &= mask - 1) {
        unsigned lane = (unsigned)__builtin_ctz(mask);
        memcpy(warp->known[lane], joined, sizeof joined);
        worker->lanes[first + lane].tick = worker->tick;
    }
    for (unsigned i = 0; i < worker->ordering->count; i++) {
        struct acquired *a = &worker->ordering->acquired[i];
        if (a->threads_from == first && a->threads_to == first + SIM_WARP_SIZE &&
            (a->lanes & group))
            a->lanes |= group;
    }
}

void order_fence(struct worker *worker, unsigned thread)
{
    struct lane *lane = &worker->lanes[thread];
    lane->fence.tick = lane->tick;
    lane->fence.barrier_tick = worker->barrier_tick;
    memcpy(worker->ordering->fence_known[thread],
           worker->warps[thread / SIM_WARP_SIZE].known[thread % SIM_WARP_SIZE],
           sizeof worker->ordering->fence_known[thread]);
    if (!out_of_ticks(worker))
        lane->tick = ++worker->tick;
}

/* ---- Words ------------------------------------------------------------------------ */

static struct word *find_word(uintptr_t address)
{
    struct word **place = &words[address / 4 % WORD_BUCKETS];
    for (; *place; place = &(*place)->next)
        if ((*place)->address == address)
            return *place;
    *place = grow(NULL, sizeof **place);
    memset(*place, 0, sizeof **place);
    (*place)->address = address;
    return *place;
}

static unsigned *unit_entry(struct word *word, uint32_t unit)
{
    unsigned bucket = unit * 2654435761u % word->buckets;
    while (word->last_of_unit[bucket] &&
           word->releases[word->last_of_unit[bucket] - 1].unit != unit)
        bucket = (bucket + 1) % word->buckets;
    return &word->last_of_unit[bucket];
}

static void make_room(struct word *word)
{
    if (word->count < word->room)
        return;
    word->room = word->room ? 2 * word->room : 16;
    word->releases = grow(word->releases, word->room * sizeof *word->releases);
    word->buckets = 2 * word->room;
    word->last_of_unit = grow(word->last_of_unit, word->buckets * sizeof *word->last_of_unit);
    memset(word->last_of_unit, 0, word->buckets * sizeof *word->last_of_unit);
    for (unsigned i = 0; i < word->count; i++)
        *unit_entry(word, word->releases[i].unit) = i + 1;
}

static int knows(const struct acquired *a, unsigned thread)
{
    return thread >= a->threads_from && thread < a->threads_to &&
           (a->lanes >> thread % SIM_WARP_SIZE & 1);
}

static void acquire(struct worker *worker, unsigned thread, struct word *word)
{
    struct ordering *o = worker->ordering;
    for (unsigned i = 0; i < o->count; i++)
        if (o->acquired[i].word == word && knows(&o->acquired[i], thread) &&
            o->acquired[i].threads_to != THREADS_IN_BLOCK) {
            o->acquired[i].position = word->count;
            return;
        }
    if (o->count == o->room) {
        o->room = o->room ? 2 * o->room : 16;
        o->acquired = grow(o->acquired, o->room * sizeof *o->acquired);
    }
    unsigned first = thread / SIM_WARP_SIZE * SIM_WARP_SIZE;
    o->acquired[o->count++] = (struct acquired){word, word->count, first,
                                                first + SIM_WARP_SIZE,
                                                1u << thread % SIM_WARP_SIZE};
}

static void release(struct worker *worker, unsigned thread, struct word *word)
{
    struct ordering *o = worker->ordering;
    const struct lane *lane = &worker->lanes[thread];
    make_room(word);
    struct release *r = &word->releases[word->count];
    *r = (struct release){.unit = worker->unit, .thread = thread, .tick = lane->fence.tick,
                          .barrier_tick = lane->fence.barrier_tick};
    memcpy(r->known, o->fence_known[thread], sizeof r->known);
    for (unsigned i = 0; i < o->count; i++)
        if (knows(&o->acquired[i], thread) && o->acquired[i].word != word) {
            r->acquired = grow(r->acquired, (r->acquired_count + 1) * sizeof *r->acquired);
            r->acquired[r->acquired_count++] = o->acquired[i];
        }
    unsigned *entry = unit_entry(word, worker->unit);
    r->previous = *entry;
    *entry = ++word->count;
}

void order_atomic(struct worker *worker, unsigned thread, uintptr_t address)
{
    pthread_mutex_lock(&lock);
    struct word *word = find_word(address);
    acquire(worker, thread, word);
    if (worker->lanes[thread].fence.tick)
        release(worker, thread, word);
    pthread_mutex_unlock(&lock);
}

/* ---- Questions --------------------------------------------------------------------- */

static int covers(const struct release *r, unsigned other, unsigned tick)
{
    return tick < r->barrier_tick || (r->thread == other && tick <= r->tick) ||
           (r->thread / SIM_WARP_SIZE == other / SIM_WARP_SIZE &&
            tick <= r->known[other % SIM_WARP_SIZE]);
}

/* Does the word's list up to the position, or what it leads to, cover the access? */
static int reaches(struct word *word, unsigned position, uint32_t unit, unsigned other,
                   unsigned tick, int depth)
{
    if (!word->count)
        return 0;
    for (unsigned i = *unit_entry(word, unit); i; i = word->releases[i - 1].previous)
        if (i <= position && covers(&word->releases[i - 1], other, tick))
            return 1;
    if (depth == DEPTH_MOST)
        return 0;
    for (unsigned i = 0; i < position; i++)
        for (unsigned k = 0; k < word->releases[i].acquired_count; k++) {
            const struct acquired *a = &word->releases[i].acquired[k];
            if (reaches(a->word, a->position, unit, other, tick, depth + 1))
                return 1;
        }
    return 0;
}

int order_between_blocks(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                         unsigned tick)
{
    int ordered = 0;
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < worker->ordering->count && !ordered; i++) {
        const struct acquired *a = &worker->ordering->acquired[i];
        ordered = knows(a, thread) && reaches(a->word, a->position, unit, other, tick, 0);
    }
    pthread_mutex_unlock(&lock);
    return ordered;
}

int order_within_block(struct worker *worker, unsigned thread, unsigned other, unsigned tick)
{
    if (thread == other || tick < worker->barrier_tick)
        return 1;
    if (thread / SIM_WARP_SIZE == other / SIM_WARP_SIZE &&
        tick <= worker->warps[thread / SIM_WARP_SIZE]
                    .known[thread % SIM_WARP_SIZE][other % SIM_WARP_SIZE])
        return 1;
    return worker->ordering->count &&
           order_between_blocks(worker, thread, worker->unit, other, tick);
}

int order_sees_atomic(struct worker *worker, unsigned thread, uintptr_t address)
{
    for (unsigned i = 0; i < worker->ordering->count; i++) {
        const struct acquired *a = &worker->ordering->acquired[i];
        if (a->word->address == address && knows(a, thread))
            return 1;
    }
    return 0;
}
