/*
 * Checks of words side by side, four cells at a time.
 */
#ifndef QUICK_FOURS_H
#define QUICK_FOURS_H

#include "check/quick_stripes.h"

#define FOUR_WORDS 16 /* bytes */

/* One of each of four cells; its comparisons give all bits or none. */
typedef uint32_t four __attribute__((vector_size(16), may_alias));

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
    return exchange_if_same(cells->owner, &seen, &owner);
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

#endif
