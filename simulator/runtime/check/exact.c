/*
 * The exact look: the comparison of an access with those in the lists.
 */
#define _GNU_SOURCE
#include "check/exact.h"

#include <string.h>
#include <sys/mman.h>

#include "base/allocate.h"
#include "base/run.h"
#include "check/alike.h"
#include "check/exact_lists.h"
#include "check/judge.h"
#include "check/observed.h"
#include "check/order.h"
#include "check/verdicts.h"
#include "memory/memory.h"
#include "report/visits.h"

/*
 * Which warps have read plainly: a bit for each window and warp. A clear bit means that no lane of
 * the warp has read there. A set bit may be that of another pair.
 */
#define READS_BITS (1u << 20)
static uint64_t reads[READS_BITS / 64];

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

/* ---- Entries ------------------------------------------------------------------------- */

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
        /* shared memory has none who would not see it */
        .scope = memory_contains(access->address) ? (uint8_t)access->scope : SIM_SCOPE_DEVICE,
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

/* ---- Comparing ----------------------------------------------------------------------------- */

/* 1 if both are accesses of one warp. */
static int is_near(const struct entry *own, const struct entry *entry)
{
    return entry->unit == own->unit && entry->warp == own->warp;
}

/* Its lanes that are not known to come before the access. */
static uint32_t unordered_lanes(struct worker *worker, const struct access *access,
                                const struct entry *own, const struct entry *entry)
{
    unsigned first = entry->warp * SIM_WARP_SIZE;
    uint32_t unordered = 0;
    /* barriers of the block order all lanes of another warp, or none (PTX 8.9.4) */
    if (order_is_by_barriers() && !is_near(own, entry))
        return order_knows(worker, access->thread, entry->unit, first, entry->tick) ? 0
                                                                                    : entry->lanes;
    for (uint32_t left = entry->lanes; left; left &= left - 1)
        if (!order_knows(worker, access->thread, entry->unit, first + (unsigned)__builtin_ctz(left),
                         entry->tick))
            unordered |= left & -left;
    return unordered;
}

/* Compares with one entry, for those of its lanes that are not known to come before. */
static void compare(struct worker *worker, const struct access *access, const struct entry *own,
                    struct entry *entry)
{
    uint32_t unordered = unordered_lanes(worker, access, own, entry);
    if (unordered)
        judge_lanes(worker, access, own, entry, unordered);
}

/* The same for a lane that others may follow. */
static void compare_first(struct worker *worker, const struct access *access,
                          const struct entry *own, struct entry *entry)
{
    uint32_t unordered;
    if (is_near(own, entry)) {
        alike_add(&alike.near, entry);
        alike.is_known &= entry->kind != ACCESS_ATOMIC && !entry->is_volatile;
        verdicts_pause(worker);
        compare(worker, access, own, entry);
        verdicts_go_on();
        return;
    }
    if (alike_is_judged(own, entry)) { /* as unordered as that one, with all its lanes */
        alike_meet(own, entry);
        verdicts_give_last(lanes_in(entry->lanes));
        return;
    }
    unordered = unordered_lanes(worker, access, own, entry);
    if (!unordered)
        return;
    alike_meet(own, entry);
    judge_lanes(worker, access, own, entry, unordered);
    alike.judged = *entry;
    if (own->has_value && entry->has_value && entry->value == own->value)
        alike.judged.tick = 0;
}

/* 1 if the list can have an entry that races with the access. */
static int is_compared(const struct entry *own, uint32_t head)
{
    return (!is_plain_read(own) || (head & HEAD_NOT_READS)) &&
           (!is_for_all(own, 4) || (head & HEAD_NOT_STRONG)) &&
           (!is_for_all(own, 8) || (head & HEAD_NOT_PAIRS));
}

/* 1 if the two may race, if nothing orders them; granule: the one whose list has the entry. */
static int may_race(const struct entry *own, const struct entry *entry, unsigned granule)
{
    return overlap(entry, own) && !judge_excludes(own, entry) &&
           first_in_common(entry, own, granule);
}

static void access_granule(struct worker *worker, const struct access *access,
                           const struct entry *own, struct exact_lists *lists, unsigned granule)
{
    size_t number = (access->address - own->start + granule * 4 - lists->base) / 4;
    uint32_t head = lists->heads[number], first = head & HEAD_ENTRY;
    for (uint32_t *link = &first; *link && is_compared(own, head);) {
        struct entry *entry = &lists->entries[*link];
        if (entry_is_over(worker, lists, entry)) {
            lists_remove(lists, link);
            continue;
        }
        if (may_race(own, entry, granule))
            (alike.is_known ? compare_first : compare)(worker, access, own, entry);
        link = &entry->next;
    }
    lists->heads[number] = (head & ~HEAD_ENTRY) | first;
    uint64_t removed = lists->removed;
    alike.noted = lists_note(worker, lists, number, *own);
    alike.is_known &= lists->removed == removed;
}

/* The bit in the table of reads for a window and the entry's warp. */
static unsigned reads_bit(const struct entry *own, uintptr_t window)
{
    uint64_t key = (window / ENTRY_WINDOW * 0x9E3779B97F4A7C15u) ^
                   (((uint64_t)own->unit << 5 | own->warp) * 0xD6E8FEB86659FD93u);

    return (unsigned)(key >> 40) % READS_BITS;
}

/* 1 if the warp may have read there before. */
static int has_read(const struct entry *own, uintptr_t window)
{
    unsigned bit = reads_bit(own, window);
    int has = reads[bit / 64] >> bit % 64 & 1;

    if (is_plain_read(own))
        reads[bit / 64] |= 1ull << bit % 64;
    return has;
}

/*
 * Notes at each entry with an earlier read by this thread that the access follows it. A read that
 * follows reads of the same bytes is no news of them.
 */
static void follow(const struct worker *worker, const struct entry *own, struct exact_lists *lists,
                   uintptr_t window)
{
    int in_one_list = !lists->is_mixed && is_granule(own);
    unsigned first = in_one_list ? own->start / 4u : 0;
    unsigned end = !in_one_list ? ENTRY_WINDOW / 4 : is_plain_read(own) ? first : first + 1;
    for (unsigned granule = first; granule < end; granule++)
        for (uint32_t index = lists->heads[(window + granule * 4 - lists->base) / 4] & HEAD_ENTRY;
             index; index = lists->entries[index].next) {
            struct entry *entry = &lists->entries[index];
            if (!is_near(own, entry) || !overlap(entry, own))
                continue;
            judge_follow(own, entry);
            if (is_plain_read(entry) && !entry_is_over(worker, lists, entry))
                alike_add(&alike.followed, entry);
        }
}

/* The verdicts on the first lane hold for this one, too. */
static void access_alike(struct worker *worker, const struct access *access,
                         struct exact_lists *lists, const struct entry *own)
{
    uint32_t head = lists->heads[alike.number];
    for (unsigned i = 0; i < alike.followed.count; i++)
        judge_follow(own, alike.followed.entries[i]);
    for (uint32_t index = head & HEAD_ENTRY; index != alike.noted.end && is_compared(own, head);
         index = lists->entries[index].next)
        if (may_race(own, &lists->entries[index], own->start / 4))
            compare(worker, access, own, &lists->entries[index]);
    for (unsigned i = 0; i < alike.near.count; i++)
        compare(worker, access, own, alike.near.entries[i]);
    verdicts_give_all(worker);
    alike.own = *own;
    if (alike.noted.entry && own->value == alike.first_value) {
        alike.noted.entry->lanes |= own->lanes;
        alike.noted.entry->before_swap &= ~own->lanes;
        return;
    }
    uint64_t removed = lists->removed;
    lists_note(worker, lists, alike.number, *own);
    alike.is_known &= lists->removed == removed;
}

/* ---- Accesses ------------------------------------------------------------------------------ */

void exact_access(struct worker *worker, const struct access *access)
{
    visits_note(access->site, access->thread);
    if (!is_looked_at(worker, access))
        return;
    struct exact_lists *lists = lists_of(access->address);
    struct entry own;
    judge_access(worker, access);
    if (alike_follows(access, &own)) {
        access_alike(worker, access, lists, &own);
        return;
    }
    own = entry_of(access);
    uintptr_t window = access->address - own.start;
    alike_begin(lists, access, &own);
    if (has_read(&own, window))
        follow(worker, &own, lists, window);
    for (unsigned granule = own.start / 4; granule <= (own.start + own.size - 1u) / 4; granule++)
        access_granule(worker, access, &own, lists, granule);
    verdicts_pause(worker);
    alike.is_known &= verdicts_are_known();
}

void exact_free(struct worker *worker, const struct access *access, size_t size)
{
    struct exact_lists *lists = lists_of(access->address);
    struct access piece = *access;
    uintptr_t end = access->address + size;
    alike_end();
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

void exact_new_launch(uint64_t blocks)
{
    alike_end();
    memset(reads, 0, sizeof reads);
    lists_start_global();
    judge_new_launch(blocks);
}

void exact_new_block(struct worker *worker)
{
    alike_end();
    lists_start_shared(worker);
    judge_new_block(worker);
    if (judge_runs_alone()) /* nobody asks for what the threads of ended blocks have read */
        memset(reads, 0, sizeof reads);
}

void exact_end_block(struct worker *worker)
{
    judge_end_block(worker);
}
