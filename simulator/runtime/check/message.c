/*
 * Words with messages: a hash table by address. All host threads share that of global memory, under
 * a lock that is held only briefly.
 */
#include "check/message.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/allocate.h"

#define BUCKETS_FIRST 1024 /* doubled when there are as many words */
#define GRANULE       16   /* bytes: no access is larger, or crosses a multiple of it */

/* The message of one block's threads for others of that block. */
struct part {
    uint32_t unit;
    struct message message;
    struct part *next;
};

struct word {
    uintptr_t address;
    unsigned size;          /* bytes */
    enum sim_scope scope;   /* of the last access in the chain, */
    uint32_t unit;          /* and whose it was */
    struct message message; /* to the whole device */
    struct part *parts;
    struct word *next;
};

struct messages {
    pthread_mutex_t lock;
    unsigned count; /* of words */
    unsigned buckets;
    struct word **bucket;
    int keeps;               /* in an exact look, for its advices: */
    struct knowledge *ended; /* what the messages to the device have said that are gone */
};

struct messages *messages_make(void)
{
    struct messages *messages = allocate(sizeof *messages);
    pthread_mutex_init(&messages->lock, NULL);
    messages->buckets = BUCKETS_FIRST;
    messages->bucket = allocate(BUCKETS_FIRST * sizeof *messages->bucket);
    return messages;
}

int messages_none(const struct messages *messages)
{
    return !__atomic_load_n(&messages->count, __ATOMIC_RELAXED);
}

static struct word **bucket_of(struct messages *messages, uintptr_t address)
{
    return &messages->bucket[address / GRANULE % messages->buckets];
}

/* ---- One message ------------------------------------------------------------------- */

void message_drop(struct message *message)
{
    past_drop(&message->released);
    knowledge_drop(message->fenced);
    message->fenced = NULL;
}

int message_is_empty(const struct message *message)
{
    return !message->fenced && past_is_empty(&message->released);
}

static void add(struct message *message, const struct message *more)
{
    past_learn(&message->released, &more->released);
    knowledge_learn(&message->fenced, more->fenced);
}

/* ---- Words -------------------------------------------------------------------------- */

static void end_part(struct part *part)
{
    message_drop(&part->message);
    free(part);
}

static void end_chain(struct messages *messages, struct word *word)
{
    if (messages->keeps) {
        knowledge_learn(&messages->ended, word->message.released.known);
        knowledge_learn(&messages->ended, word->message.fenced);
    }
    message_drop(&word->message);
    while (word->parts) {
        struct part *part = word->parts;
        word->parts = part->next;
        end_part(part);
    }
}

static void forget(struct messages *messages, struct word **link)
{
    struct word *word = *link;
    *link = word->next;
    end_chain(messages, word);
    free(word);
    __atomic_fetch_sub(&messages->count, 1, __ATOMIC_RELAXED);
}

void messages_clear(struct messages *messages, int keeps)
{
    messages->keeps = 0;
    for (unsigned bucket = 0; !messages_none(messages) && bucket < messages->buckets; bucket++)
        while (messages->bucket[bucket])
            forget(messages, &messages->bucket[bucket]);
    knowledge_drop(messages->ended);
    messages->ended = NULL;
    messages->keeps = keeps;
}

static int overlap(const struct word *word, uintptr_t address, unsigned size)
{
    return word->address < address + size && address < word->address + word->size;
}

static int same_bytes(const struct word *word, uintptr_t address, unsigned size)
{
    return word->address == address && word->size == size;
}

/* Forgets the words that share bytes with the access; but not the one of exactly these bytes. */
static void forget_overlapping(struct messages *messages, uintptr_t address, unsigned size,
                               int but_same)
{
    struct word **link = bucket_of(messages, address);
    while (*link)
        if (overlap(*link, address, size) && !(but_same && same_bytes(*link, address, size)))
            forget(messages, link);
        else
            link = &(*link)->next;
}

static struct word *find(struct messages *messages, uintptr_t address, unsigned size)
{
    struct word *word = *bucket_of(messages, address);
    while (word && !same_bytes(word, address, size))
        word = word->next;
    return word;
}

static struct part *find_part(struct word *word, uint32_t unit)
{
    struct part *part = word->parts;
    while (part && part->unit != unit)
        part = part->next;
    return part;
}

/* Is an access of this scope by the unit morally strong with the last one in the chain? */
static int sees(const struct word *word, enum sim_scope scope, uint32_t unit)
{
    return word->unit == unit || (scope != SIM_SCOPE_BLOCK && word->scope != SIM_SCOPE_BLOCK);
}

static void receive(const struct word *word, uint32_t unit, struct messages_of_thread *received)
{
    const struct part *part = find_part((struct word *)word, unit);
    add(&received->to_device, &word->message);
    if (part)
        add(&received->to_block, &part->message);
}

static void leave(struct word *word, uint32_t unit, const struct messages_of_thread *own)
{
    add(&word->message, &own->to_device);
    if (message_is_empty(&own->to_block))
        return;
    struct part *part = find_part(word, unit);
    if (!part) {
        part = allocate(sizeof *part);
        part->unit = unit;
        part->next = word->parts;
        word->parts = part;
    }
    add(&part->message, &own->to_block);
}

/* Twice as many buckets: chains stay short, however many words there are. */
static void grow(struct messages *messages)
{
    struct word **old = messages->bucket;
    unsigned count = messages->buckets;
    messages->buckets = 2 * count;
    messages->bucket = allocate(messages->buckets * sizeof *messages->bucket);
    for (unsigned i = 0; i < count; i++)
        while (old[i]) {
            struct word *word = old[i], **bucket = bucket_of(messages, word->address);
            old[i] = word->next;
            word->next = *bucket;
            *bucket = word;
        }
    free(old);
}

static struct word *make(struct messages *messages, const struct strong_access *access)
{
    if (messages->count >= messages->buckets)
        grow(messages);
    struct word *word = allocate(sizeof *word);
    struct word **bucket = bucket_of(messages, access->address);
    word->address = access->address;
    word->size = access->size;
    word->next = *bucket;
    *bucket = word;
    __atomic_fetch_add(&messages->count, 1, __ATOMIC_RELAXED);
    return word;
}

static void pass(struct messages *messages, const struct strong_access *access, uint32_t unit,
                 const struct messages_of_thread *own, struct messages_of_thread *received)
{
    struct word *word = find(messages, access->address, access->size);
    int seen = word && sees(word, access->scope, unit);
    if (seen && access->reads)
        receive(word, unit, received);
    if (!access->writes)
        return;
    forget_overlapping(messages, access->address, access->size, 1);
    if (word && !(access->reads && seen))
        end_chain(messages, word);
    if (!word && message_is_empty(&own->to_block) && message_is_empty(&own->to_device))
        return; /* it has nothing to say */
    if (!word)
        word = make(messages, access);
    word->scope = access->scope;
    word->unit = unit;
    leave(word, unit, own);
}

void messages_pass(struct messages *messages, const struct strong_access *access, uint32_t unit,
                   const struct messages_of_thread *own, struct messages_of_thread *received)
{
    pthread_mutex_lock(&messages->lock);
    pass(messages, access, unit, own, received);
    pthread_mutex_unlock(&messages->lock);
}

void messages_end_unit(struct messages *messages, uintptr_t address, uint32_t unit)
{
    pthread_mutex_lock(&messages->lock);
    for (struct word *word = *bucket_of(messages, address); word; word = word->next)
        for (struct part **link = &word->parts; *link; link = &(*link)->next)
            if ((*link)->unit == unit) {
                struct part *part = *link;
                *link = part->next;
                end_part(part);
                break;
            }
    pthread_mutex_unlock(&messages->lock);
}

void messages_end(struct messages *messages, uintptr_t address, unsigned size)
{
    pthread_mutex_lock(&messages->lock);
    forget_overlapping(messages, address, size, 0);
    pthread_mutex_unlock(&messages->lock);
}

static int tells(const struct message *message, uint32_t place, unsigned thread, unsigned tick)
{
    return knowledge_has(message->released.known, place, thread, tick) ||
           knowledge_has(message->fenced, place, thread, tick);
}

int messages_tell(struct messages *messages, uint32_t place, unsigned thread, unsigned tick)
{
    pthread_mutex_lock(&messages->lock);
    int found = knowledge_has(messages->ended, place, thread, tick);
    for (unsigned bucket = 0; bucket < messages->buckets && messages->count && !found; bucket++)
        for (struct word *word = messages->bucket[bucket]; word && !found; word = word->next)
            found = tells(&word->message, place, thread, tick);
    pthread_mutex_unlock(&messages->lock);
    return found;
}
