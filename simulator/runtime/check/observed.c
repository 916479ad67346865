/*
 * Chains of strong stores, and who has found them.
 */
#include "check/observed.h"

#include <stdlib.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/knowledge.h"

#define OBSERVATIONS_MOST 65536 /* the latest ones, in a launch */

/* The strong stores that whoever reads a word now finds, as a map of their ticks. */
struct chain {
    uintptr_t address;
    unsigned size;        /* bytes */
    enum sim_scope scope; /* of the last one, */
    uint32_t unit;        /* and whose it was */
    struct knowledge *stores;
    struct chain *next;
};

/* A thread's atomic or volatile load, and the stores that it found. */
struct observation {
    uintptr_t address;
    unsigned size;
    uint32_t unit;
    unsigned thread, tick;
    struct knowledge *stores;
};

static struct chain *chains;
static struct observation *observations;
static unsigned count, oldest;

static void forget(struct chain **place)
{
    struct chain *chain = *place;
    *place = chain->next;
    knowledge_drop(chain->stores);
    free(chain);
}

void observed_new_launch(void)
{
    while (chains)
        forget(&chains);
    for (unsigned i = 0; i < count; i++)
        knowledge_drop(observations[i].stores);
    count = oldest = 0;
}

/* The chain of exactly these bytes, or NULL; those that only share some of them have ended. */
static struct chain *find(uintptr_t address, unsigned size, int is_write)
{
    struct chain *found = NULL;
    for (struct chain **place = &chains; *place;) {
        struct chain *chain = *place;
        if (chain->address == address && chain->size == size) {
            found = chain;
        } else if (is_write && chain->address < address + size &&
                   address < chain->address + chain->size) {
            forget(place);
            continue;
        }
        place = &chain->next;
    }
    return found;
}

void observed_plain_write(uintptr_t address, unsigned size)
{
    struct chain *chain = find(address, size, 1);
    if (chain) {
        knowledge_drop(chain->stores);
        chain->stores = NULL;
    }
}

static void note(const struct worker *worker, const struct strong_access *access,
                 struct knowledge *stores)
{
    struct observation own = {access->address,
                              access->size,
                              worker->block.unit,
                              worker->running.thread,
                              order_tick(worker, worker->running.thread),
                              knowledge_keep(stores)};
    if (!observations)
        observations =
            allocate_pages(OBSERVATIONS_MOST * sizeof *observations, " for the race detector");
    for (unsigned i = 0; i < count; i++) {
        struct observation *o = &observations[i];
        if (o->address == own.address && o->size == own.size && o->unit == own.unit &&
            o->thread == own.thread) {
            knowledge_learn(&own.stores, o->stores);
            knowledge_drop(o->stores);
            *o = own;
            return;
        }
    }
    if (count < OBSERVATIONS_MOST) {
        observations[count++] = own;
        return;
    }
    knowledge_drop(observations[oldest].stores);
    observations[oldest] = own;
    oldest = (oldest + 1) % OBSERVATIONS_MOST;
}

static void add_own(const struct worker *worker, struct chain *chain)
{
    struct view *view = view_make(1);
    view->entry[view->count++] =
        (struct view_entry){worker->running.thread, order_tick(worker, worker->running.thread)};
    knowledge_add(&chain->stores, worker->block.unit - worker->run->first_unit, view);
}

void observed_strong(struct worker *worker, const struct strong_access *access)
{
    uint32_t unit = worker->block.unit;
    struct chain *chain = find(access->address, access->size, access->writes);
    int sees = chain && (chain->unit == unit ||
                         (access->scope != SIM_SCOPE_BLOCK && chain->scope != SIM_SCOPE_BLOCK));
    if (access->reads && sees && chain->stores)
        note(worker, access, chain->stores);
    if (!access->writes)
        return;
    order_new_tick(worker); /* so that the thread's stores can be told apart */
    if (!chain) {
        chain = allocate(sizeof *chain);
        *chain = (struct chain){.address = access->address, .size = access->size, .next = chains};
        chains = chain;
    } else if (!access->reads || !sees) {
        knowledge_drop(chain->stores);
        chain->stores = NULL;
    }
    chain->scope = access->scope;
    chain->unit = unit;
    add_own(worker, chain);
}

int observed_orders(struct worker *worker, unsigned thread, uintptr_t address,
                    const struct entry *entry, unsigned other)
{
    for (unsigned i = 0; i < count; i++) {
        const struct observation *o = &observations[i];
        if (o->address == address && o->size == entry->size &&
            knowledge_has(o->stores, entry->unit - worker->run->first_unit, other, entry->tick) &&
            order_knows(worker, thread, o->unit, o->thread, o->tick))
            return 1;
    }
    return 0;
}
