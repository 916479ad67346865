/*
 * The exact look: the lists of accesses, and the comparison of an access with them.
 */
#define _GNU_SOURCE
#include "check/exact.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/judge.h"
#include "check/observed.h"
#include "check/order.h"
#include "memory/memory.h"

#define ENTRIES_IN_LIST   1024       /* for one 4 bytes */
#define THREADS_OF_LINE   256        /* of other blocks, whose accesses by one line are kept */
#define ENTRIES_OF_GLOBAL (4u << 20) /* in a launch */
#define ENTRIES_OF_SHARED (1u << 20) /* in a block */
#define FEW_HEADS         16384      /* are cleared sooner than given back */

/*
 * A head has the first entry and two flags: whether the list may have entries other than plain
 * reads, and other than atomics of the whole granule that all blocks see. An access of one of these
 * sorts needs no comparison with a list of that sort alone.
 */
#define HEAD_NOT_READS   (1u << 31)
#define HEAD_NOT_ATOMICS (1u << 30)
#define HEAD_ENTRY       (HEAD_NOT_ATOMICS - 1)

/* The lists of one kind of memory; index 0 of the entries is none. */
struct exact_lists {
    uintptr_t base; /* of the memory, whose size is in bytes */
    size_t size;
    uint32_t *heads; /* for each 4 bytes: the first entry, and the flags */
    struct entry *entries;
    size_t low, high;     /* granules whose heads are in use: from low on, below high */
    uint32_t count, most; /* entries in use so far, and at most */
    uint32_t free;        /* head of the list of free entries */
};

static struct exact_lists global;

/*
 * Which threads have read plainly: a bit for each window and thread. A clear bit means that the
 * thread has not read there. A set bit may be that of another pair.
 */
#define READS_BITS (1u << 20)
static uint64_t reads[READS_BITS / 64];

/*
 * Lists of global memory, with a line and its first byte there, that take no more such entries:
 * enough other blocks have done the same. A hash table, valid for one phase.
 */
#define FULL_SLOTS (1u << 16)
static uint64_t full[FULL_SLOTS];
static uint32_t full_phase; /* the run's first unit */

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
    } else if (lists->high > lists->low) {
        clear_heads(lists);
    }
    lists->low = SIZE_MAX;
    lists->high = 0;
    lists->count = 1;
    lists->free = 0;
}

void exact_new_launch(void)
{
    memset(reads, 0, sizeof reads);
    memset(full, 0, sizeof full);
    start_lists(&global, memory.base, memory.size, ENTRIES_OF_GLOBAL);
    judge_new_launch();
}

void exact_new_block(struct worker *worker)
{
    if (!detector.shared_lists)
        detector.shared_lists = allocate(sizeof *detector.shared_lists);
    start_lists(detector.shared_lists, worker->shared.start, worker->shared.size,
                ENTRIES_OF_SHARED);
    judge_new_block(worker);
    if (judge_runs_alone()) /* nobody asks for what the threads of ended blocks have read */
        memset(reads, 0, sizeof reads);
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

/* Takes the entry at *link out of its list. */
static void remove_entry(struct exact_lists *lists, uint32_t *link)
{
    uint32_t index = *link;
    *link = lists->entries[index].next;
    lists->entries[index].next = lists->free;
    lists->free = index;
}

static struct entry entry_of(const struct access *access)
{
    return (struct entry){
        .unit = detector.unit,
        .tick = order_tick(access->thread),
        .lanes = 1u << access->thread % SIM_WARP_SIZE,
        .warp = (uint8_t)(access->thread / SIM_WARP_SIZE),
        .site = access->site,
        .kind = (uint8_t)access->kind,
        .is_volatile = (uint8_t)access->is_volatile,
        .is_compare_and_swap = (uint8_t)access->is_compare_and_swap,
        .has_failed = (uint8_t)access->has_failed,
        .is_load = (uint8_t)access->is_load,
        .is_pending = (uint8_t)access->is_pending,
        .lockstep = (uint8_t)judge_is_lockstep(access),
        .scope = (uint8_t)access->scope,
        .size = (uint8_t)access->size,
        .start = (uint8_t)(access->address % ENTRY_WINDOW),
        .has_value = (uint8_t)access->has_value,
        .value = access->has_value ? access->value : 0,
    };
}

static int is_plain_read(const struct entry *entry)
{
    return entry->kind == ACCESS_READ && !entry->is_volatile;
}

/* An atomic of one granule that all blocks see. Two of these never race with each other. */
static int is_for_all(const struct entry *entry)
{
    return entry->kind == ACCESS_ATOMIC && entry->scope != SIM_SCOPE_BLOCK && entry->size == 4 &&
           entry->start % 4 == 0;
}

/* Accesses of the same thread, line and sort: the later one represents the earlier. */
static int same_sort(const struct entry *a, const struct entry *b)
{
    return a->sort == b->sort && a->unit == b->unit && a->value == b->value;
}

/* The flags of a head that has the entry. */
static uint32_t head_flags(const struct entry *entry)
{
    return (is_plain_read(entry) ? 0 : HEAD_NOT_READS) | (is_for_all(entry) ? 0 : HEAD_NOT_ATOMICS);
}

/*
 * A list in numbers: its entries, the threads of other blocks among those of one line that begin at
 * the same byte (a copy by bytes has four of each thread), and the flags for its head.
 */
struct census {
    unsigned all, alike;
    uint32_t flags;
};

/* Entries that no access can race with any more: in global memory, those before a grid barrier. */
static int is_over(const struct worker *worker, const struct entry *entry, int in_global)
{
    return in_global ? entry->unit < worker->run->first_unit : entry->tick < detector.barrier_tick;
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
        if (is_over(worker, entry, lists == &global)) {
            remove_entry(lists, link);
            continue;
        }
        census->all++;
        if (entry->site == own->site && entry->start == own->start && entry->unit != own->unit)
            census->alike += (unsigned)__builtin_popcount(entry->lanes);
        if (same_sort(entry, own)) {
            own->before_other |= entry->before_other & own->lanes;
            entry->lanes &= ~own->lanes;
            entry->before_swap &= ~own->lanes;
            entry->before_other &= ~own->lanes;
            if (entry->tick == own->tick) {
                together = entry;
            } else if (!entry->lanes) {
                remove_entry(lists, link);
                continue;
            }
        }
        census->flags |= head_flags(entry);
        link = &entry->next;
    }
    return together;
}

/*
 * The slot of a list and the entry's line and first byte in the table of full lists. *key: the
 * slot's value if they are full.
 */
static uint64_t *full_slot(const struct worker *worker, uint64_t granule, const struct entry *own,
                           uint64_t *key)
{
    if (full_phase != worker->run->first_unit) {
        memset(full, 0, sizeof full);
        full_phase = worker->run->first_unit;
    }
    *key = (granule << 20 | (uint64_t)own->start << 16 | own->site) + 1;
    return &full[(granule << 2 ^ own->start ^ own->site * 2654435761u) % FULL_SLOTS];
}

/* Adds the entry to the list of the granule. The entry has one lane. */
static void note(const struct worker *worker, struct exact_lists *lists, size_t granule,
                 struct entry own)
{
    struct census census = {0, 0, 0};
    uint32_t *head = &lists->heads[granule], first = *head & HEAD_ENTRY;
    uint64_t key = 0, *known = NULL;

    if (lists == &global) {
        known = full_slot(worker, granule, &own, &key);
        /* where blocks run one after another, the unit's own entries come first in a list */
        if (*known == key && judge_runs_alone() &&
            (!first || lists->entries[first].unit != own.unit))
            return;
    }
    struct entry *together = replace(worker, lists, &first, &own, &census);
    *head = census.flags | first;
    if (granule < lists->low)
        lists->low = granule;
    if (granule >= lists->high)
        lists->high = granule + 1;
    if (together) {
        together->lanes |= own.lanes;
        together->before_other |= own.before_other;
        return;
    }
    /* Where many blocks do the same, some represent all. */
    if (known && census.alike >= THREADS_OF_LINE)
        *known = key;
    int has_room = census.all < ENTRIES_IN_LIST && census.alike < THREADS_OF_LINE;
    struct entry *made = has_room ? make_entry(lists) : NULL;
    if (!made)
        return;
    *made = own;
    made->next = first;
    *head = census.flags | head_flags(&own) | (uint32_t)(made - lists->entries);
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

/* Compares with one entry, for those of its lanes that are not known to come before. */
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

/* 1 if the list can have an entry that races with the access. */
static int is_compared(const struct entry *own, uint32_t head)
{
    return (!is_plain_read(own) || (head & HEAD_NOT_READS)) &&
           (!is_for_all(own) || (head & HEAD_NOT_ATOMICS));
}

static void access_granule(struct worker *worker, const struct access *access,
                           const struct entry *own, struct exact_lists *lists, unsigned granule)
{
    size_t number = (access->address - own->start + granule * 4 - lists->base) / 4;
    uint32_t head = lists->heads[number], first = head & HEAD_ENTRY;
    int for_all = is_for_all(own);
    for (uint32_t *link = &first; *link && is_compared(own, head);) {
        struct entry *entry = &lists->entries[*link];
        if (is_over(worker, entry, lists == &global)) {
            remove_entry(lists, link);
            continue;
        }
        if (!(for_all && is_for_all(entry)) && overlap(entry, own) && !judge_excludes(own, entry) &&
            first_in_common(entry, own, granule))
            compare(worker, access, own, entry);
        link = &entry->next;
    }
    lists->heads[number] = (head & ~HEAD_ENTRY) | first;
    note(worker, lists, number, *own);
}

/*
 * The bit in the table of reads for a window and the thread of the entry. The entry has one lane.
 */
static unsigned reads_bit(const struct entry *own, uintptr_t window)
{
    uint64_t thread = own->warp * SIM_WARP_SIZE + (unsigned)__builtin_ctz(own->lanes);
    uint64_t key = (window / ENTRY_WINDOW * 0x9E3779B97F4A7C15u) ^
                   (((uint64_t)own->unit << 10 | thread) * 0xD6E8FEB86659FD93u);

    return (unsigned)(key >> 40) % READS_BITS;
}

/* Notes at each entry with an earlier read by this thread that the access follows it. */
static void follow(const struct entry *own, struct exact_lists *lists, uintptr_t window)
{
    unsigned bit = reads_bit(own, window);
    int has_read = reads[bit / 64] >> bit % 64 & 1;

    if (is_plain_read(own))
        reads[bit / 64] |= 1ull << bit % 64;
    for (unsigned granule = 0; granule < ENTRY_WINDOW / 4 && has_read; granule++)
        for (uint32_t index = lists->heads[(window + granule * 4 - lists->base) / 4] & HEAD_ENTRY;
             index; index = lists->entries[index].next)
            if (overlap(&lists->entries[index], own))
                judge_follow(own, &lists->entries[index]);
}

void exact_access(struct worker *worker, const struct access *access)
{
    struct exact_lists *lists = memory_contains(access->address) ? &global : detector.shared_lists;
    struct entry own = entry_of(access);
    judge_access(worker, access);
    follow(&own, lists, access->address - own.start);
    for (unsigned granule = own.start / 4; granule <= (own.start + own.size - 1u) / 4; granule++)
        access_granule(worker, access, &own, lists, granule);
}

void exact_free(struct worker *worker, const struct access *access, size_t size)
{
    struct access piece = *access;
    uintptr_t end = access->address + size;
    for (piece.size = 4; piece.address < end; piece.address += piece.size) {
        struct entry own = entry_of(&piece);
        uint32_t *head = &global.heads[(piece.address - global.base) / 4];
        for (uint32_t first = *head & HEAD_ENTRY; first; remove_entry(&global, &first))
            if (!is_over(worker, &global.entries[first], 1) &&
                overlap(&global.entries[first], &own))
                compare(worker, &piece, &own, &global.entries[first]);
        *head = 0;
    }
}
