/*
 * A list for each thread: the words of its strong accesses that have released or read something.
 */
#include "check/bound.h"

#include "base/allocate.h"
#include "check/detector.h"
#include "check/order_state.h"

#define NO_WORD UINT32_MAX

static int is_word(const struct bound_word *word, const struct strong_access *access)
{
    return word->address == access->address && word->size == access->size;
}

/* Of a few words none is looked up. */
#define FEW_WORDS 8

/* The slot of the word in the index, or the free one where it would be. The room is a power of two.
 */
static uint32_t *slot_of(const struct bound *bound, const struct strong_access *access)
{
    uint32_t mask = 2 * bound->room - 1;
    uint32_t at = (uint32_t)((access->address ^ access->size) * 0x9E3779B97F4A7C15u >> 32) & mask;
    while (bound->index[at] && !is_word(&bound->words[bound->index[at] - 1], access))
        at = (at + 1) & mask;
    return &bound->index[at];
}

/* The number of the access's word, or NO_WORD. */
static uint32_t find(const struct bound *bound, const struct strong_access *access)
{
    if (bound->count > FEW_WORDS)
        return *slot_of(bound, access) - 1;
    for (uint32_t i = bound->count; i-- > 0;)
        if (is_word(&bound->words[i], access))
            return i;
    return NO_WORD;
}

static void grow(struct bound *bound)
{
    bound->room = bound->room ? 2 * bound->room : 2;
    bound->words = allocate_again(bound->words, bound->room * sizeof *bound->words);
    if (bound->room > FEW_WORDS)
        bound->index = allocate_again(bound->index, 2 * bound->room * sizeof *bound->index);
}

/*
 * All words, after a growth or when there are no longer few. A memset would be taken for one of the
 * kernel, which is running.
 */
static void make_index(struct bound *bound)
{
    for (uint32_t i = 0; i < 2 * bound->room; i++)
        *(volatile uint32_t *)&bound->index[i] = 0;
    for (uint32_t i = 0; i < bound->count; i++) {
        struct strong_access access = {.address = bound->words[i].address,
                                       .size = bound->words[i].size};
        *slot_of(bound, &access) = i + 1;
    }
}

static uint32_t find_or_make(struct bound *bound, const struct strong_access *access)
{
    uint32_t number = find(bound, access);
    int grows = bound->count == bound->room;
    if (number != NO_WORD)
        return number;
    if (grows)
        grow(bound);
    bound->words[bound->count] =
        (struct bound_word){.address = access->address, .size = access->size};
    number = bound->count++;
    if (bound->count > FEW_WORDS && (grows || number == FEW_WORDS))
        make_index(bound);
    else if (bound->count > FEW_WORDS)
        *slot_of(bound, access) = number + 1;
    return number;
}

/* The first becomes a map of the caller's own, of what it was and more. */
static void extend(struct past *past, const struct past *more)
{
    *past = past_keep(past);
    past_learn(past, more);
}

void bound_before(const struct worker *worker, unsigned thread, const struct strong_access *access,
                  struct messages_of_thread *messages)
{
    struct bound *bound = &detector.order->thread[thread].bound;
    struct bound_word *word = NULL;
    if (bound->release.done && access->writes) {
        uint32_t number = find_or_make(bound, access);
        word = &bound->words[number];
        fence_add_release(worker, thread, word);
    } else if (access->writes) {
        uint32_t number = find(bound, access);
        word = number == NO_WORD ? NULL : &bound->words[number];
    }
    bound->is_added = word != NULL;
    if (!word)
        return;
    extend(&messages->to_block.released, &word->released.to_block);
    extend(&messages->to_device.released, &word->released.to_device);
}

void bound_behind(struct thread_order *own, const struct strong_access *access,
                  struct messages_of_thread *messages, const struct messages_of_thread *read)
{
    struct bound *bound = &own->bound;
    if (bound->is_added) {
        past_drop(&messages->to_block.released);
        past_drop(&messages->to_device.released);
    }
    bound->is_added = 0;
    bound->latest = NO_WORD;
    if (!access->reads)
        return;
    if (past_is_empty(&read->to_block.released) && past_is_empty(&read->to_device.released)) {
        bound->latest = find(bound, access);
        return;
    }
    bound->latest = find_or_make(bound, access);
    struct bound_word *word = &bound->words[bound->latest];
    past_learn(&word->read.to_block, &read->to_block.released);
    past_learn(&word->read.to_device, &read->to_device.released);
}

void bound_acquire(struct thread_order *own, enum sim_scope scope)
{
    if (own->bound.latest >= own->bound.count)
        return;
    const struct bound_word *word = &own->bound.words[own->bound.latest];
    past_learn(&own->past, &word->read.to_block);
    if (scope != SIM_SCOPE_BLOCK)
        past_learn(&own->past, &word->read.to_device);
}

void bound_forget_thread(struct bound *bound)
{
    for (uint32_t i = 0; i < bound->count; i++) {
        past_drop(&bound->words[i].released.to_block);
        past_drop(&bound->words[i].released.to_device);
        past_drop(&bound->words[i].read.to_block);
        past_drop(&bound->words[i].read.to_device);
    }
    bound->count = 0;
    bound->latest = NO_WORD;
}
