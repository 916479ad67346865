/*
 * Words with their chains of strong stores, and the threads that have observed them. Both are in
 * hash tables, so that the cost of an access does not grow with the launch.
 */
#include "check/observed.h"

#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/knowledge.h"

#define BUCKETS           4096  /* of words */
#define OBSERVED_BUCKETS  65536 /* of observations */
#define GRANULE           16    /* bytes: no access is larger, or crosses a multiple of it */
#define OBSERVATIONS_MOST 65536 /* the latest ones, in a launch */
#define LOOKED_AT         256   /* of one word, the latest ones */

/* A thread's atomic or volatile load, and the stores that it observed. */
struct observation {
    struct word *word;
    uint32_t unit;
    unsigned thread, tick;
    struct knowledge *stores;
    uint32_t next;   /* in its bucket: an index, 0: none */
    uint32_t older;  /* of the word */
    uint64_t number; /* counted from the launch's start */
};

/* A word, and the strong stores that a read of it now observes, as a map of their ticks. */
struct word {
    uintptr_t address;
    unsigned size;        /* bytes */
    enum sim_scope scope; /* of the last store, */
    uint32_t unit;        /* and whose it was */
    struct knowledge *stores;
    uint32_t latest; /* observation */
    struct word *next;
};

static struct word *words[BUCKETS];
static int word_count;
static struct observation *observations;
static uint32_t observed[OBSERVED_BUCKETS]; /* by word, unit and thread */
static uint64_t number;                     /* of observations so far */

void observed_new_launch(void)
{
    for (unsigned bucket = 0; word_count && bucket < BUCKETS; bucket++)
        while (words[bucket]) {
            struct word *word = words[bucket];
            words[bucket] = word->next;
            knowledge_drop(word->stores);
            free(word);
            word_count--;
        }
    for (uint64_t i = 1; i <= number && i <= OBSERVATIONS_MOST; i++)
        knowledge_drop(observations[i].stores);
    if (number)
        memset(observed, 0, sizeof observed);
    number = 0;
}

static struct word **bucket_of(uintptr_t address)
{
    return &words[address / GRANULE % BUCKETS];
}

static struct word *find(uintptr_t address, unsigned size)
{
    struct word *word = *bucket_of(address);
    while (word && (word->address != address || word->size != size))
        word = word->next;
    return word;
}

static void end_chain(struct word *word)
{
    knowledge_drop(word->stores);
    word->stores = NULL;
}

/* Ends the chains of words that share bytes with these, but not that of the word itself. */
static void end_overlapping(uintptr_t address, unsigned size, const struct word *but)
{
    for (struct word *word = *bucket_of(address); word; word = word->next)
        if (word != but && word->address < address + size && address < word->address + word->size)
            end_chain(word);
}

void observed_plain_write(uintptr_t address, unsigned size)
{
    if (word_count)
        end_overlapping(address, size, NULL);
}

/* ---- Observations -------------------------------------------------------------------- */

static uint32_t *observed_bucket(const struct word *word, uint32_t unit, unsigned thread)
{
    uint64_t key = (word->address ^ (uint64_t)unit << 20 ^ thread) * 0x9E3779B97F4A7C15u;
    return &observed[key >> 48];
}
_Static_assert(OBSERVED_BUCKETS == 1 << 16, "a hash's upper 16 bits number a bucket");

static struct observation *find_observation(const struct word *word, uint32_t unit, unsigned thread)
{
    uint32_t i = *observed_bucket(word, unit, thread);
    while (i && (observations[i].word != word || observations[i].unit != unit ||
                 observations[i].thread != thread))
        i = observations[i].next;
    return i ? &observations[i] : NULL;
}

/* Removes an observation from its bucket, since a new one takes its slot. */
static void forget_observation(uint32_t index)
{
    struct observation *o = &observations[index];
    uint32_t *link = observed_bucket(o->word, o->unit, o->thread);
    while (*link != index)
        link = &observations[*link].next;
    *link = o->next;
    knowledge_drop(o->stores);
}

static struct observation *make_observation(struct word *word, uint32_t unit, unsigned thread)
{
    if (!observations)
        observations = allocate_pages((OBSERVATIONS_MOST + 1) * sizeof *observations,
                                      " for the race detector");
    uint32_t index = (uint32_t)(number % OBSERVATIONS_MOST) + 1;
    if (number >= OBSERVATIONS_MOST)
        forget_observation(index);
    uint32_t *bucket = observed_bucket(word, unit, thread);
    observations[index] = (struct observation){.word = word,
                                               .unit = unit,
                                               .thread = thread,
                                               .next = *bucket,
                                               .older = word->latest,
                                               .number = ++number};
    *bucket = word->latest = index;
    return &observations[index];
}

static void note(const struct worker *worker, struct word *word)
{
    unsigned thread = worker->running.thread;
    struct observation *own = find_observation(word, detector.unit, thread);
    if (!own)
        own = make_observation(word, detector.unit, thread);
    own->tick = order_tick(thread);
    knowledge_learn(&own->stores, word->stores);
}

static int shows(struct worker *worker, unsigned thread, const struct observation *o,
                 const struct entry *entry, unsigned other)
{
    return knowledge_has(o->stores, entry->unit - worker->run->first_unit, other, entry->tick) &&
           order_knows(worker, thread, o->unit, o->thread, o->tick);
}

int observed_orders(struct worker *worker, unsigned thread, uintptr_t address,
                    const struct entry *entry, unsigned other)
{
    const struct word *word = find(address, entry->size);
    if (!word || !word->latest)
        return 0;
    const struct observation *own = find_observation(word, detector.unit, thread);
    if (own && shows(worker, thread, own, entry, other))
        return 1;
    /* A number that does not decrease: from there on, slots have been used again. */
    uint64_t before = UINT64_MAX;
    unsigned left = LOOKED_AT;
    for (uint32_t i = word->latest; i && left-- > 0 && observations[i].number < before;
         before = observations[i].number, i = observations[i].older)
        if (shows(worker, thread, &observations[i], entry, other))
            return 1;
    return 0;
}

/* ---- Strong accesses ------------------------------------------------------------------ */

static struct word *make_word(uintptr_t address, unsigned size)
{
    struct word *word = allocate(sizeof *word);
    struct word **bucket = bucket_of(address);
    *word = (struct word){.address = address, .size = size, .next = *bucket};
    word_count++;
    return *bucket = word;
}

static void add_own(const struct worker *worker, struct word *word)
{
    unsigned thread = worker->running.thread;
    struct view *view = view_make(0);
    view_add(view, thread, order_tick(thread));
    knowledge_add(&word->stores, detector.unit - worker->run->first_unit, view);
}

void observed_strong(struct worker *worker, const struct strong_access *access)
{
    uint32_t unit = detector.unit;
    struct word *word = find(access->address, access->size);
    int sees = word && (word->unit == unit ||
                        (access->scope != SIM_SCOPE_BLOCK && word->scope != SIM_SCOPE_BLOCK));
    if (access->reads && sees && word->stores)
        note(worker, word);
    if (!access->writes)
        return;
    order_new_tick(worker); /* so that the thread's stores can be told apart */
    if (!word)
        word = make_word(access->address, access->size);
    end_overlapping(access->address, access->size, word);
    if (!access->reads || !sees)
        end_chain(word);
    word->scope = access->scope;
    word->unit = unit;
    add_own(worker, word);
}
