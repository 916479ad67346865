/*
 * The exact look: the lists of accesses, and comparing an access with them.
 */
#define _GNU_SOURCE
#include "check/exact.h"

#include <sys/mman.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/judge.h"
#include "check/observed.h"
#include "check/order.h"
#include "memory/memory.h"

#define ENTRIES_IN_LIST   1024       /* for one 4 bytes */
#define THREADS_OF_LINE   256        /* whose accesses by one line, in other blocks, are kept */
#define ENTRIES_OF_GLOBAL (4u << 20) /* in a launch */
#define ENTRIES_OF_SHARED (1u << 20) /* in a block */

/* The lists of one kind of memory; index 0 of the entries is none. */
struct exact_lists {
    uintptr_t base; /* of the memory, whose size is in bytes */
    size_t size;
    uint32_t *heads; /* for each 4 bytes */
    struct entry *entries;
    uint32_t count, most; /* entries in use so far, and that there may be */
    uint32_t free;        /* head of the list of those that are free again */
};

static struct exact_lists global;

static size_t heads_size(size_t bytes)
{
    return (bytes / 4 + 4) * sizeof *global.heads;
}

/* Empties the lists; makes them the first time. */
static void start_lists(struct exact_lists *lists, uintptr_t base, size_t size, uint32_t most)
{
    if (!lists->heads) {
        *lists = (struct exact_lists){.base = base, .size = size, .most = most};
        lists->heads = allocate_pages(heads_size(size), " for the race detector");
        lists->entries =
            allocate_pages((size_t)most * sizeof *lists->entries, " for the race detector");
    } else if (lists->count > 1) {
        madvise(lists->heads, heads_size(size), MADV_DONTNEED);
    }
    lists->count = 1;
    lists->free = 0;
}

void exact_new_launch(void)
{
    start_lists(&global, memory.base, memory.size, ENTRIES_OF_GLOBAL);
    judge_new_launch();
}

void exact_new_block(struct worker *worker)
{
    if (!worker->detector.shared_lists)
        worker->detector.shared_lists = allocate(sizeof *worker->detector.shared_lists);
    start_lists(worker->detector.shared_lists, worker->shared.start, worker->shared.size,
                ENTRIES_OF_SHARED);
    judge_new_block(worker);
}

void exact_end_block(struct worker *worker)
{
    judge_end_block(worker);
}

/* ---- Entries ------------------------------------------------------------------------- */

/* A new entry, or NULL if there are too many. */
static struct entry *make_entry(struct exact_lists *lists)
{
    if (lists->free) {
        struct entry *entry = &lists->entries[lists->free];
        lists->free = entry->next;
        return entry;
    }
    return lists->count < lists->most ? &lists->entries[lists->count++] : NULL;
}

/* Takes the entry at *place out of its list. */
static void remove_entry(struct exact_lists *lists, uint32_t *place)
{
    uint32_t index = *place;
    *place = lists->entries[index].next;
    lists->entries[index].next = lists->free;
    lists->free = index;
}

static struct entry entry_of(const struct worker *worker, const struct access *access)
{
    return (struct entry){
        .unit = worker->block.unit,
        .tick = order_tick(worker, access->thread),
        .lanes = 1u << access->thread % SIM_WARP_SIZE,
        .warp = (uint8_t)(access->thread / SIM_WARP_SIZE),
        .site = access->site,
        .kind = (uint8_t)access->kind,
        .is_volatile = (uint8_t)access->is_volatile,
        .is_compare_and_swap = (uint8_t)access->is_compare_and_swap,
        .lockstep = (uint8_t)judge_is_lockstep(worker, access),
        .scope = (uint8_t)access->scope,
        .size = (uint8_t)access->size,
        .start = (uint8_t)(access->address % ENTRY_WINDOW),
        .has_value = (uint8_t)access->has_value,
        .value = access->has_value ? access->value : 0,
    };
}

/* Accesses of the same thread, line and sort: the later one stands for the earlier. */
static int same_sort(const struct entry *a, const struct entry *b)
{
    return a->unit == b->unit && a->warp == b->warp && a->site == b->site && a->kind == b->kind &&
           a->is_volatile == b->is_volatile && a->scope == b->scope &&
           a->is_compare_and_swap == b->is_compare_and_swap && a->lockstep == b->lockstep &&
           a->size == b->size && a->start == b->start && a->has_value == b->has_value &&
           a->value == b->value;
}

/* How many entries a list has, and how many threads of other blocks are in those of one line. */
struct census {
    unsigned all, alike;
};

/*
 * Takes the thread's earlier accesses of the sort out of the list. What they say of
 * their next access stays true of the line. Returns the entry to join, or NULL.
 */
static struct entry *replace(struct exact_lists *lists, uint32_t *head, struct entry *own,
                             struct census *census)
{
    struct entry *together = NULL;
    for (uint32_t *place = head; *place;) {
        struct entry *entry = &lists->entries[*place];
        census->all++;
        if (entry->site == own->site && entry->unit != own->unit)
            census->alike += (unsigned)__builtin_popcount(entry->lanes);
        if (same_sort(entry, own)) {
            own->before_other |= entry->before_other & own->lanes;
            entry->lanes &= ~own->lanes;
            entry->before_swap &= ~own->lanes;
            entry->before_other &= ~own->lanes;
            if (entry->tick == own->tick) {
                together = entry;
            } else if (!entry->lanes) {
                remove_entry(lists, place);
                continue;
            }
        }
        place = &entry->next;
    }
    return together;
}

/* Adds the entry, which is of one lane, to the list. */
static void note(struct exact_lists *lists, uint32_t *head, struct entry own)
{
    struct census census = {0, 0};
    struct entry *together = replace(lists, head, &own, &census);
    if (together) {
        together->lanes |= own.lanes;
        together->before_other |= own.before_other;
        return;
    }
    /* Of many blocks that do the same, some stand for all. */
    int has_room = census.all < ENTRIES_IN_LIST && census.alike < THREADS_OF_LINE;
    struct entry *made = has_room ? make_entry(lists) : NULL;
    if (!made)
        return;
    *made = own;
    made->next = *head;
    *head = (uint32_t)(made - lists->entries);
}

/* ---- Accesses ------------------------------------------------------------------------ */

static int overlap(const struct entry *entry, const struct entry *own)
{
    return entry->start < own->start + own->size && own->start < entry->start + entry->size;
}

/* Accesses of several granules are in several lists: only the first common one counts. */
static int first_in_common(const struct entry *entry, const struct entry *own, unsigned granule)
{
    unsigned start = entry->start > own->start ? entry->start : own->start;
    return start / 4 == granule;
}

/* Compares with one entry: its lanes that are not known to come before. */
static void compare(struct worker *worker, const struct access *access, const struct entry *own,
                    const struct entry *entry)
{
    uint32_t unordered = 0;
    for (uint32_t left = entry->lanes; left; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        if (!order_knows(worker, access->thread, entry->unit, entry->warp * SIM_WARP_SIZE + lane,
                         entry->tick))
            unordered |= left & -left;
    }
    if (unordered)
        judge_lanes(worker, access, own, entry, unordered);
}

/* Entries that no access can race with any more: in global memory, those before a grid barrier. */
static int is_over(const struct worker *worker, const struct entry *entry, int global)
{
    return global ? entry->unit < worker->run->first_unit
                  : entry->tick < worker->detector.barrier_tick;
}

static void access_granule(struct worker *worker, const struct access *access,
                           const struct entry *own, struct exact_lists *lists, unsigned granule)
{
    uint32_t *head = &lists->heads[(access->address - own->start + granule * 4 - lists->base) / 4];
    for (uint32_t *place = head; *place;) {
        struct entry *entry = &lists->entries[*place];
        if (is_over(worker, entry, lists == &global)) {
            remove_entry(lists, place);
            continue;
        }
        if (overlap(entry, own) && !judge_excludes(own, entry) &&
            first_in_common(entry, own, granule))
            compare(worker, access, own, entry);
        place = &entry->next;
    }
    note(lists, head, *own);
}

/* What the thread read before is followed by this access, wherever an entry of it stands. */
static void follow(struct worker *worker, const struct entry *own, struct exact_lists *lists,
                   uintptr_t window)
{
    for (unsigned granule = 0; granule < ENTRY_WINDOW / 4; granule++)
        for (uint32_t index = lists->heads[(window + granule * 4 - lists->base) / 4]; index;
             index = lists->entries[index].next)
            if (overlap(&lists->entries[index], own))
                judge_follow(worker, own, &lists->entries[index]);
}

void exact_access(struct worker *worker, const struct access *access)
{
    struct exact_lists *lists =
        memory_contains(access->address) ? &global : worker->detector.shared_lists;
    struct entry own = entry_of(worker, access);
    judge_access(worker, access);
    follow(worker, &own, lists, access->address - own.start);
    for (unsigned granule = own.start / 4; granule <= (own.start + own.size - 1u) / 4; granule++)
        access_granule(worker, access, &own, lists, granule);
}
