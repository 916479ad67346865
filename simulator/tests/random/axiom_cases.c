/*
 * axiom_cases FIRST COUNT: holds the oracle's order to the axioms, on random executions that are
 * small enough to try all Fence-SC orders. Prints the first one where they differ; the exit status
 * then is 1.
 *
 * Among fences of the device's scope both must be the same. With narrower ones the oracle may find
 * less order than there is, never more: there several pairs of fences may exclude an order
 * together, which the rule does not see.
 */
#include <stdio.h>
#include <stdlib.h>

#include "axioms.h"
#include "happens_before.h"
#include "parts.h"

#define BLOCKS  2
#define THREADS 2 /* of each block */

static struct event events[AXIOM_EVENTS];
static unsigned count, fences;

static void append(struct event event)
{
    if (count < AXIOM_EVENTS)
        events[count++] = event;
}

static void append_barrier_of(unsigned block, unsigned line)
{
    if (count + THREADS > AXIOM_EVENTS)
        return;
    for (unsigned thread = 0; thread < THREADS; thread++)
        append((struct event){
            .type = EVENT_IS_BLOCK_BARRIER, .block = block, .thread = thread, .line = line});
}

static void append_fence_of(struct random *random, struct event event, int narrow)
{
    event.type = EVENT_IS_FENCE;
    event.is_light = fences == AXIOM_FENCES || random_chance(random, 20);
    fences += !event.is_light;
    if (narrow && random_chance(random, 40))
        event.scope = SCOPE_BLOCK;
    append(event);
}

/* A plain access of data, or an atomic or volatile access of one of two flags. */
static void append_access_of(struct random *random, struct event event, int narrow)
{
    static const enum event_type types[] = {EVENT_IS_READ, EVENT_IS_WRITE, EVENT_IS_ATOMIC};
    event.type = types[random_below(random, 3)];
    event.is_volatile = event.type != EVENT_IS_ATOMIC && random_chance(random, 70);
    event.size = 4;
    event.address = event.is_volatile || event.type == EVENT_IS_ATOMIC
                        ? 16 + 4 * random_below(random, 2)
                        : 4 * random_below(random, 2);
    if (narrow && event.type == EVENT_IS_ATOMIC && random_chance(random, 20))
        event.scope = SCOPE_BLOCK;
    append(event);
}

static void make(uint64_t seed, int narrow)
{
    struct random random = {seed * 0x2545F4914F6CDD1Du};
    unsigned length = 8 + random_below(&random, AXIOM_EVENTS - 8);
    count = fences = 0;
    for (unsigned line = 0; count < length && line < 2 * AXIOM_EVENTS; line++) {
        struct event event = {.block = random_below(&random, BLOCKS),
                              .thread = random_below(&random, THREADS),
                              .line = line % SLOTS_MOST,
                              .scope = SCOPE_DEVICE};
        unsigned kind = random_below(&random, 10);
        if (kind == 0)
            append_barrier_of(event.block, line);
        else if (kind < 4)
            append_fence_of(&random, event, narrow);
        else
            append_access_of(&random, event, narrow);
    }
}

static void print(void)
{
    static const char *const types[] = {"read", "write", "atomic", "fence", "barrier"};
    for (unsigned n = 0; n < count; n++)
        printf("%2u: block %u thread %u: %s%s of %u%s\n", n, events[n].block, events[n].thread,
               events[n].is_light      ? "light "
               : events[n].is_volatile ? "volatile "
                                       : "",
               types[events[n].type], events[n].address,
               events[n].scope == SCOPE_BLOCK ? ", for the block" : "");
}

/* Compares all pairs; returns how many the axioms order and the oracle does not, or -1. */
static int compare(uint64_t seed, int narrow, int as_simulator)
{
    static unsigned char ordered[AXIOM_EVENTS][AXIOM_EVENTS];
    int missed = 0;
    make(seed, narrow);
    axioms_order(events, count, ordered);
    happens_before_find(events, count, as_simulator);
    for (unsigned b = 0; b < count; b++)
        for (unsigned a = 0; a < b; a++) {
            int found = happens_before(a, b);
            missed += ordered[a][b] && !found;
            if (found == ordered[a][b] || (!found && (narrow || as_simulator)))
                continue;
            printf("execution %llu: events %u and %u: the axioms say %d, the oracle %d\n",
                   (unsigned long long)seed, a, b, ordered[a][b], found);
            print();
            return -1;
        }
    return missed;
}

int main(int argument_count, char **arguments)
{
    unsigned long long missed = 0, strict = 0;
    if (argument_count != 3) {
        fprintf(stderr, "usage: axiom_cases FIRST COUNT\n");
        return 2;
    }
    uint64_t first = strtoull(arguments[1], NULL, 10), number = strtoull(arguments[2], NULL, 10);
    for (uint64_t seed = first; seed < first + number; seed++) {
        int wide = compare(seed, 0, 0), narrow = compare(seed, 1, 0), more = compare(seed, 1, 1);
        if (wide < 0 || narrow < 0 || more < 0)
            return 1;
        missed += narrow > 0;
        strict += more > 0;
    }
    printf("%llu executions of each kind, 0 differences; with fences of blocks, the oracle is "
           "stricter in %llu, the simulator in %llu\n",
           (unsigned long long)number, missed, strict);
    return 0;
}
