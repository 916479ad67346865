/*
 * The quick look at a whole request: the usual cases in a few steps for each word. Any lane of
 * another case goes to quick_global or quick_shared.
 */
#include <string.h>

#include "base/run.h"
#include "check/quick.h"
#include "check/quick_cells.h"

#define CELL_WORD  4 /* bytes that a cell stands for */
#define FOUR_WORDS 16

/* What a word's owner has of these, where several units read it and none wrote: OWNER_SHARED. */
#define SHARED_BY_READS (OWNER_WRITTEN | OWNER_ATOMIC | OWNER_BYTES | OWNER_SHARED)

/* One of each of four cells; its comparisons give all bits or none. */
typedef uint32_t four __attribute__((vector_size(16), may_alias));

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
    struct cell *cell = cell_at(words->cells->words, index);
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

static inline int is_any(four bits)
{
    typedef uint64_t two __attribute__((vector_size(16)));
    two halves = (two)bits;
    return (halves[0] | halves[1]) != 0;
}

/* Changes the owners of four cells; 0 if another host thread has changed one meanwhile, or may. */
static inline int change_four(const struct words *words, struct four_cells *cells, four seen,
                              four owner)
{
    if (words->alone) {
        *(four *)cells->owner = owner;
        return 1;
    }
#if defined(__x86_64__)
    uint64_t before[2], after[2];
    int done;
    memcpy(before, &seen, sizeof before);
    memcpy(after, &owner, sizeof after);
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*(four *)cells->owner), "+a"(before[0]), "+d"(before[1])
                     : "b"(after[0]), "c"(after[1])
                     : "memory");
    return done;
#else
    (void)cells, (void)seen, (void)owner;
    return 0;
#endif
}

/* Those of four words of this unit's that read_own or write_own does not take. */
static inline four unusual_own(const struct words *words, const struct four_cells *cells, four now,
                               four known)
{
    four write = *(const four *)cells->write, read = *(const four *)cells->read;
    four unusual = (four)(write >= words->limit) & (four)(((write ^ now) & STAMP_THREAD) != 0);
    if (words->flag == OWNER_READ)
        return unusual | ((four)(read >= words->limit) & (four)(read != now) & ~known);
    return unusual | ((four)(read >= words->limit) &
                      (four)(((read ^ now) & (STAMP_THREAD | STAMP_LANES | STAMP_SEVERAL)) != 0));
}

/* Those that have been read at this tick by several threads: the next one is no news. */
static inline four known_reads(const struct four_cells *cells, four now)
{
    four read = *(const four *)cells->read;
    return (four)((read ^ now) >> STAMP_TICK_SHIFT == 0) & (four)((read & STAMP_SEVERAL) != 0);
}

static inline void note_own(const struct words *words, struct four_cells *cells, four now,
                            four known)
{
    if (words->flag == OWNER_READ) {
        *(four *)cells->read = (known & *(four *)cells->read) | (~known & now);
    } else {
        *(four *)cells->write = now;
        *(four *)cells->read = (four){0};
    }
}

/* read_own or write_own for four words of this unit's; 0, and nothing has changed, if not all are
 * usual. */
static inline int four_own(const struct words *words, struct four_cells *cells, four seen, four now)
{
    four owner = seen | words->flag, known = known_reads(cells, now);
    if (is_any(unusual_own(words, cells, now, known)) ||
        (is_any(owner ^ seen) && !change_four(words, cells, seen, owner)))
        return 0;
    note_own(words, cells, now, known);
    return 1;
}

static inline void take_four(const struct words *words, struct four_cells *cells, four now)
{
    *(four *)cells->write = words->flag == OWNER_READ ? (four){0} : now;
    *(four *)cells->read = words->flag == OWNER_READ ? now : (four){0};
    *(four *)cells->atomic = (four){0};
}

/* access_word for four words side by side; 0, and nothing has changed, if they are not alike. */
static inline int access_four(const struct words *words, struct four_cells *cells, four now)
{
    const uint32_t plain = OWNER_READ | OWNER_WRITTEN;
    four seen = *(volatile four *)cells->owner;
    four current = (four)((seen & OWNER_UNIT) >= words->first);
    if (!is_any((seen | plain) ^ (words->unit | plain)))
        return four_own(words, cells, seen, now);
    if (!is_any(current)) {
        if (!change_four(words, cells, seen, (four){0} + (words->unit | words->flag)))
            return 0;
        take_four(words, cells, now);
        return 1;
    }
    return words->flag == OWNER_READ &&
           !is_any(~current | ((seen & SHARED_BY_READS) ^ OWNER_SHARED));
}

/* Words side by side, four and four; now: the stamps of the first four, step: from each to next. */
struct row {
    struct four_cells *cells;
    unsigned fours;
    four now, step;
};

/* 1 if all of them are read by several units and written by none. */
static inline int is_shared_row(const struct words *words, const struct row *row)
{
    four doubt = {0};
    for (unsigned i = 0; i < row->fours; i++) {
        four seen = *(volatile four *)row->cells[i].owner;
        doubt |=
            (four)((seen & OWNER_UNIT) < words->first) | ((seen & SHARED_BY_READS) ^ OWNER_SHARED);
    }
    return !is_any(doubt);
}

/* access_four for all of them, which no unit has accessed in this phase; 0 if one has. */
static inline int take_row(const struct words *words, const struct row *row)
{
    four current = {0}, now = row->now;
    for (unsigned i = 0; i < row->fours; i++)
        current |= (four)((*(four *)row->cells[i].owner & OWNER_UNIT) >= words->first);
    if (is_any(current))
        return 0;
    for (unsigned i = 0; i < row->fours; i++, now += row->step) {
        *(four *)row->cells[i].owner = (four){0} + (words->unit | words->flag);
        take_four(words, &row->cells[i], now);
    }
    return 1;
}

/* The same for a row that is this unit's; 0 if it is not, or if not all is usual. */
static inline int access_own_row(const struct words *words, const struct row *row)
{
    const uint32_t plain = OWNER_READ | OWNER_WRITTEN;
    four doubt = {0}, now = row->now;
    for (unsigned i = 0; i < row->fours; i++, now += row->step) {
        const struct four_cells *cells = &row->cells[i];
        doubt |= (*(const four *)cells->owner | plain) ^ (words->unit | plain);
        doubt |= unusual_own(words, cells, now, known_reads(cells, now));
    }
    if (is_any(doubt))
        return 0;
    now = row->now;
    for (unsigned i = 0; i < row->fours; i++, now += row->step) {
        *(four *)row->cells[i].owner |= words->flag;
        note_own(words, &row->cells[i], now, known_reads(&row->cells[i], now));
    }
    return 1;
}

/* access_four for all of the row, if all are alike; 0, and nothing has changed, if not. */
static inline int access_row(const struct words *words, const struct row *row)
{
    uint32_t first = __atomic_load_n(&row->cells->owner[0], __ATOMIC_RELAXED);
    if (words->flag == OWNER_READ && (first & OWNER_SHARED) && is_current(first, words->first))
        return is_shared_row(words, row);
    if (!words->alone)
        return 0;
    return is_current(first, words->first) ? access_own_row(words, row) : take_row(words, row);
}

/* The lanes that access the four words from lane number i of the request on. */
static inline four lanes_of_four(const struct request *request, unsigned i, unsigned size)
{
    const unsigned *lane = &request->lane[i];
    if (size == CELL_WORD)
        return (four){lane[0], lane[1], lane[2], lane[3]};
    return size == FOUR_WORDS ? (four){lane[0], lane[0], lane[0], lane[0]}
                              : (four){lane[0], lane[0], lane[1], lane[1]};
}

/* A request whose lanes are checked from number i on. */
struct checked {
    struct words words;
    const struct request *request;
    unsigned size;         /* of an access: 4, 8 or 16 bytes */
    unsigned first_thread; /* of the warp */
    uint32_t stamp;        /* of the warp's lane 0; 0: the lanes have ticks of their own */
};

/*
 * Lanes from number i on, up to end, access words side by side: the number of those that are
 * checked, without doubt; 0 if the first ones are not usual.
 */
static inline unsigned lanes_side_by_side(const struct checked *checked, unsigned i, unsigned end)
{
    const struct request *request = checked->request;
    size_t offset = request->address[i] - checked->words.cells->base;
    unsigned done = 0, each = FOUR_WORDS / checked->size, fours = (end - i) / each;
    if (offset % FOUR_WORDS || !fours)
        return 0;
    struct row row = {&checked->words.cells->words[offset / FOUR_WORDS], fours,
                      checked->stamp + lanes_of_four(request, i, checked->size), (four){0} + each};
    if (request->lane[end - 1] - request->lane[i] == end - 1 - i &&
        access_row(&checked->words, &row))
        return fours * each;
    while (i + done + each <= end &&
           access_four(&checked->words, row.cells++,
                       checked->stamp + lanes_of_four(request, i + done, checked->size)))
        done += each;
    return done;
}

/*
 * The same for lanes that all read one word: one that several units read, or that others of the
 * warp have read at this tick, or several threads.
 */
static inline unsigned lanes_at_one_word(const struct checked *checked, unsigned i, unsigned end)
{
    const struct words *words = &checked->words;
    size_t index = (checked->request->address[i] - words->cells->base) / CELL_WORD;
    struct cell *cell = cell_at(words->cells->words, index);
    uint32_t seen = __atomic_load_n(&cell->owner, __ATOMIC_RELAXED), lanes = 0;
    uint32_t unlike = (cell->read ^ checked->stamp) & ~(STAMP_LANES | (SIM_WARP_SIZE - 1));
    if (checked->size != CELL_WORD || checked->request->address[i] % CELL_WORD ||
        words->flag != OWNER_READ || !is_current(seen, words->first))
        return 0;
    if ((seen & (OWNER_WRITTEN | OWNER_ATOMIC | OWNER_BYTES | OWNER_SHARED)) == OWNER_SHARED)
        return end - i;
    if ((seen & ~OWNER_WRITTEN) != (words->unit | OWNER_READ) || cell->write >= words->limit ||
        !(cell->read & STAMP_LANES) || unlike)
        return 0;
    for (unsigned k = i; k < end; k++)
        lanes |= 1u << checked->request->lane[k];
    words->cells->readers[index] |= lanes;
    return end - i;
}

static inline unsigned lanes_together(const struct checked *checked, uint64_t stride, unsigned i,
                                      unsigned end)
{
    if (stride == checked->size)
        return lanes_side_by_side(checked, i, end);
    return stride == 0 ? lanes_at_one_word(checked, i, end) : 0;
}

/* The words of lane number i, one by one; 0 if one of them is not usual: all of the lane's are to
 * be checked again. */
static inline int access_lane(const struct checked *checked, unsigned i,
                              const struct warp_order *warp)
{
    const struct request *request = checked->request;
    size_t index = (request->address[i] - checked->words.cells->base) / CELL_WORD;
    uint32_t now = stamp_of(checked->first_thread + request->lane[i], warp->tick[request->lane[i]]);
    if (request->address[i] % CELL_WORD)
        return 0;
    for (unsigned word = 0; word < checked->size / CELL_WORD; word++)
        if (!access_word(&checked->words, index + word, now))
            return 0;
    return 1;
}

unsigned quick_words(struct worker *worker, const struct request *request, unsigned from,
                     const struct access *access, int global)
{
    const struct warp_order *warp = &detector.warps[worker->running.warp_number];
    unsigned first_thread = worker->running.warp_number * SIM_WARP_SIZE;
    struct checked checked = {
        .words = {.cells = global ? &quick_cells : detector.shared_cells,
                  .unit = detector.unit,
                  .limit = stamp_limit(),
                  .first = first_unit(worker, global),
                  .flag = access->kind == ACCESS_READ ? OWNER_READ : OWNER_WRITTEN,
                  .alone = !global || worker->run->alone},
        .request = request,
        .size = access->size,
        .first_thread = first_thread,
        .stamp = warp->last_tick == warp->warp_tick ? stamp_of(first_thread, warp->last_tick) : 0};
    unsigned end = 0, stretches = 0, done = 0;
    if (warp->last_tick > STAMP_TICKS_MOST)
        return from;
    for (unsigned i = from; i < request->count; i += done) {
        for (; i >= end && stretches < request->stretches; stretches++)
            end += request->stretch[stretches].count;
        done = 0;
        if (stretches && checked.stamp)
            done = lanes_together(&checked, request->stretch[stretches - 1].stride, i, end);
        if (!done && !access_lane(&checked, i, warp))
            return i;
        done += !done;
    }
    return request->count;
}
