/*
 * Judges pairs of accesses. Whether a plain read begins a compare-and-swap loop shows
 * only later, at its thread's next access to the word: until then the pair is put off.
 */
#include "check/judge.h"

#include "base/allocate.h"
#include "base/site.h"
#include "check/order.h"
#include "base/run.h"
#include "check/aside.h"
#include "check/describe.h"
#include "check/observed.h"

/* A race that is a note if the thread, which has read plainly, goes on with a compare-and-swap. */
struct put_off {
    uint32_t unit;
    unsigned thread;
    uintptr_t address;
    unsigned size;
    struct race race;
};
static struct put_off *list;
static unsigned count, room;

/* The units whose blocks run: several take turns where blocks wait for each other. */
static uint32_t *running;
static unsigned running_count, running_room;

int judge_is_lockstep(const struct worker *worker, const struct access *access)
{
    return access->is_volatile && access->kind == ACCESS_WRITE && access->is_wide &&
           !order_has_fenced(worker, access->thread);
}

/* ---- Sorts of pairs ------------------------------------------------------------------- */

static int is_strong(const struct entry *entry)
{
    return entry->kind == ACCESS_ATOMIC || entry->is_volatile;
}

static int is_plain(const struct entry *entry, enum access_kind kind)
{
    return entry->kind == kind && !entry->is_volatile;
}

static int same_bytes(const struct entry *a, const struct entry *b)
{
    return a->start == b->start && a->size == b->size;
}

static int scopes_meet(const struct entry *a, const struct entry *b)
{
    return a->unit == b->unit || (a->scope != SIM_SCOPE_BLOCK && b->scope != SIM_SCOPE_BLOCK);
}

static int stores_the_same(const struct entry *a, const struct entry *b)
{
    return is_plain(a, ACCESS_WRITE) && is_plain(b, ACCESS_WRITE) && same_bytes(a, b) &&
           a->has_value && b->has_value && a->value == b->value;
}

static int is_swap_beside_read(const struct entry *swap, const struct entry *read)
{
    return swap->is_compare_and_swap && is_plain(read, ACCESS_READ) && same_bytes(swap, read);
}

static enum race_advice advice_for(struct worker *worker, const struct access *access,
                                   const struct entry *own, const struct entry *entry,
                                   unsigned thread)
{
    int atomics = (own->kind == ACCESS_ATOMIC) + (entry->kind == ACCESS_ATOMIC);
    if (is_strong(own) && is_strong(entry) && !same_bytes(own, entry))
        return RACE_ADVICE_SIZES;
    if (is_strong(own) && is_strong(entry) && !scopes_meet(own, entry))
        return RACE_ADVICE_SCOPE;
    if (own->is_volatile && entry->is_volatile && own->unit == entry->unit)
        return RACE_ADVICE_LOCKSTEP;
    if (order_lacks_own_fence(worker, access->thread, entry->unit, thread, entry->tick))
        return RACE_ADVICE_FENCE_READER;
    if (atomics == 1)
        return RACE_ADVICE_ATOMIC_PLAIN;
    if (own->unit != entry->unit)
        return order_has_met_others(worker) ? RACE_ADVICE_FENCE_WRITER : RACE_ADVICE_ATOMIC;
    return own->warp == entry->warp ? RACE_ADVICE_WARP_BARRIER : RACE_ADVICE_BLOCK_BARRIER;
}

static struct race race_of(struct worker *worker, const struct access *access,
                           const struct entry *own, const struct entry *entry, unsigned thread)
{
    struct race race = {
        .access = *access,
        .earlier = {.address = access->address,
                    .size = entry->size,
                    .kind = (enum access_kind)entry->kind,
                    .thread = thread,
                    .site = entry->site,
                    .is_volatile = entry->is_volatile,
                    .pc = entry->site ? event_pc(site_event(entry->site)) : 0},
        .block = worker->block.index,
        .earlier_block = run_block_of_unit(worker->run, entry->unit),
        .level = FINDING_ERROR,
        .advice = advice_for(worker, access, own, entry, thread),
    };
    return race;
}

/* ---- Reads before a compare-and-swap --------------------------------------------------- */

static int between_blocks(const struct race *race)
{
    return race->block != race->earlier_block;
}

static void put_off(uint32_t unit, unsigned thread, const struct access *access,
                    const struct race *race)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].unit == unit && list[i].thread == thread &&
            list[i].address == access->address && list[i].size == access->size &&
            between_blocks(&list[i].race) == between_blocks(race) &&
            list[i].race.access.pc == race->access.pc &&
            list[i].race.earlier.pc == race->earlier.pc)
            return;
    if (count == room) {
        room = room ? 2 * room : 64;
        list = allocate_again(list, room * sizeof *list);
    }
    list[count++] = (struct put_off){unit, thread, access->address, access->size, *race};
}

/* It was no compare-and-swap that followed: an error after all. */
static void settle_as_error(struct worker *worker, unsigned i)
{
    struct race race = list[i].race;
    list[i] = list[--count];
    finding_race(worker, &race);
}

void judge_access(struct worker *worker, const struct access *access)
{
    for (unsigned i = count; i-- > 0;) {
        const struct put_off *p = &list[i];
        if (p->unit != worker->block.unit || p->thread != access->thread ||
            p->address >= access->address + access->size || access->address >= p->address + p->size)
            continue;
        int same = p->address == access->address && p->size == access->size;
        if (same && access->kind == ACCESS_READ && !access->is_volatile)
            continue;
        if (same && access->is_compare_and_swap)
            list[i] = list[--count];
        else
            settle_as_error(worker, i);
    }
}

void judge_new_launch(void)
{
    count = running_count = 0;
}

void judge_new_block(const struct worker *worker)
{
    if (running_count == running_room) {
        running_room = running_room ? 2 * running_room : 64;
        running = allocate_again(running, running_room * sizeof *running);
    }
    running[running_count++] = worker->block.unit;
}

static int is_running(uint32_t unit)
{
    for (unsigned i = 0; i < running_count; i++)
        if (running[i] == unit)
            return 1;
    return 0;
}

void judge_end_block(struct worker *worker)
{
    for (unsigned i = 0; i < running_count; i++)
        if (running[i] == worker->block.unit)
            running[i--] = running[--running_count];
    for (unsigned i = count; i-- > 0;)
        if (list[i].unit == worker->block.unit)
            settle_as_error(worker, i);
}

void judge_follow(const struct worker *worker, const struct entry *own, struct entry *entry)
{
    uint32_t lane = entry->lanes & own->lanes & ~entry->before_swap & ~entry->before_other;
    if (!lane || entry->unit != worker->block.unit || entry->warp != own->warp ||
        !is_plain(entry, ACCESS_READ) || (is_plain(own, ACCESS_READ) && same_bytes(own, entry)))
        return;
    if (is_swap_beside_read(own, entry))
        entry->before_swap |= lane;
    else
        entry->before_other |= lane;
}

/* ---- Pairs ------------------------------------------------------------------------------ */

void judge_pair(struct worker *worker, const struct access *access, const struct entry *own,
                const struct entry *entry, unsigned thread)
{
    if (is_strong(own) && is_strong(entry) && same_bytes(own, entry) && scopes_meet(own, entry) &&
        !(own->is_volatile && entry->is_volatile && own->unit == entry->unit &&
          (own->lockstep || entry->lockstep)))
        return;
    struct race race = race_of(worker, access, own, entry, thread);
    if (is_strong(entry) && entry->kind != ACCESS_READ && !is_strong(own) &&
        observed_orders(worker, access->thread, access->address - own->start + entry->start, entry,
                        thread) &&
        aside_hides(worker, &race))
        return;
    uint32_t lane = 1u << thread % SIM_WARP_SIZE;
    if (stores_the_same(own, entry)) {
        race.level = FINDING_NOTE;
        race.advice = RACE_ADVICE_SAME_VALUE;
    } else if (is_swap_beside_read(own, entry) && !(entry->before_other & lane) &&
               ((entry->before_swap & lane) || is_running(entry->unit))) {
        if (!(entry->before_swap & lane))
            put_off(entry->unit, thread, access, &race);
        race.level = FINDING_NOTE;
        race.advice = RACE_ADVICE_CAS_READ;
    } else if (is_swap_beside_read(entry, own)) {
        put_off(worker->block.unit, access->thread, access, &race);
        race.level = FINDING_NOTE;
        race.advice = RACE_ADVICE_CAS_READ;
    }
    finding_race(worker, &race);
}
