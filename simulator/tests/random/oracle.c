/*
 * The races of an execution: every two accesses that nothing orders (happens_before.h) are looked
 * at.
 */
#include "oracle.h"

#include <string.h>

#include "happens_before.h"
#include "properties.h"

static const struct event *events;
static unsigned count;

/* 1 if the volatile write was one of several lanes' at once, to different addresses. */
static int executed_wide(const struct event *e)
{
    for (unsigned m = 0; m < count; m++) {
        const struct event *other = &events[m];
        if (other->type == EVENT_IS_WRITE && other->is_volatile && other->line == e->line &&
            other->block == e->block && other->thread / WARP_LANES == e->thread / WARP_LANES &&
            (e->together >> other->thread % WARP_LANES & 1) && other->address != e->address)
            return 1;
    }
    return 0;
}

/* The thread has executed a fence since the grid met, if it did. */
static int fence_before(unsigned n)
{
    for (unsigned m = previous_of(n); m != NONE && events[m].type != EVENT_IS_GRID_BARRIER;
         m = previous_of(m))
        if (events[m].type == EVENT_IS_FENCE && !events[m].bound)
            return 1;
    return 0;
}

static int relies_on_lockstep(unsigned n)
{
    return events[n].type == EVENT_IS_WRITE && events[n].is_volatile && executed_wide(&events[n]) &&
           !fence_before(n);
}

static int store_the_same(const struct event *a, const struct event *b)
{
    return a->type == EVENT_IS_WRITE && b->type == EVENT_IS_WRITE && !a->is_relaxed &&
           !b->is_relaxed && same_bytes(a, b) && a->value == b->value;
}

/* Volatile, or a load of cuda::atomic, which is one for the lanes beside it. */
static int is_volatile(const struct event *e)
{
    return e->is_volatile || (e->type == EVENT_IS_READ && e->is_relaxed);
}

/* Two accesses that are unordered and conflict: 1 if that is a race. */
static int is_race(unsigned a, unsigned b)
{
    if (!morally_strong(&events[a], &events[b]))
        return 1;
    return is_volatile(&events[a]) && is_volatile(&events[b]) &&
           events[a].block == events[b].block && !store_the_same(&events[a], &events[b]) &&
           (relies_on_lockstep(a) || relies_on_lockstep(b));
}

/*
 * 1 if the plain access b comes after an atomic or volatile read, by its own thread or one
 * whose order before b is known, that took its value from a, or from atomics that go back
 * to it, or to a later one of a's thread on the same bytes. In this execution a then came
 * before b; in another one it may be otherwise.
 */
static int was_found_before(unsigned a, unsigned b)
{
    if (!writes(&events[a]) || !is_strong(&events[a]) || !is_plain(&events[b]))
        return 0;
    for (unsigned z = a + 1; z < b; z++) {
        if (!reads(&events[z]) || !is_strong(&events[z]) || !same_bytes(&events[z], &events[a]) ||
            !happens_before(z, b))
            continue;
        unsigned at = z;
        while (source_of(at) != NONE && morally_strong(&events[source_of(at)], &events[at])) {
            at = source_of(at);
            if (at >= a && same_thread(&events[at], &events[a]))
                return 1;
            if (events[at].type != EVENT_IS_ATOMIC)
                break;
        }
    }
    return 0;
}

static int conflict(const struct event *a, const struct event *b)
{
    return share_a_byte(a, b) && (writes(a) || writes(b)) && !a->is_freed &&
           (!same_thread(a, b) || a->is_async || b->is_async);
}

enum answer { ANSWER_NO, ANSWER_OPEN, ANSWER_YES };

/* 1 if an asynchronous copy of the read's thread has begun to write its bytes and may not be over.
 */
static int is_copied_meanwhile(unsigned n)
{
    for (unsigned m = 0; m < n; m++)
        if (events[m].is_async && writes(&events[m]) && same_thread(&events[m], &events[n]) &&
            share_a_byte(&events[m], &events[n]) && !happened_before(m, n))
            return 1;
    return 0;
}

/*
 * Whether the plain read only prepares a compare-and-swap: the next access of its thread to any of
 * its bytes is an atomicCAS of the same bytes, or another such read. It is open where the thread
 * reads a structure or copies in between: one of the reads that this is made of may be such a read;
 * and where a copy that is under way may write the bytes in between.
 */
static enum answer is_cas_read(unsigned n)
{
    const struct event *read = &events[n];
    int open = is_copied_meanwhile(n);
    if (read->type != EVENT_IS_READ || !is_plain(read))
        return ANSWER_NO;
    for (unsigned m = n + 1; m < count; m++) {
        const struct event *next = &events[m];
        if (!same_thread(next, read) || !share_a_byte(next, read))
            continue;
        int same = same_bytes(next, read);
        if (next->type == EVENT_IS_READ && is_plain(next) && (same || is_of_several(next)))
            open |= is_of_several(next);
        else if (same && next->type == EVENT_IS_ATOMIC && next->is_cas)
            return open ? ANSWER_OPEN : ANSWER_YES;
        else
            return ANSWER_NO;
    }
    return ANSWER_NO;
}

static enum answer is_cas_with_its_read(unsigned cas, unsigned read)
{
    return events[cas].type == EVENT_IS_ATOMIC && events[cas].is_cas ? is_cas_read(read)
                                                                     : ANSWER_NO;
}

/* It changes nothing, whichever of the two comes first. */
static int is_failed_cas_beside_read(const struct event *cas, const struct event *read)
{
    return cas->has_failed && read->type == EVENT_IS_READ && is_plain(read);
}

/* Whether the race is a note rather than an error. */
static enum answer is_note(unsigned a, unsigned b)
{
    const struct event *one = &events[a], *other = &events[b];
    if (is_of_several(one) || is_of_several(other))
        return ANSWER_OPEN;
    if (is_failed_cas_beside_read(one, other) || is_failed_cas_beside_read(other, one))
        return ANSWER_YES;
    if (!same_bytes(one, other))
        return ANSWER_NO;
    if (store_the_same(one, other))
        return ANSWER_YES;
    return events[a].type == EVENT_IS_ATOMIC ? is_cas_with_its_read(a, b)
                                             : is_cas_with_its_read(b, a);
}

/* Of a race that may be either, a note is there in any case. */
static enum level level_of(unsigned a, unsigned b, int in_any_case)
{
    enum answer answer = is_note(a, b);
    return answer == ANSWER_YES || (answer == ANSWER_OPEN && in_any_case) ? LEVEL_NOTE
                                                                          : LEVEL_ERROR;
}

/* Adds the races in the order that was found to those that there are, or to those there may be. */
static void add_races(struct verdict *verdict, int in_any_case)
{
    for (unsigned b = 0; b < count; b++)
        for (unsigned a = 0; a < b; a++) {
            const struct event *one = &events[a], *other = &events[b];
            if (!conflict(one, other) || happened_before(a, b) || !is_race(a, b))
                continue;
            enum race_kind kind = one->block == other->block ? RACE_IN_BLOCK : RACE_BETWEEN_BLOCKS;
            enum level level = level_of(a, b, in_any_case);
            if (!in_any_case)
                pairs_add(&verdict->most, kind, one->line, other->line, level);
            else if (pairs_level(&verdict->least, kind, one->line, other->line) < level &&
                     !was_found_before(a, b))
                pairs_add(&verdict->least, kind, one->line, other->line, level);
        }
}

/* A mask of the bytes of a that b touches. */
static unsigned common_bytes(const struct event *a, const struct event *b)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < a->size; i++) {
        unsigned address = a->address + i;
        mask |= (unsigned)(address >= b->address && address < b->address + b->size) << i;
    }
    return mask;
}

/*
 * A read, or an atomic, of bytes that nobody has written before it, in any order that there may be.
 * Of an exchange, which may be meant to store, it is left open. It is left open where a write that
 * may come first is in no order with it, and where another line reads these bytes, which may be
 * told in its place; or has done so in a launch before. Of a structure's bytes, those beside them
 * count, too.
 */
static void find_unwritten(unsigned r, struct verdict *verdict)
{
    const struct event *read = &events[r], around = with_padding(read);
    unsigned all = (1u << read->size) - 1, left = read->unwritten;
    int open = read->is_told;
    for (unsigned n = 0; n < count && left; n++) {
        const struct event *other = &events[n];
        if (n == r || !share_a_byte(&around, other) || happens_before(r, n))
            continue;
        if (writes(other) && happens_before(n, r))
            left &= ~common_bytes(read, other);
        open |= writes(other) || other->line != read->line;
    }
    if (left == all || (left && is_of_several(read)))
        verdict->unwritten_most[read->line] = 1;
    if (left == all && !open && !read->is_exchange)
        verdict->unwritten_least[read->line] = 1;
}

/* 1 if strictness can make a difference. */
static int is_open(void)
{
    int narrow = 0, several = 0;
    for (unsigned n = 0; n < count; n++) {
        narrow |= is_fence_sc(&events[n]) && events[n].scope == SCOPE_BLOCK;
        several |= events[n].block != events[0].block;
    }
    return narrow && several;
}

void oracle_judge(const struct event *list, unsigned length, struct verdict *verdict)
{
    count = length;
    memset(verdict, 0, sizeof *verdict);
    events = list;
    int open = is_open();
    happens_before_find(events, length, 1);
    add_races(verdict, 0);
    if (open)
        happens_before_find(events, length, 0);
    add_races(verdict, 1);
    for (unsigned n = 0; n < count; n++) {
        if (events[n].is_freed)
            verdict->freed[events[n].line] = 1;
        else if (is_access(&events[n]) && reads(&events[n]))
            find_unwritten(n, verdict);
    }
}
