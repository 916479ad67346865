/*
 * Written to be obviously right, not fast: for each event the set of all events that happen before
 * it.
 *
 * The model is that of the PTX ISA ("Memory Consistency Model"). Every edge of happens-before leads
 * from an event to one that happened later, so one pass over the events in their order finds the
 * whole relation.
 */
#include "happens_before.h"

#include <string.h>

#include "properties.h"

#define WORDS (EVENTS_MOST / 64)

static const struct event *events;
static unsigned count;
static unsigned previous[EVENTS_MOST];      /* the same thread's event before this one, or NONE */
static unsigned source[EVENTS_MOST];        /* the last write before that shares a byte, or NONE */
static uint64_t before[EVENTS_MOST][WORDS]; /* bit m of before[n]: m happens before n */
static uint64_t within[EVENTS_MOST][WORDS]; /* and does so through events of their block alone */
static int strict;                          /* as the simulator is, see oracle.h */
/* Events in their order: fences of fence.sc, and strong reads. */
static unsigned fences_sc[EVENTS_MOST], fence_count;
static unsigned strong_reads[EVENTS_MOST], read_count;

static int has(uint64_t (*relation)[WORDS], unsigned a, unsigned b)
{
    return relation[b][a / 64] >> a % 64 & 1;
}

int happens_before(unsigned a, unsigned b)
{
    return has(before, a, b);
}

/*
 * Where an asynchronous copy has happened at the latest: the thread's first wait behind it that
 * leaves out fewer groups than were begun since; NONE if there is none (PTX, cp.async.wait_group).
 */
static unsigned end_of_copy(unsigned n)
{
    unsigned commits = 0;
    for (unsigned m = n + 1; m < count; m++) {
        if (!same_thread(&events[m], &events[n]))
            continue;
        commits += events[m].type == EVENT_IS_COPY_COMMIT;
        if (events[m].type == EVENT_IS_COPY_WAIT && commits > events[m].prior)
            return m;
    }
    return NONE;
}

int happened_before(unsigned a, unsigned b)
{
    if (!events[a].is_async)
        return happens_before(a, b);
    unsigned end = end_of_copy(a);
    return end != NONE && happens_before(end, b);
}

static void add(uint64_t (*relation)[WORDS], unsigned a, unsigned b)
{
    for (unsigned i = 0; i <= count / 64; i++)
        relation[b][i] |= relation[a][i];
    relation[b][a / 64] |= (uint64_t)1 << a % 64;
}

/* Event a, and so all that happens before it, happens before b. */
static void order(unsigned a, unsigned b)
{
    if (a == NONE)
        return;
    add(before, a, b);
    if (events[a].block == events[b].block)
        add(within, a, b);
}

/* A thread that has exited counts as having arrived at its block's later barriers. */
static int same_barrier(const struct event *a, const struct event *b)
{
    if (a->type == EVENT_IS_EXIT)
        return b->type == EVENT_IS_BLOCK_BARRIER && a->block == b->block && a->line < b->line;
    unsigned lanes = b->tile ? b->tile : WARP_LANES;
    return a->type == b->type && a->line == b->line &&
           (a->type == EVENT_IS_GRID_BARRIER ||
            (a->block == b->block &&
             (a->type == EVENT_IS_BLOCK_BARRIER || a->thread / lanes == b->thread / lanes)));
}

/* What any participant did before the barrier happens before each one's leaving it. */
static void order_barrier(unsigned n)
{
    for (unsigned m = 0; m < count; m++)
        if (same_barrier(&events[m], &events[n]))
            order(previous[m], n);
}

/*
 * Fences before event w (in program order) that fence y synchronises with happen before y. Of a
 * release that is bound to an atomic, the strong writes of that one's bytes are a part: it, and
 * later ones.
 */
static void order_fences(unsigned w, unsigned y)
{
    unsigned next = w;
    for (unsigned x = previous[w]; x != NONE; next = x, x = previous[x])
        if (events[x].type == EVENT_IS_FENCE && morally_strong(&events[x], &events[y]) &&
            (events[x].bound == BOUND_TO_NONE ||
             (events[x].bound == BOUND_TO_NEXT && same_bytes(&events[next], &events[w]))))
            order(x, y);
}

/*
 * Fence y, and each strong read before it (in program order): goes back from the
 * read to the write that it took its value from, and, while that is an atomic, on
 * to the write that the atomic found. Each step must be between strong operations
 * on the same bytes that include each other in their scopes. An acquire that is bound to an atomic
 * goes with the strong reads of that one's bytes: it, and earlier ones.
 */
static void synchronise(unsigned y)
{
    for (unsigned r = previous[y]; r != NONE; r = previous[r]) {
        if (events[y].bound == BOUND_TO_PREVIOUS && !same_bytes(&events[r], &events[previous[y]]))
            continue;
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

/*
 * Fence-SC order. A fence.sc x is before a fence.sc y if x happens before a strong write w, and a
 * strong read r that takes its value from w, or through atomics from it, happens before y: with y
 * before x, r would happen before w, which the axiom "Causality" forbids. Then x synchronises with
 * y, so that more reads happen before y.
 */
struct fences {
    uint64_t (*relation)[WORDS]; /* in which x comes before w, and r before y */
    int narrow, wide;            /* pairs of which one is for the block alone; others */
};

static int fits(const struct fences *fences, const struct event *x, const struct event *y)
{
    int is_wide = x->scope != SCOPE_BLOCK && y->scope != SCOPE_BLOCK;
    return morally_strong(x, y) && (is_wide ? fences->wide : fences->narrow);
}

/* Returns 1 if an event more happens before y now. */
static int order_by_write(const struct fences *fences, unsigned w, unsigned y)
{
    int more = 0;
    for (unsigned i = 0; i < fence_count && fences_sc[i] < w; i++) {
        unsigned x = fences_sc[i];
        if (has(fences->relation, x, w) && !happens_before(x, y) &&
            fits(fences, &events[x], &events[y])) {
            order(x, y);
            more = 1;
        }
    }
    return more;
}

static int order_fences_sc(const struct fences *fences, unsigned y)
{
    static unsigned char seen[EVENTS_MOST];
    int more = 0;
    memset(seen, 0, count);
    for (unsigned i = 0; i < read_count && strong_reads[i] < y; i++) {
        unsigned at = strong_reads[i];
        if (!has(fences->relation, at, y))
            continue;
        while (source[at] != NONE && morally_strong(&events[source[at]], &events[at])) {
            at = source[at];
            if (seen[at])
                break;
            seen[at] = 1;
            more |= order_by_write(fences, at, y);
            if (events[at].type != EVENT_IS_ATOMIC)
                break;
        }
    }
    return more;
}

static void find_fence_sc_order(unsigned y)
{
    const struct fences all = {before, 1, 1}, wide = {before, 0, 1}, narrow = {within, 1, 0};
    if (!strict) {
        while (order_fences_sc(&all, y))
            ;
        return;
    }
    while (order_fences_sc(&wide, y) | order_fences_sc(&narrow, y))
        ;
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

static void find_lists(void)
{
    fence_count = read_count = 0;
    for (unsigned n = 0; n < count; n++) {
        find_predecessors(n);
        if (is_fence_sc(&events[n]))
            fences_sc[fence_count++] = n;
        if (reads(&events[n]) && is_strong(&events[n]))
            strong_reads[read_count++] = n;
    }
}

static void find_order(void)
{
    find_lists();
    for (unsigned n = 0; n < count; n++) {
        memset(before[n], 0, (count + 63) / 64 * sizeof before[n][0]);
        memset(within[n], 0, (count + 63) / 64 * sizeof within[n][0]);
        order(previous[n], n);
        if (events[n].type == EVENT_IS_BLOCK_BARRIER || events[n].type == EVENT_IS_WARP_BARRIER ||
            events[n].type == EVENT_IS_GRID_BARRIER)
            order_barrier(n);
        if (events[n].type == EVENT_IS_FENCE && events[n].bound != BOUND_TO_NEXT)
            synchronise(n);
        if (is_fence_sc(&events[n]))
            find_fence_sc_order(n);
    }
}

void happens_before_find(const struct event *list, unsigned length, int as_simulator)
{
    events = list;
    count = length;
    strict = as_simulator;
    find_order();
}

unsigned previous_of(unsigned n)
{
    return previous[n];
}

unsigned source_of(unsigned n)
{
    return source[n];
}
