/*
 * Written to be obviously right, not fast: for each event the set of all events
 * that happen before it; then every two accesses are looked at.
 *
 * The model is that of the PTX ISA ("Memory Consistency Model"). Every edge of
 * happens-before leads from an event to one that happened later, so one pass over
 * the events in their order finds the whole relation.
 */
#include "oracle.h"

#include <string.h>

#define NONE  EVENTS_MOST
#define WORDS (EVENTS_MOST / 64)

static const struct event *events;
static unsigned count;
static unsigned previous[EVENTS_MOST];      /* the same thread's event before this one, or NONE */
static unsigned source[EVENTS_MOST];        /* the last write before that shares a byte, or NONE */
static uint64_t before[EVENTS_MOST][WORDS]; /* bit m of before[n]: m happens before n */

/* ---- Properties of events --------------------------------------------------------- */

static int same_thread(const struct event *a, const struct event *b)
{
    return a->block == b->block && a->thread == b->thread;
}

static int is_access(const struct event *e)
{
    return e->type <= EVENT_IS_ATOMIC;
}

static int writes(const struct event *e)
{
    return e->type == EVENT_IS_WRITE || e->type == EVENT_IS_ATOMIC;
}

static int reads(const struct event *e)
{
    return e->type == EVENT_IS_READ || e->type == EVENT_IS_ATOMIC;
}

static int is_strong(const struct event *e)
{
    return e->type == EVENT_IS_ATOMIC || e->type == EVENT_IS_FENCE ||
           (is_access(e) && e->is_volatile);
}

static int is_plain(const struct event *e)
{
    return (e->type == EVENT_IS_READ || e->type == EVENT_IS_WRITE) && !e->is_volatile;
}

static int same_memory(const struct event *a, const struct event *b)
{
    return a->space == b->space && (a->space == SPACE_GLOBAL || a->block == b->block);
}

static int share_a_byte(const struct event *a, const struct event *b)
{
    return is_access(a) && is_access(b) && same_memory(a, b) && a->address < b->address + b->size &&
           b->address < a->address + a->size;
}

static int same_bytes(const struct event *a, const struct event *b)
{
    return is_access(a) && is_access(b) && same_memory(a, b) && a->address == b->address &&
           a->size == b->size;
}

/* 1 if the scope of a includes the thread of b. Volatile accesses have the system's scope. */
static int includes(const struct event *a, const struct event *b)
{
    int block_only = !(is_access(a) && a->is_volatile) && a->scope == SCOPE_BLOCK;
    return !block_only || a->block == b->block;
}

static int morally_strong(const struct event *a, const struct event *b)
{
    if (!is_strong(a) || !is_strong(b) || !includes(a, b) || !includes(b, a))
        return 0;
    return !is_access(a) || !is_access(b) || same_bytes(a, b);
}

/* ---- Happens before ----------------------------------------------------------------- */

static int happens_before(unsigned a, unsigned b)
{
    return before[b][a / 64] >> a % 64 & 1;
}

/* Event a, and so all that happens before it, happens before b. */
static void order(unsigned a, unsigned b)
{
    if (a == NONE)
        return;
    for (unsigned i = 0; i <= count / 64; i++)
        before[b][i] |= before[a][i];
    before[b][a / 64] |= (uint64_t)1 << a % 64;
}

static int same_barrier(const struct event *a, const struct event *b)
{
    return a->type == b->type && a->line == b->line && a->block == b->block &&
           (a->type == EVENT_IS_BLOCK_BARRIER || a->thread / WARP_LANES == b->thread / WARP_LANES);
}

/* What any participant did before the barrier happens before each one's leaving it. */
static void order_barrier(unsigned n)
{
    for (unsigned m = 0; m < count; m++)
        if (same_barrier(&events[m], &events[n]))
            order(previous[m], n);
}

/* Fences before event w (in program order) that fence y synchronises with happen before y. */
static void order_fences(unsigned w, unsigned y)
{
    for (unsigned x = previous[w]; x != NONE; x = previous[x])
        if (events[x].type == EVENT_IS_FENCE && morally_strong(&events[x], &events[y]))
            order(x, y);
}

/*
 * Fence y, and each strong read before it (in program order): goes back from the
 * read to the write that it took its value from, and, while that is an atomic, on
 * to the write that the atomic found. Each step must be between strong operations
 * on the same bytes that include each other in their scopes.
 */
static void synchronise(unsigned y)
{
    for (unsigned r = previous[y]; r != NONE; r = previous[r]) {
        if (!reads(&events[r]) || !is_strong(&events[r]))
            continue;
        unsigned at = r;
        while (source[at] != NONE && morally_strong(&events[source[at]], &events[at])) {
            at = source[at];
            order_fences(at, y);
            if (events[at].type != EVENT_IS_ATOMIC)
                break;
        }
    }
}

static void find_predecessors(unsigned n)
{
    previous[n] = source[n] = NONE;
    for (unsigned m = n; m-- > 0;) {
        if (previous[n] == NONE && same_thread(&events[m], &events[n]))
            previous[n] = m;
        if (source[n] == NONE && writes(&events[m]) && share_a_byte(&events[m], &events[n]))
            source[n] = m;
        if (previous[n] != NONE && (source[n] != NONE || !is_access(&events[n])))
            return;
    }
}

static void find_order(void)
{
    for (unsigned n = 0; n < count; n++)
        find_predecessors(n);
    for (unsigned n = 0; n < count; n++) {
        memset(before[n], 0, (count / 64 + 1) * sizeof before[n][0]);
        order(previous[n], n);
        if (events[n].type == EVENT_IS_BLOCK_BARRIER || events[n].type == EVENT_IS_WARP_BARRIER)
            order_barrier(n);
        if (events[n].type == EVENT_IS_FENCE)
            synchronise(n);
    }
}

/* ---- Races ---------------------------------------------------------------------------- */

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

static int fence_before(unsigned n)
{
    for (unsigned m = previous[n]; m != NONE; m = previous[m])
        if (events[m].type == EVENT_IS_FENCE)
            return 1;
    return 0;
}

static int relies_on_lockstep(unsigned n)
{
    return events[n].type == EVENT_IS_WRITE && events[n].is_volatile && executed_wide(&events[n]) &&
           !fence_before(n);
}

/* Two accesses that are unordered and conflict: 1 if that is a race. */
static int is_race(unsigned a, unsigned b)
{
    if (!morally_strong(&events[a], &events[b]))
        return 1;
    return events[a].is_volatile && events[b].is_volatile && events[a].block == events[b].block &&
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
        while (source[at] != NONE && morally_strong(&events[source[at]], &events[at])) {
            at = source[at];
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
    return share_a_byte(a, b) && (writes(a) || writes(b)) && !same_thread(a, b);
}

/*
 * 1 if the plain read only prepares a compare-and-swap: the next access of its
 * thread to any of its bytes is an atomicCAS of the same bytes, or another such read.
 */
static int is_cas_read(unsigned n)
{
    const struct event *read = &events[n];
    if (read->type != EVENT_IS_READ || !is_plain(read))
        return 0;
    for (unsigned m = n + 1; m < count; m++) {
        const struct event *next = &events[m];
        if (!same_thread(next, read) || !share_a_byte(next, read))
            continue;
        if (!same_bytes(next, read))
            return 0;
        return (next->type == EVENT_IS_ATOMIC && next->is_cas) || is_cas_read(m);
    }
    return 0;
}

static int is_cas_with_its_read(unsigned cas, unsigned read)
{
    return events[cas].type == EVENT_IS_ATOMIC && events[cas].is_cas && is_cas_read(read);
}

/* It changes nothing, whichever of the two comes first. */
static int is_failed_cas_beside_read(const struct event *cas, const struct event *read)
{
    return cas->has_failed && read->type == EVENT_IS_READ && is_plain(read);
}

static enum level level_of(unsigned a, unsigned b)
{
    const struct event *one = &events[a], *other = &events[b];
    if (is_failed_cas_beside_read(one, other) || is_failed_cas_beside_read(other, one))
        return LEVEL_NOTE;
    if (!same_bytes(one, other))
        return LEVEL_ERROR;
    if (one->type == EVENT_IS_WRITE && other->type == EVENT_IS_WRITE && is_plain(one) &&
        is_plain(other) && one->value == other->value)
        return LEVEL_NOTE;
    if (is_cas_with_its_read(a, b) || is_cas_with_its_read(b, a))
        return LEVEL_NOTE;
    return LEVEL_ERROR;
}

void oracle_judge(const struct event *list, unsigned length, struct verdict *verdict)
{
    events = list;
    count = length;
    memset(verdict, 0, sizeof *verdict);
    find_order();
    for (unsigned b = 0; b < count; b++)
        for (unsigned a = 0; a < b; a++) {
            const struct event *one = &events[a], *other = &events[b];
            if (!conflict(one, other) || happens_before(a, b) || !is_race(a, b))
                continue;
            enum race_kind kind = one->block == other->block ? RACE_IN_BLOCK : RACE_BETWEEN_BLOCKS;
            enum level level = level_of(a, b);
            pairs_add(&verdict->most, kind, one->line, other->line, level);
            if (pairs_level(&verdict->least, kind, one->line, other->line) < level &&
                !was_found_before(a, b))
                pairs_add(&verdict->least, kind, one->line, other->line, level);
        }
}
