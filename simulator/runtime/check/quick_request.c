/*
 * The quick look at a whole request: the usual cases in a few steps for each word. Any lane of
 * another case goes to quick_global or quick_shared.
 */
#include "base/run.h"
#include "check/quick.h"
#include "check/quick_cells.h"

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

/* The part of a check that all lanes of a request have in common. */
struct words {
    const struct cells *cells;
    uint32_t unit, limit, first, flag; /* flag: OWNER_READ or OWNER_WRITTEN */
    int alone;                         /* no other host thread can come between */
};

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

/* The same as change_owner and access_own, in the usual cases; 0 in all others. */
static inline int access_word(const struct words *words, size_t index, uint32_t now)
{
    struct cell *cell = &words->cells->words[index];
    uint32_t seen = __atomic_load_n(&cell->owner, __ATOMIC_RELAXED);
    if (!is_current(seen, words->first)) {
        if (!change(words, cell, seen, words->unit | words->flag))
            return 0;
        cell->write = cell->read = cell->atomic = 0;
    } else if ((seen & ~(OWNER_READ | OWNER_WRITTEN)) == words->unit) {
        if (!(seen & words->flag) && !change(words, cell, seen, seen | words->flag))
            return 0;
    } else {
        /* the owner is another unit, or there are several: read by many, written by none */
        return words->flag == OWNER_READ &&
               !(seen & (OWNER_WRITTEN | OWNER_ATOMIC | OWNER_BYTES)) &&
               ((seen & OWNER_SHARED) || change(words, cell, seen, seen | OWNER_SHARED));
    }
    return words->flag == OWNER_READ
               ? read_own(cell, words->limit, now, &words->cells->readers[index])
               : write_own(cell, words->limit, now);
}

unsigned quick_words(struct worker *worker, const struct request *request, unsigned from,
                     const struct access *access, int global)
{
    const struct warp_order *warp = &detector.warps[worker->running.warp_number];
    struct words words = {.cells = global ? &quick_cells : detector.shared_cells,
                          .unit = detector.unit,
                          .limit = stamp_limit(),
                          .first = first_unit(worker, global),
                          .flag = access->kind == ACCESS_READ ? OWNER_READ : OWNER_WRITTEN,
                          .alone = !global || run_look(worker->run)->serial};
    unsigned first_thread = worker->running.warp_number * SIM_WARP_SIZE;
    if (warp->last_tick > STAMP_TICKS_MOST)
        return from;
    for (unsigned i = from; i < request->count; i++) {
        size_t index = (request->address[i] - words.cells->base) / 4;
        uint32_t now = stamp_of(first_thread + request->lane[i], warp->tick[request->lane[i]]);
        if (request->address[i] % 4)
            return i;
        /* if one word fails, the caller checks all words of the lane again */
        for (unsigned word = 0; word < access->size / 4; word++)
            if (!access_word(&words, index + word, now))
                return i;
    }
    return request->count;
}
