/*
 * The exact look: the comparison of an access with those in the lists.
 */
#define _GNU_SOURCE
#include "check/exact.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/exact_lists.h"
#include "check/judge.h"
#include "check/observed.h"
#include "check/order.h"
#include "memory/memory.h"

/*
 * Which threads have read plainly: a bit for each window and thread. A clear bit means that the
 * thread has not read there. A set bit may be that of another pair.
 */
#define READS_BITS (1u << 20)
static uint64_t reads[READS_BITS / 64];

void exact_new_launch(uint64_t blocks)
{
    memset(reads, 0, sizeof reads);
    lists_start_global();
    judge_new_launch(blocks);
}

void exact_new_block(struct worker *worker)
{
    lists_start_shared(worker);
    judge_new_block(worker);
    if (judge_runs_alone()) /* nobody asks for what the threads of ended blocks have read */
        memset(reads, 0, sizeof reads);
}

void exact_end_block(struct worker *worker)
{
    judge_end_block(worker);
}

/* ---- Windows ------------------------------------------------------------------------- */

/* A bit for each window of global memory that was doubted about. */
static uint8_t *doubted;

static size_t doubted_size(void)
{
    return memory.size / ENTRY_WINDOW / 8 + 1;
}

void exact_new_windows(void)
{
    if (doubted)
        madvise(doubted, doubted_size(), MADV_DONTNEED); /* reads as zeros again */
    else
        doubted = allocate_pages(doubted_size(), " for the race detector");
}

void exact_gather(const struct access *access)
{
    size_t window = (access->address - memory.base) / ENTRY_WINDOW;
    if (memory_contains(access->address))
        doubted[window / 8] |= (uint8_t)(1u << window % 8);
}

/* In the third order there are other doubts; its launches are small. */
static int is_looked_at(const struct worker *worker, const struct access *access)
{
    size_t window = (access->address - memory.base) / ENTRY_WINDOW;
    return !worker->run->gathered || run_look(worker->run)->changes_blocks ||
           !memory_contains(access->address) || (doubted[window / 8] >> window % 8 & 1);
}

/* ---- Accesses ------------------------------------------------------------------------ */

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
        if (entry_is_over(worker, lists, entry)) {
            lists_remove(lists, link);
            continue;
        }
        if (!(for_all && is_for_all(entry)) && overlap(entry, own) && !judge_excludes(own, entry) &&
            first_in_common(entry, own, granule))
            compare(worker, access, own, entry);
        link = &entry->next;
    }
    lists->heads[number] = (head & ~HEAD_ENTRY) | first;
    lists_note(worker, lists, number, *own);
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
    if (!is_looked_at(worker, access))
        return;
    struct exact_lists *lists = lists_of(access->address);
    struct entry own = entry_of(access);
    judge_access(worker, access);
    follow(&own, lists, access->address - own.start);
    for (unsigned granule = own.start / 4; granule <= (own.start + own.size - 1u) / 4; granule++)
        access_granule(worker, access, &own, lists, granule);
}

void exact_free(struct worker *worker, const struct access *access, size_t size)
{
    struct exact_lists *lists = lists_of(access->address);
    struct access piece = *access;
    uintptr_t end = access->address + size;
    for (piece.size = 4; piece.address < end; piece.address += piece.size) {
        struct entry own = entry_of(&piece);
        uint32_t *head = &lists->heads[(piece.address - lists->base) / 4];
        for (uint32_t first = *head & HEAD_ENTRY; first; lists_remove(lists, &first)) {
            struct entry *entry = &lists->entries[first];
            if (!entry_is_over(worker, lists, entry) && overlap(entry, &own))
                compare(worker, &piece, &own, entry);
        }
        *head = 0;
    }
}
