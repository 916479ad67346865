#define _GNU_SOURCE
#include "check/exact_lists.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/run.h"
#include "base/worker.h"
#include "check/detector.h"
#include "check/sorts.h"
#include "memory/memory.h"

#define ENTRIES_IN_LIST   1024       /* for one 4 bytes; there may be as many spare ones */
#define LONG_LIST         64         /* entries: is_renewed */
#define THREADS_OF_LINE   256        /* of other blocks, whose accesses by one line are kept */
#define ENTRIES_OF_GLOBAL (4u << 20) /* in a launch */
#define ENTRIES_OF_SHARED (1u << 20) /* in a block */
#define FEW_HEADS         16384      /* are cleared sooner than given back */

static struct exact_lists global;

/*
 * Lists of global memory, with a line and its first byte there, for which enough other blocks have
 * done the same. A hash table, valid for one phase.
 */
#define FULL_SLOTS (1u << 16)
struct full {
    uint64_t key;
    uint32_t unit;        /* the block that was here last, */
    unsigned count;       /* the entries that it has made, */
    unsigned closed_tick; /* and the barrier behind which it makes no more */
};
static struct full full[FULL_SLOTS];
static uint32_t full_phase; /* the run's first unit; 0: the table is of another launch */

static size_t heads_size(size_t bytes)
{
    return (bytes / 4 + 4) * sizeof *global.heads;
}

/*
 * A few heads are cleared one by one; many are given back to the system, and read as zeros again.
 */
static void clear_heads(const struct exact_lists *lists)
{
    if (lists->high - lists->low <= FEW_HEADS)
        memset(&lists->heads[lists->low], 0, (lists->high - lists->low) * sizeof *lists->heads);
    else
        madvise(lists->heads, heads_size(lists->size), MADV_DONTNEED);
}

/* Empties the lists; makes them the first time. */
static void start_lists(struct exact_lists *lists, uintptr_t base, size_t size, uint32_t most)
{
    if (!lists->heads) {
        *lists = (struct exact_lists){.base = base, .size = size, .most = most};
        lists->heads = allocate_pages(heads_size(size), " for the race detector");
        lists->entries =
            allocate_pages((size_t)most * sizeof *lists->entries, " for the race detector");
        lists->granules =
            allocate_pages((size_t)most * sizeof *lists->granules, " for the race detector");
    } else if (lists->high > lists->low) {
        clear_heads(lists);
    }
    lists->low = SIZE_MAX;
    lists->high = 0;
    lists->count = 1;
    lists->free = 0;
    lists->is_mixed = 0;
}

void lists_start_global(void)
{
    full_phase = 0;
    start_lists(&global, memory.base, memory.size, ENTRIES_OF_GLOBAL);
    global.is_global = 1;
}

void lists_start_shared(const struct worker *worker)
{
    if (!detector.shared_lists)
        detector.shared_lists = allocate(sizeof *detector.shared_lists);
    start_lists(detector.shared_lists, worker->shared.start, worker->shared.size,
                ENTRIES_OF_SHARED);
}

struct exact_lists *lists_of(uintptr_t address)
{
    return memory_contains(address) ? &global : detector.shared_lists;
}

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

void lists_remove(struct exact_lists *lists, uint32_t *link)
{
    uint32_t index = *link;
    lists->removed++;
    *link = lists->entries[index].next;
    lists->entries[index].next = lists->free;
    lists->granules[index] = 0;
    lists->free = index;
}

/* Accesses of one warp, line and sort. */
static int same_warp(const struct entry *a, const struct entry *b)
{
    const struct entry spare = {.is_spare = 1};
    return !((a->sort ^ b->sort) & ~spare.sort) && a->unit == b->unit;
}

/* Accesses of the same thread, line and sort: the later one represents the earlier. */
static int same_sort(const struct entry *a, const struct entry *b)
{
    return same_warp(a, b) && a->value == b->value;
}

/* The flags of a head that has the entry. */
static uint32_t head_flags(const struct entry *entry)
{
    return (is_plain_read(entry) ? 0 : HEAD_NOT_READS) |
           (is_for_all(entry, 4) ? 0 : HEAD_NOT_STRONG) |
           (is_for_all(entry, 8) ? 0 : HEAD_NOT_PAIRS);
}

int entry_is_over(const struct worker *worker, const struct exact_lists *lists,
                  const struct entry *entry)
{
    return lists->is_global ? entry->unit < worker->run->first_unit
                            : entry->tick < detector.barrier_tick;
}

/* A list in numbers. */
struct census {
    unsigned all;       /* its entries */
    unsigned of_others; /* those of other blocks that are to stay */
    /* threads with an access by the same line that begins at the same byte (a copy by bytes has
     * four of each thread): of other blocks, and of this one */
    unsigned alike, own_alike;
    int has_others; /* the warp has others by the line, at other times or with other values */
    uint32_t flags; /* for the head */
};

static void count_entry(struct census *census, const struct entry *entry, const struct entry *own)
{
    unsigned threads =
        entry->site == own->site && entry->start == own->start ? lanes_in(entry->lanes) : 0;
    census->all++;
    census->flags |= head_flags(entry);
    if (entry->unit == own->unit)
        census->own_alike += threads;
    else if (!entry->is_spare) {
        census->of_others++;
        census->alike += threads;
    }
}

/* A spare entry is of no use behind its block's next barrier, or its end. */
static int is_useless(const struct worker *worker, const struct entry *entry)
{
    return entry->is_spare &&
           (entry->unit == detector.unit ? entry->tick < detector.barrier_tick
                                         : !judge_is_running(worker, entry->unit));
}

/*
 * Removes the thread's earlier accesses of the sort from the list, and entries that are over. Their
 * information on the thread's next access stays true of the line. Returns the entry to join, or
 * NULL.
 */
static struct entry *replace(const struct worker *worker, struct exact_lists *lists,
                             uint32_t *first, struct entry *own, struct census *census)
{
    struct entry *together = NULL;
    for (uint32_t *link = first; *link;) {
        struct entry *entry = &lists->entries[*link];
        if (entry_is_over(worker, lists, entry) || is_useless(worker, entry)) {
            lists_remove(lists, link);
            continue;
        }
        if (same_warp(entry, own) && (entry->tick != own->tick || entry->value != own->value))
            census->has_others = 1;
        if (same_sort(entry, own)) {
            own->before_other |= entry->before_other & own->lanes;
            entry->lanes &= ~own->lanes;
            entry->before_swap &= ~own->lanes;
            entry->before_other &= ~own->lanes;
            if (entry->tick == own->tick) {
                together = entry;
            } else if (!entry->lanes) {
                lists_remove(lists, link);
                continue;
            }
        }
        count_entry(census, entry, own);
        link = &entry->next;
    }
    return together;
}

/*
 * The slot of a list and the entry's line and first byte in the table of full lists. *key: the
 * slot's if they are full.
 */
static struct full *full_slot(const struct worker *worker, uint64_t granule,
                              const struct entry *own, uint64_t *key)
{
    if (full_phase != worker->run->first_unit) {
        memset(full, 0, sizeof full);
        full_phase = worker->run->first_unit;
    }
    *key = (granule << 20 | (uint64_t)own->start << 16 | own->site) + 1;
    return &full[(granule << 2 ^ own->start ^ own->site * 2654435761u) % FULL_SLOTS];
}

/* The entry, at the head of the list, where it is then; NULL where there is no more room. */
static struct entry *prepend(struct worker *worker, struct exact_lists *lists, uint32_t *head,
                             const struct entry *own)
{
    struct entry *made = make_entry(lists);
    if (!made) {
        if (lists->is_global)
            run_gather(worker->run);
        return NULL;
    }
    *made = *own;
    made->next = *head & HEAD_ENTRY;
    lists->granules[made - lists->entries] = (size_t)(head - lists->heads) + 1;
    *head = (*head & ~HEAD_ENTRY) | head_flags(own) | (uint32_t)(made - lists->entries);
    return made;
}

/* Takes the spare entries of this block's last barriers out of the list: how many are left? */
static unsigned drop_useless(const struct worker *worker, struct exact_lists *lists,
                             uint32_t *first, const struct entry *own)
{
    unsigned left = 0;
    for (uint32_t *link = first; *link && lists->entries[*link].unit == own->unit;) {
        if (is_useless(worker, &lists->entries[*link])) {
            lists_remove(lists, link);
            continue;
        }
        left++;
        link = &lists->entries[*link].next;
    }
    return left;
}

/*
 * The entry of a block that runs alone, in a list that is full: the block's own come first there,
 * before the spare ones of the block before. In a few steps, as all blocks of a large launch may
 * come here. Returns the list's first entry before.
 */
static uint32_t note_spare(struct worker *worker, struct exact_lists *lists, uint32_t *head,
                           struct entry *own, struct full *slot)
{
    uint32_t first = *head & HEAD_ENTRY;
    own->is_spare = 1;
    if (slot->unit != own->unit) {
        *slot = (struct full){.key = slot->key, .unit = own->unit};
        while (first && lists->entries[first].unit != own->unit && lists->entries[first].is_spare)
            lists_remove(lists, &first);
    }
    if (slot->count >= ENTRIES_IN_LIST && slot->closed_tick != detector.barrier_tick) {
        slot->count = drop_useless(worker, lists, &first, own);
        slot->closed_tick = detector.barrier_tick;
    }
    *head = (*head & ~HEAD_ENTRY) | first;
    struct entry *last = &lists->entries[first];
    if (first && same_sort(last, own) && last->tick == own->tick)
        last->lanes |= own->lanes;
    else if (slot->count < ENTRIES_IN_LIST) {
        slot->count++;
        prepend(worker, lists, head, own);
    }
    return first;
}

/* ---- Long lists ---------------------------------------------------------------------------- */

/*
 * In a long list a thread's last strong access of a sort is found here, as going through all
 * entries at each access takes too long: all threads of a block poll one word. A slot may be of
 * another access, or of an entry that is no more: then nothing is known.
 */
#define LATEST_SLOTS (1u << 16)
static _Thread_local uint32_t *latest;

static uint32_t *latest_slot(size_t granule, const struct entry *own)
{
    uint64_t key = (granule * 0x9E3779B97F4A7C15u) ^ (own->sort * 0xD6E8FEB86659FD93u) ^
                   ((uint64_t)own->lanes * 0xC2B2AE3D27D4EB4Fu) ^ own->value;
    if (!latest)
        latest = allocate(LATEST_SLOTS * sizeof *latest);
    return &latest[(key ^ key >> 32) * 0x9E3779B97F4A7C15u >> 48];
}

/*
 * The access in place of the thread's last one of its sort, where the list is long and has that as
 * an entry of its own. Returns whether that was so. The entry keeps its place in the list.
 */
static int is_renewed(struct exact_lists *lists, size_t granule, const struct entry *own)
{
    uint32_t index = *latest_slot(granule, own);
    struct entry *entry = &lists->entries[index];
    if (!index || index >= lists->count || lists->granules[index] != granule + 1 ||
        !same_sort(entry, own) || entry->lanes != own->lanes || entry->is_spare)
        return 0;
    uint32_t next = entry->next, before_other = entry->before_other;
    *entry = *own;
    entry->next = next;
    entry->before_other |= before_other;
    lists->removed++; /* the one before */
    return 1;
}

struct noted lists_note(struct worker *worker, struct exact_lists *lists, size_t granule,
                        struct entry own)
{
    struct census census = {0};
    lists->is_mixed |= !is_granule(&own);
    uint32_t *head = &lists->heads[granule], first = *head & HEAD_ENTRY;
    uint64_t key = 0;
    struct full *slot = lists->is_global ? full_slot(worker, granule, &own, &key) : NULL;

    if (slot && slot->key == key && judge_runs_alone() && !is_plain_read(&own))
        return (struct noted){note_spare(worker, lists, head, &own, slot), NULL};
    if (is_renewed(lists, granule, &own))
        return (struct noted){first, NULL};
    struct entry *together = replace(worker, lists, &first, &own, &census);
    *head = census.flags | first;
    if (granule < lists->low)
        lists->low = granule;
    if (granule >= lists->high)
        lists->high = granule + 1;
    if (together) {
        together->lanes |= own.lanes;
        together->before_other |= own.before_other;
        return (struct noted){first, census.has_others ? NULL : together};
    }
    /* Where many blocks do the same, some represent all, and this one while it runs. */
    int is_full = census.alike >= THREADS_OF_LINE;
    own.is_spare = is_full || census.of_others >= ENTRIES_IN_LIST;
    if (slot && is_full)
        *slot = (struct full){.key = key, .unit = own.unit, .count = census.own_alike};
    struct entry *made = NULL;
    if (census.all < 2 * ENTRIES_IN_LIST)
        made = prepend(worker, lists, head, &own);
    if (made && census.all >= LONG_LIST && is_strong(&own))
        *latest_slot(granule, &own) = (uint32_t)(made - lists->entries);
    return (struct noted){first, census.has_others ? NULL : made};
}
