/*
 * The check of one word by its cell, in the usual cases.
 */
#ifndef QUICK_WORD_H
#define QUICK_WORD_H

#include "check/quick_stripes.h"

#define CELL_WORD 4 /* bytes that a cell stands for */

/*
 * A read of a word that others of the block have read since the last barrier: several threads, or
 * lanes of this warp at this tick, as in a broadcast. The same as note_read, in a few steps.
 */
static inline int read_beside(struct cell *cell, uint32_t now, uint32_t *readers)
{
    const uint32_t lane = SIM_WARP_SIZE - 1, flags = STAMP_LANES | STAMP_SEVERAL;
    uint32_t before = cell->read;
    if (before & STAMP_SEVERAL) {
        if (before >> STAMP_TICK_SHIFT < now >> STAMP_TICK_SHIFT)
            cell->read =
                stamp_of(before & STAMP_THREAD, now >> STAMP_TICK_SHIFT) | (before & flags);
        return 1;
    }
    if ((before ^ now) & ~(STAMP_LANES | lane))
        return 0;
    if (!(before & STAMP_LANES))
        *readers = 1u << (before & lane);
    *readers |= 1u << (now & lane);
    cell->read = before | STAMP_LANES;
    return 1;
}

/* The usual read and write of a word of this unit's: after a barrier, or by the same thread. */
static inline int read_own(struct cell *cell, uint32_t limit, uint32_t now, uint32_t *readers)
{
    if (cell->write >= limit && ((cell->write ^ now) & STAMP_THREAD))
        return 0;
    if (cell->read >= limit && cell->read != now)
        return read_beside(cell, now, readers);
    cell->read = now;
    return 1;
}

static inline int write_own(struct cell *cell, uint32_t limit, uint32_t now)
{
    uint32_t other = (cell->read ^ now) & (STAMP_THREAD | STAMP_LANES | STAMP_SEVERAL);
    if ((cell->write >= limit && ((cell->write ^ now) & STAMP_THREAD)) ||
        (cell->read >= limit && other))
        return 0;
    cell->write = now;
    cell->read = 0;
    return 1;
}

/* Changes the cell's owner; 0 if another host thread has changed it meanwhile. */
static inline int change(const struct words *words, struct cell *cell, uint32_t seen,
                         uint32_t owner)
{
    if (words->alone) {
        cell->owner = owner;
        return 1;
    }
    return __atomic_compare_exchange_n(&cell->owner, &seen, owner, 0, __ATOMIC_ACQ_REL,
                                       __ATOMIC_RELAXED);
}

/*
 * The same as change_owner and access_own, in the usual cases; 0 in all others. flag: that of the
 * words, which the caller knows: so that its loops need not ask.
 */
static inline __attribute__((always_inline)) int
access_word(const struct words *words, uint32_t flag, size_t index, uint32_t now)
{
    struct cell *cell = cell_at(words->cells->words, index);
    uint32_t seen = __atomic_load_n(&cell->owner, __ATOMIC_RELAXED);
    if (!is_current(seen, words->first)) {
        if (!change(words, cell, seen, words->unit | flag))
            return 0;
        cell->write = cell->read = cell->atomic = 0;
    } else if ((seen & ~(OWNER_READ | OWNER_WRITTEN)) == words->unit) {
        if (!(seen & flag) && !change(words, cell, seen, seen | flag))
            return 0;
    } else {
        /* the owner is another unit, or there are several: read by many, written by none */
        return flag == OWNER_READ && !(seen & (OWNER_WRITTEN | OWNER_ATOMIC | OWNER_BYTES)) &&
               ((seen & OWNER_SHARED) || change(words, cell, seen, seen | OWNER_SHARED));
    }
    return flag == OWNER_READ ? read_own(cell, words->limit, now, &words->cells->readers[index])
                              : write_own(cell, words->limit, now);
}

#endif
