#include "axioms.h"

#include <string.h>

static const struct event *events;
static unsigned count;
static unsigned char observed[AXIOM_EVENTS][AXIOM_EVENTS]; /* write before read, 8.9.2 */
static unsigned char known[AXIOM_EVENTS][AXIOM_EVENTS];    /* what needs no Fence-SC order */

static int is_write(const struct event *e)
{
    return e->type == EVENT_IS_WRITE || e->type == EVENT_IS_ATOMIC;
}

static int is_memory(const struct event *e)
{
    return is_write(e) || e->type == EVENT_IS_READ;
}

static int one_thread_has(const struct event *a, const struct event *b)
{
    return a->block == b->block && a->thread == b->thread;
}

static int overlap(const struct event *a, const struct event *b)
{
    return is_memory(a) && is_memory(b) && a->space == b->space &&
           (a->space == SPACE_GLOBAL || a->block == b->block) &&
           a->address < b->address + b->size && b->address < a->address + a->size;
}

/* 8.7: strong, each within the other's scope, and of the same bytes if both are of memory. */
static int morally_strong(const struct event *a, const struct event *b)
{
    for (int i = 0; i < 2; i++) {
        const struct event *e = i ? b : a;
        if (is_memory(e) && e->type != EVENT_IS_ATOMIC && !e->is_volatile)
            return 0;
        if (e->scope == SCOPE_BLOCK && !e->is_volatile && a->block != b->block)
            return 0;
    }
    return !is_memory(a) || !is_memory(b) ||
           (overlap(a, b) && a->address == b->address && a->size == b->size);
}

/* 8.9.2: the write that a read finds is the last one of its bytes. */
static void find_observation(void)
{
    memset(observed, 0, sizeof observed);
    for (unsigned r = 0; r < count; r++) {
        unsigned w = r;
        if (!is_memory(&events[r]) || events[r].type == EVENT_IS_WRITE)
            continue;
        while (w-- > 0 && !(is_write(&events[w]) && overlap(&events[w], &events[r])))
            ;
        if (w >= count || !morally_strong(&events[w], &events[r]))
            continue;
        observed[w][r] = 1;
        for (unsigned first = 0; events[w].type == EVENT_IS_ATOMIC && first < w; first++)
            observed[first][r] |= observed[first][w];
    }
}

/* 8.8: a fence, a strong write that is observed, the read, and a fence behind it. */
static void add_pattern(unsigned w, unsigned r)
{
    for (unsigned x = 0; x < w; x++)
        for (unsigned y = r + 1; y < count; y++)
            if (events[x].type == EVENT_IS_FENCE && events[y].type == EVENT_IS_FENCE &&
                one_thread_has(&events[x], &events[w]) && one_thread_has(&events[y], &events[r]) &&
                morally_strong(&events[x], &events[y]))
                known[x][y] = 1;
}

static int same_barrier(const struct event *a, const struct event *b)
{
    return a->type == EVENT_IS_BLOCK_BARRIER && b->type == EVENT_IS_BLOCK_BARRIER &&
           a->block == b->block && a->line == b->line;
}

/* 8.9.5 but for fence.sc. What comes before a thread at a barrier comes before all there. */
static void find_known(void)
{
    memset(known, 0, sizeof known);
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++)
            known[a][b] |= (unsigned char)one_thread_has(&events[a], &events[b]);
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++) {
            if (observed[a][b])
                add_pattern(a, b);
            for (unsigned x = 0; x < a && same_barrier(&events[a], &events[b]); x++)
                known[x][b] |= (unsigned char)one_thread_has(&events[x], &events[a]);
        }
}

/*
 * The execution with the fence.sc in this order. Returns 0 if it cannot be: if causality is no
 * order, or a read precedes in it a write that it has observed (8.10.2, 8.10.6).
 */
static int is_consistent(const unsigned *fences, unsigned fence_count,
                         unsigned char before[AXIOM_EVENTS][AXIOM_EVENTS])
{
    memcpy(before, known, sizeof known);
    for (unsigned i = 0; i < fence_count; i++)
        for (unsigned j = i + 1; j < fence_count; j++)
            before[fences[i]][fences[j]] |=
                (unsigned char)morally_strong(&events[fences[i]], &events[fences[j]]);
    for (unsigned z = 0; z < count; z++)
        for (unsigned x = 0; x < count; x++)
            for (unsigned y = 0; before[x][z] && y < count; y++)
                before[x][y] |= before[z][y];
    for (unsigned a = 0; a < count; a++)
        for (unsigned b = 0; b < count; b++)
            if (before[a][a] || (observed[a][b] && before[b][a]))
                return 0;
    return 1;
}

/* Tries all orders of the fences from number at on. */
static void try_orders(unsigned *fences, unsigned at, unsigned fence_count,
                       unsigned char ordered[AXIOM_EVENTS][AXIOM_EVENTS])
{
    static unsigned char before[AXIOM_EVENTS][AXIOM_EVENTS];
    if (at == fence_count && is_consistent(fences, fence_count, before))
        for (unsigned a = 0; a < count; a++)
            for (unsigned b = 0; b < count; b++)
                ordered[a][b] &= before[a][b];
    for (unsigned i = at; i < fence_count; i++) {
        unsigned other = fences[i];
        fences[i] = fences[at];
        fences[at] = other;
        try_orders(fences, at + 1, fence_count, ordered);
        fences[at] = fences[i];
        fences[i] = other;
    }
}

void axioms_order(const struct event *list, unsigned length,
                  unsigned char ordered[AXIOM_EVENTS][AXIOM_EVENTS])
{
    unsigned fences[AXIOM_EVENTS], fence_count = 0;
    events = list;
    count = length;
    find_observation();
    find_known();
    for (unsigned n = 0; n < count; n++)
        if (events[n].type == EVENT_IS_FENCE && !events[n].is_light)
            fences[fence_count++] = n;
    memset(ordered, 1, AXIOM_EVENTS * AXIOM_EVENTS);
    try_orders(fences, 0, fence_count, ordered);
}
