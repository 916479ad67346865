/*
 * The quick look: see quick.h. Sound programs pass here and nowhere else.
 */
#include "check/quick.h"

#include "base/run.h"
#include "check/order.h"
#include "check/quick_stripes.h"

#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define OWNER_LOCKED        0xFFFFFFFFu /* the cell is being split into bytes */
#define DOUBT               1
#define NO_DOUBT            0

/* Atomics of different classes on one word exclude nothing: another size, another scope. */
enum atomic_class { CLASS_WORD_DEVICE, CLASS_DOUBLE_WORD_DEVICE, CLASS_WORD_BLOCK, CLASS_OTHER };
#define CLASS_SHIFT 27

/* ---- Stamps ------------------------------------------------------------------------ */

static inline uint32_t stamp_now(unsigned thread)
{
    return stamp_of(thread, order_tick(thread));
}

static inline int is_by_one(uint32_t stamp)
{
    return !(stamp & (STAMP_LANES | STAMP_SEVERAL));
}

/* 1 if the unit's access with that stamp comes before the thread's next access. */
static int known(struct worker *worker, unsigned thread, uint32_t unit, uint32_t stamp)
{
    return !stamp || (is_by_one(stamp) && order_knows(worker, thread, unit, stamp & STAMP_THREAD,
                                                      stamp >> STAMP_TICK_SHIFT));
}

/* The same within the block, where the last barrier answers most questions. */
static inline int known_here(struct worker *worker, unsigned thread, uint32_t stamp)
{
    return stamp < stamp_limit() || known(worker, thread, detector.unit, stamp);
}

/* ---- Accesses of the cell's own unit ------------------------------------------------ */

static int all_readers_known(struct worker *worker, unsigned thread, uint32_t stamp,
                             const uint32_t *readers)
{
    unsigned first = (stamp & STAMP_THREAD) / SIM_WARP_SIZE * SIM_WARP_SIZE;
    if (!(stamp & STAMP_LANES) || (stamp & STAMP_SEVERAL))
        return known_here(worker, thread, stamp);
    for (unsigned mask = stamp < stamp_limit() ? 0 : *readers; mask; mask &= mask - 1)
        if (!order_knows(worker, thread, detector.unit, first + (unsigned)__builtin_ctz(mask),
                         stamp >> STAMP_TICK_SHIFT))
            return 0;
    return 1;
}

/* readers: NULL for a cell of one byte, since the granule has one mask for all four. */
static void note_read(struct worker *worker, struct cell *cell, unsigned thread, uint32_t *readers)
{
    uint32_t now = stamp_now(thread), before = cell->read;
    unsigned first = before & STAMP_THREAD;
    if (known_here(worker, thread, before)) {
        cell->read = now;
        return;
    }
    uint32_t flags = before & (STAMP_LANES | STAMP_SEVERAL);
    unsigned lane_bit = 1u << thread % SIM_WARP_SIZE;
    if (!readers || first / SIM_WARP_SIZE != thread / SIM_WARP_SIZE)
        flags |= STAMP_SEVERAL;
    else if (flags & STAMP_LANES)
        *readers |= lane_bit;
    else if (!flags)
        *readers = 1u << first % SIM_WARP_SIZE | lane_bit;
    if (!(flags & STAMP_SEVERAL))
        flags |= STAMP_LANES;
    uint32_t latest = before > now ? before : now;
    cell->read = stamp_of(first, latest >> STAMP_TICK_SHIFT) | flags;
}

static int note_atomic(struct worker *worker, struct cell *cell, unsigned thread)
{
    uint32_t now = stamp_now(thread), before = cell->atomic;
    if (!known_here(worker, thread, before)) {
        uint32_t latest = before > now ? before : now;
        now = stamp_of(thread, latest >> STAMP_TICK_SHIFT) | STAMP_SEVERAL;
    }
    cell->atomic = now;
    return NO_DOUBT;
}

static int access_own(struct worker *worker, struct cell *cell, unsigned thread,
                      enum access_kind kind, uint32_t *readers)
{
    if (!known_here(worker, thread, cell->write))
        return DOUBT;
    if (kind != ACCESS_ATOMIC && !known_here(worker, thread, cell->atomic))
        return DOUBT;
    if (kind == ACCESS_READ) {
        note_read(worker, cell, thread, readers);
        return NO_DOUBT;
    }
    if (!all_readers_known(worker, thread, cell->read, readers))
        return DOUBT;
    if (kind == ACCESS_ATOMIC)
        return note_atomic(worker, cell, thread);
    cell->write = stamp_now(thread);
    cell->read = cell->atomic = 0;
    return NO_DOUBT;
}

/* ---- Owners of cells ----------------------------------------------------------------- */

static enum atomic_class class_of(const struct access *access)
{
    int block = access->scope == SIM_SCOPE_BLOCK;
    if (access->size == 4)
        return block ? CLASS_WORD_BLOCK : CLASS_WORD_DEVICE;
    return access->size == 8 && !block ? CLASS_DOUBLE_WORD_DEVICE : CLASS_OTHER;
}

static uint32_t flags_of(const struct access *access)
{
    if (access->kind == ACCESS_READ)
        return OWNER_READ;
    if (access->kind == ACCESS_WRITE)
        return OWNER_WRITTEN;
    return OWNER_ATOMIC | (uint32_t)class_of(access) << CLASS_SHIFT;
}

/* 1 if an atomic by the cell's own unit is of another class than those before. */
static int mixes_classes(const struct access *access, uint32_t owner)
{
    return access->kind == ACCESS_ATOMIC && (owner & OWNER_ATOMIC) &&
           ((owner ^ flags_of(access)) & OWNER_CLASS);
}

/*
 * 1 if an access by the cell's own unit needs no check against the other units that share the cell.
 */
static int may_share(const struct access *access, uint32_t owner)
{
    if (access->kind == ACCESS_ATOMIC)
        return (owner & OWNER_ATOMIC) && !mixes_classes(access, owner);
    return access->kind == ACCESS_READ && !(owner & OWNER_ATOMIC);
}

/* The relation of an access to the accesses of the cell's owner, another unit. */
enum other { OTHER_NONE, OTHER_DOUBT, OTHER_SHARES, OTHER_TAKES_OVER };

/*
 * 1 if all accesses by the cell's owner, another unit, are known to come before. A unit of which
 * something is known has released a message: it has ended, or no other block runs beside it.
 */
static int all_known(struct worker *worker, unsigned thread, const struct cell *cell,
                     uint32_t owner)
{
    uint32_t unit = owner & OWNER_UNIT;
    return !(owner & OWNER_SHARED) && (cell->write || cell->read || cell->atomic) &&
           known(worker, thread, unit, cell->write) && known(worker, thread, unit, cell->read) &&
           known(worker, thread, unit, cell->atomic);
}

/* Another unit of this launch has accessed the cell: does this access race with it? */
static enum other meet_other(struct worker *worker, const struct access *access,
                             const struct cell *cell, uint32_t owner)
{
    uint32_t class = flags_of(access) & OWNER_CLASS;
    int plain = (owner & (OWNER_WRITTEN | OWNER_READ)) != 0;
    int for_device = class >> CLASS_SHIFT == CLASS_WORD_DEVICE ||
                     class >> CLASS_SHIFT == CLASS_DOUBLE_WORD_DEVICE;
    if (access->kind == ACCESS_READ && !(owner & (OWNER_WRITTEN | OWNER_ATOMIC)))
        return OTHER_SHARES;
    if (access->kind == ACCESS_READ && !(owner & OWNER_ATOMIC))
        return cell->write && known(worker, access->thread, owner & OWNER_UNIT, cell->write)
                   ? OTHER_SHARES
                   : OTHER_DOUBT;
    if (access->kind == ACCESS_ATOMIC && (owner & OWNER_ATOMIC) && !plain && for_device &&
        (owner & OWNER_CLASS) == class)
        return OTHER_SHARES;
    return access->kind == ACCESS_WRITE && all_known(worker, access->thread, cell, owner)
               ? OTHER_TAKES_OVER
               : OTHER_DOUBT;
}

/* The owner word after an access of its own unit; OWNER_LOCKED: doubt. */
static uint32_t own_again(struct worker *worker, const struct access *access,
                          const struct cell *cell, uint32_t owner)
{
    if ((owner & OWNER_SHARED) && !may_share(access, owner))
        return OWNER_LOCKED;
    if (!mixes_classes(access, owner))
        return owner | flags_of(access);
    return known_here(worker, access->thread, cell->atomic) ? owner | flags_of(access) | OWNER_CLASS
                                                            : OWNER_LOCKED;
}

/*
 * An atomic of another class than those before, which its thread knows: it counts as a plain write,
 * too, so that no atomic of any class goes unnoticed which does not come after it.
 */
static int mark_mixed(struct worker *worker, const struct access *access, struct cell *cell)
{
    if (!known_here(worker, access->thread, cell->write))
        return DOUBT;
    cell->write = stamp_now(access->thread);
    return -1;
}

/*
 * The owner word does not fit the access: changes it. Other host threads may do the same at this
 * moment. The second one sees the change of the first, so that no conflict is missed. Returns
 * DOUBT, NO_DOUBT if nothing more is to be checked, or -1 if the cell is now the unit's own and
 * still to be checked.
 */
static int change_owner(struct worker *worker, const struct access *access, struct cell *cell,
                        uint32_t first)
{
    uint32_t seen = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE), mine;
    int is_mixed;
    enum other other;
    do {
        while (seen == OWNER_LOCKED)
            seen = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
        is_mixed = 0;
        other = OTHER_TAKES_OVER;
        mine = detector.unit | flags_of(access);
        if (!seen || !is_current(seen, first))
            continue;
        if (seen & OWNER_BYTES)
            return DOUBT; /* another host thread has split it just now */
        if ((seen & OWNER_UNIT) == detector.unit) {
            other = OTHER_NONE;
            is_mixed = mixes_classes(access, seen);
            mine = own_again(worker, access, cell, seen);
            if (mine == OWNER_LOCKED)
                return DOUBT;
            continue;
        }
        other = meet_other(worker, access, cell, seen);
        if (other == OTHER_DOUBT)
            return DOUBT;
        if (other == OTHER_SHARES)
            mine = seen | OWNER_SHARED;
    } while (seen != mine && !__atomic_compare_exchange_n(&cell->owner, &seen, mine, 0,
                                                          __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    if (other == OTHER_SHARES)
        return NO_DOUBT;
    if (other == OTHER_TAKES_OVER)
        cell->write = cell->read = cell->atomic = 0;
    return is_mixed ? mark_mixed(worker, access, cell) : -1;
}

static inline int access_cell(struct worker *worker, const struct access *access, struct cell *cell,
                              uint32_t *readers, uint32_t first)
{
    uint32_t owner = __atomic_load_n(&cell->owner, __ATOMIC_RELAXED);
    uint32_t wanted = detector.unit | flags_of(access);
    /* Reads may share the cell with all but atomics, writes with nothing. */
    uint32_t beside = access->kind == ACCESS_READ    ? OWNER_WRITTEN
                      : access->kind == ACCESS_WRITE ? OWNER_READ
                                                     : 0;
    if (UNLIKELY((owner & ~beside) != wanted)) {
        int result = change_owner(worker, access, cell, first);
        if (result >= 0)
            return result;
    }
    return access_own(worker, cell, access->thread, access->kind, readers);
}

/* ---- Bytes --------------------------------------------------------------------------- */

static int is_split(const struct cell *cell, uint32_t first)
{
    uint32_t owner = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
    while (owner == OWNER_LOCKED)
        owner = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
    return (owner & OWNER_BYTES) && is_current(owner, first);
}

/* Gives each of the 4 bytes its own cell, a copy of the common one. */
static void split(struct cell *cell, struct four_cells *bytes, uint32_t first)
{
    uint32_t owner;
    do {
        if (is_split(cell, first))
            return;
        owner = __atomic_load_n(&cell->owner, __ATOMIC_ACQUIRE);
    } while (owner == OWNER_LOCKED ||
             !__atomic_compare_exchange_n(&cell->owner, &owner, OWNER_LOCKED, 0, __ATOMIC_ACQ_REL,
                                          __ATOMIC_ACQUIRE));
    int current = owner && is_current(owner, first);
    for (int i = 0; i < 4; i++) {
        bytes->owner[i] = current ? owner : 0;
        bytes->write[i] = current ? cell->write : 0;
        bytes->read[i] = current ? cell->read : 0;
        bytes->atomic[i] = current ? cell->atomic : 0;
        if (bytes->read[i] & STAMP_LANES)
            bytes->read[i] |= STAMP_SEVERAL;
    }
    __atomic_store_n(&cell->owner, OWNER_BYTES | detector.unit, __ATOMIC_RELEASE);
}

/* 1 if the class of a byte's atomics does not tell this one from those of two bytes. */
static int is_no_half_word(const struct access *access)
{
    return access->kind == ACCESS_ATOMIC && access->size != 2 && class_of(access) == CLASS_OTHER;
}

static int access_cells(struct worker *worker, const struct access *access,
                        const struct cells *cells, uint32_t first)
{
    size_t offset = access->address - cells->base, end = offset + access->size;
    int doubt = order_tick(access->thread) > STAMP_TICKS_MOST;
    while (offset < end) {
        struct cell *cell = cell_at(cells->words, offset / 4);
        size_t granule_end = offset / 4 * 4 + 4;
        int whole = offset % 4 == 0 && granule_end <= end;
        stripe_open(cells, offset / 4, detector.unit, first);
        if (UNLIKELY(!whole) && !is_split(cell, first))
            split(cell, &cells->bytes[offset / 4], first);
        if (whole && !UNLIKELY((cell->owner & OWNER_BYTES) && is_split(cell, first))) {
            doubt |= access_cell(worker, access, cell, &cells->readers[offset / 4], first);
        } else {
            doubt |= is_no_half_word(access);
            for (size_t i = offset; i < granule_end && i < end; i++)
                doubt |= access_cell(worker, access, cell_at(cells->bytes, i), NULL, first);
        }
        offset = granule_end;
    }
    return doubt;
}

int quick_global(struct worker *worker, const struct access *access)
{
    return access_cells(worker, access, &quick_cells, first_unit(worker, 1));
}

int quick_shared(struct worker *worker, const struct access *access)
{
    return access_cells(worker, access, detector.shared_cells, first_unit(worker, 0));
}
