/*
 * The race detector: compares each access with the last ones to the same bytes
 * and notes it. Usually 4 bytes have one cell; where a smaller access comes by,
 * each of the bytes gets its own.
 */
#define _GNU_SOURCE
#include "check/race.h"

#include <sys/mman.h>

#include "report/findings.h"
#include "memory/memory.h"
#include "check/order.h"
#include "launch/run.h"
#include "base/worker.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define WRITE_ATOMIC STAMP_FLAG_2
#define READ_LANES STAMP_FLAG           /* several lanes of one warp read: mask in readers */
#define READ_WARPS STAMP_FLAG_2         /* several warps read: one more thread in readers */
#define OWNER_LOCKED 0xFFFFFFFFu        /* the cell is being split into bytes */

static int ordered(struct worker *worker, const struct access *access, uint32_t stamp)
{
    unsigned tick = stamp_tick(stamp), thread = stamp_thread(stamp);
    return thread == access->thread || tick < worker->barrier_tick ||
           order_within_block(worker, access->thread, thread, tick);
}

/* The cell's last write or read as an access by the thread, for reports. */
static struct access earlier_access(const struct access *access, const struct cell *cell,
                                    int is_write, unsigned thread)
{
    struct access earlier = *access;
    earlier.kind = !is_write                   ? ACCESS_READ
                   : cell->write & WRITE_ATOMIC ? ACCESS_ATOMIC
                                                : ACCESS_WRITE;
    earlier.thread = thread;
    earlier.site = is_write ? cell->write_site : cell->read_site;
    if (earlier.kind == ACCESS_ATOMIC && access->kind == ACCESS_ATOMIC) {
        earlier.kind = ACCESS_WRITE;    /* the plain write that the atomic has hidden */
        earlier.site = cell->read_site;
    }
    earlier.pc = earlier.site ? event_pc(site_event(earlier.site)) : 0;
    return earlier;
}

static void report(struct worker *worker, const struct access *access, const struct cell *cell,
                   int is_write, unsigned thread)
{
    struct race race = {.access = *access,
                        .earlier = earlier_access(access, cell, is_write, thread),
                        .earlier_block = worker->block,
                        .advice = thread / SIM_WARP_SIZE == access->thread / SIM_WARP_SIZE
                                      ? RACE_ADVICE_WARP_BARRIER : RACE_ADVICE_BLOCK_BARRIER};
    finding_race(worker, &race);
}

/* Which of the earlier readers, if any, is not ordered before the write? */
static int unordered_reader(struct worker *worker, const struct access *access,
                            const struct cell *cell, const uint32_t *readers, unsigned *reader)
{
    unsigned tick = stamp_tick(cell->read), first = stamp_thread(cell->read);
    if (!cell->read || tick < worker->barrier_tick)
        return 0;
    if (cell->read & READ_WARPS) {
        *reader = first != access->thread ? first : *readers;
        return 1;
    }
    if (!(cell->read & READ_LANES)) {
        *reader = first;
        return !ordered(worker, access, cell->read);
    }
    for (unsigned mask = *readers; mask; mask &= mask - 1) {
        *reader = first / SIM_WARP_SIZE * SIM_WARP_SIZE + (unsigned)__builtin_ctz(mask);
        if (!ordered(worker, access, stamp_of(*reader, tick)))
            return 1;
    }
    return 0;
}

static void note_read(struct worker *worker, const struct access *access, struct cell *cell,
                      uint32_t *readers)
{
    unsigned tick = worker->lanes[access->thread].tick;
    unsigned first = stamp_thread(cell->read);
    unsigned lane_bit = 1u << access->thread % SIM_WARP_SIZE;
    if (!cell->read || stamp_tick(cell->read) < worker->barrier_tick ||
        (!(cell->read & (READ_LANES | READ_WARPS)) && ordered(worker, access, cell->read))) {
        cell->read = stamp_of(access->thread, tick);
        cell->read_site = access->site;
        return;
    }
    unsigned latest = stamp_tick(cell->read) > tick ? stamp_tick(cell->read) : tick;
    uint32_t flags = cell->read & (READ_LANES | READ_WARPS);
    if (flags & READ_WARPS) {
        ;
    } else if (first / SIM_WARP_SIZE != access->thread / SIM_WARP_SIZE) {
        flags = READ_WARPS;
        *readers = access->thread;
    } else if (flags & READ_LANES) {
        *readers |= lane_bit;
    } else {
        flags = READ_LANES;
        *readers = 1u << first % SIM_WARP_SIZE | lane_bit;
    }
    cell->read = stamp_of(first, latest) | flags;
}

/* An access to a cell that this block already owns. */
static void access_own(struct worker *worker, const struct access *access, struct cell *cell,
                       uint32_t *readers)
{
    int both_atomic = access->kind == ACCESS_ATOMIC && (cell->write & WRITE_ATOMIC);
    if (UNLIKELY(cell->write && stamp_tick(cell->write) >= worker->barrier_tick &&
                 !both_atomic && !ordered(worker, access, cell->write & ~WRITE_ATOMIC) &&
                 !((cell->write & WRITE_ATOMIC) &&
                   order_sees_atomic(worker, access->thread, access->address))))
        report(worker, access, cell, 1, stamp_thread(cell->write));
    if (access->kind == ACCESS_READ) {
        if (cell->read == stamp_of(access->thread, worker->lanes[access->thread].tick))
            return;
        note_read(worker, access, cell, readers);
        return;
    }
    unsigned reader;
    if (UNLIKELY(cell->read && unordered_reader(worker, access, cell, readers, &reader)))
        report(worker, access, cell, 0, reader);
    /* An atomic hides a plain write of its block: keeps where that was, for reports. */
    if (access->kind == ACCESS_ATOMIC && cell->write && !(cell->write & WRITE_ATOMIC))
        cell->read_site = cell->write_site;
    cell->write = stamp_of(access->thread, worker->lanes[access->thread].tick) |
                  (access->kind == ACCESS_ATOMIC ? WRITE_ATOMIC : 0);
    cell->write_site = access->site;
    cell->read = 0;
}

/* An access to a cell that another block of this launch owns: is it ordered after? */
static void check_other_owner(struct worker *worker, const struct access *access,
                              const struct cell *cell, uint32_t owner)
{
    int written = (owner & OWNER_WRITTEN) != 0;
    if (!written && access->kind == ACCESS_READ)
        return;
    if (access->kind == ACCESS_ATOMIC && (owner & OWNER_ATOMIC))
        return;
    if (order_sees_atomic(worker, access->thread, access->address) && (cell->write & WRITE_ATOMIC))
        return;
    uint32_t unit = owner & OWNER_UNIT;
    uint32_t stamp = written && cell->write ? cell->write : cell->read;
    if (!(owner & OWNER_SHARED) &&
        order_between_blocks(worker, access->thread, unit, stamp_thread(stamp),
                             stamp_tick(stamp)))
        return;
    struct race race = {
        .access = *access,
        .earlier = earlier_access(access, cell, stamp == cell->write, stamp_thread(stamp)),
        .earlier_block = owner & OWNER_SHARED ? BLOCK_UNKNOWN
                                              : run_block_of_unit(worker->run, unit),
        .advice = RACE_ADVICE_ATOMIC};
    finding_race(worker, &race);
}

/* Units before `first` are over: their accesses come before all that happen now. */
static inline int is_current(uint32_t owner, uint32_t first)
{
    return (owner & OWNER_UNIT) >= first;
}

/*
 * Makes this block the cell's owner, checking against the one before. Other
 * host threads may do the same at this moment: whichever comes second sees the
 * first, so that no conflict goes unseen.
 */
static void take_over(struct worker *worker, const struct access *access, struct cell *cell,
                      uint32_t owner, uint32_t first)
{
    uint32_t mine, seen = owner;
    int fresh;
    do {
        while (seen == OWNER_LOCKED)
            seen = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
        owner = seen;
        fresh = (owner & OWNER_UNIT) != worker->unit;
        int other = fresh && owner && is_current(owner, first);
        uint32_t kept = fresh ? 0 : owner & ~OWNER_ATOMIC;
        uint32_t atomic = !fresh && (owner & (OWNER_WRITTEN | OWNER_ATOMIC)) == OWNER_WRITTEN
                              ? 0 : OWNER_ATOMIC;
        mine = worker->unit | kept;
        if (other && !(owner & OWNER_WRITTEN) && access->kind == ACCESS_READ)
            mine |= OWNER_SHARED;
        if (access->kind == ACCESS_WRITE)
            mine |= OWNER_WRITTEN;
        else if (access->kind == ACCESS_ATOMIC)
            mine |= OWNER_WRITTEN | atomic;
    } while (!__atomic_compare_exchange_n(&cell->owner, &seen, mine, 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    if (fresh) {
        if (owner && is_current(owner, first))
            check_other_owner(worker, access, cell, owner);
        cell->write = cell->read = 0;
    } else if ((owner & OWNER_SHARED) && access->kind != ACCESS_READ) {
        check_other_owner(worker, access, cell, owner);
    }
}

static inline int owns(const struct worker *worker, const struct access *access, uint32_t owner)
{
    if (access->kind == ACCESS_READ)
        return (owner & (OWNER_UNIT | OWNER_BYTES | OWNER_ATOMIC)) == worker->unit;
    return owner == (worker->unit | OWNER_WRITTEN |
                     (access->kind == ACCESS_ATOMIC ? OWNER_ATOMIC : 0));
}

static inline void access_cell(struct worker *worker, const struct access *access,
                               struct cell *cell, uint32_t *readers, uint32_t first)
{
    uint32_t owner = __atomic_load_n(&cell->owner, __ATOMIC_RELAXED);
    if (UNLIKELY(!owns(worker, access, owner)))
        take_over(worker, access, cell, owner, first);
    access_own(worker, access, cell, readers);
}

static int is_split(const struct cell *cell, uint32_t first)
{
    uint32_t owner = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
    while (owner == OWNER_LOCKED)
        owner = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
    return (owner & OWNER_BYTES) && is_current(owner, first);
}

/* Gives each of the 4 bytes its own cell, a copy of the common one. */
static void split(struct worker *worker, struct cell *cell, struct cell *bytes,
                  uint32_t first)
{
    uint32_t owner;
    do {
        if (is_split(cell, first))
            return;
        owner = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
    } while (owner == OWNER_LOCKED ||
             !__atomic_compare_exchange_n(&cell->owner, &owner, OWNER_LOCKED, 0,
                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    int current = owner && is_current(owner, first) && !(owner & OWNER_BYTES);
    for (int i = 0; i < 4; i++) {
        bytes[i] = (struct cell){0, 0, 0, 0, 0};
        if (current) {
            bytes[i] = *cell;
            bytes[i].owner = owner;
            bytes[i].read &= ~(READ_LANES | READ_WARPS);
        }
    }
    __atomic_store_n(&cell->owner, OWNER_BYTES | worker->unit, __ATOMIC_RELEASE);
}

/* The cells of a piece of memory: cells, byte cells and readers of its first granule. */
static void access_cells(struct worker *worker, const struct access *access, struct cell *cells,
                         struct cell *bytes, uint32_t *readers, uintptr_t base,
                         uint32_t first)
{
    size_t offset = access->address - base;
    size_t end = offset + access->size;
    while (offset < end) {
        struct cell *cell = &cells[offset / 4];
        size_t granule_end = offset / 4 * 4 + 4;
        int whole = offset % 4 == 0 && granule_end <= end;
        if (UNLIKELY(!whole) && !is_split(cell, first))
            split(worker, cell, &bytes[offset / 4 * 4], first);
        if (whole && !UNLIKELY((cell->owner & OWNER_BYTES) && is_split(cell, first))) {
            access_cell(worker, access, cell, &readers[offset / 4], first);
        } else {
            /* Several readers of one byte share the granule's entry: rough, but enough. */
            for (size_t i = offset; i < granule_end && i < end; i++)
                access_cell(worker, access, &bytes[i], &readers[offset / 4], first);
        }
        offset = granule_end;
    }
}

void race_access_global(struct worker *worker, const struct access *access)
{
    access_cells(worker, access, memory.cells, memory.byte_cells, memory.readers, memory.base,
                 worker->run->first_unit);
}

void race_access_shared(struct worker *worker, const struct access *access)
{
    access_cells(worker, access, worker->shared_cells, worker->shared_byte_cells,
                 worker->shared_readers, worker->shared, worker->unit);
}

void race_forget_everything(void)
{
    madvise(memory.cells, memory.size / 4 * sizeof *memory.cells, MADV_DONTNEED);
    madvise(memory.byte_cells, memory.size * sizeof *memory.byte_cells, MADV_DONTNEED);
}
