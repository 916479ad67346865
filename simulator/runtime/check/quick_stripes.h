/*
 * The stripes of the quick look: 64 bytes side by side of global memory. As long as lanes side by
 * side access all of them, each its own, one entry says what 16 cells would, or 64 of bytes, and
 * the memory of the cells stays untouched. Any other access unfolds the stripe: from then on, its
 * cells count.
 */
#ifndef QUICK_STRIPES_H
#define QUICK_STRIPES_H

#include <string.h>

#include "check/quick_cells.h"

#define STRIPE_BYTES QUICK_ROW
#define STRIPE_WORDS 16
#define HALF_STRIPE  32 /* bytes: a warp's, one for each lane */
#define WORD_SHIFT   2  /* 1 << WORD_SHIFT bytes are a word */

/*
 * owner: as in struct cell; OWNER_BYTES: the cells count. write, read: stamps of the first bytes, 0
 * if there are none; 1 << shift bytes are of one thread, those behind them of the next. With
 * STAMP_LANES, readers has the first word's lanes; those of each next word are one further.
 * is_half: nobody has come to the second half yet.
 */
struct stripe {
    uint32_t owner, write, read;
    uint32_t shift : 4, is_half : 4, readers : 24;
} __attribute__((aligned(16)));

/* It is being unfolded: no unit has so large a number, and no stripe has atomics. */
#define STRIPE_LOCKED (OWNER_ATOMIC | OWNER_UNIT)

/* What an owner has of these, where several units read and none wrote: OWNER_SHARED. */
#define SHARED_BY_READS (OWNER_WRITTEN | OWNER_ATOMIC | OWNER_BYTES | OWNER_SHARED)

/* The part of a check that all lanes of a request have in common. */
struct words {
    const struct cells *cells;
    uint32_t unit, limit, first, flag; /* flag: OWNER_READ or OWNER_WRITTEN */
    int alone;                         /* no other host thread can come between */
    int only_barriers;                 /* of the block and its warps order its threads */
};

/*
 * Exchanges 16 bytes, aligned, unless another host thread has changed them meanwhile; returns 0
 * then, and where processors cannot.
 */
static inline int exchange_if_same(void *place, const void *seen, const void *next)
{
#if defined(__x86_64__)
    typedef uint64_t two __attribute__((vector_size(16), may_alias));
    uint64_t before[2], after[2];
    int done;
    memcpy(before, seen, sizeof before);
    memcpy(after, next, sizeof after);
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(done), "+m"(*(two *)place), "+a"(before[0]), "+d"(before[1])
                     : "b"(after[0]), "c"(after[1])
                     : "memory");
    return done;
#else
    (void)place, (void)seen, (void)next;
    return 0;
#endif
}

/* Unfolds the stripe, unless it is. unit: the running one; first: that of the running phase. */
void stripe_unfold(const struct cells *cells, size_t number, uint32_t unit, uint32_t first);

/*
 * To be called before the cell of a word is looked at; nothing to do in shared memory, which has no
 * stripes.
 */
static inline void stripe_open(const struct cells *cells, size_t word, uint32_t unit,
                               uint32_t first)
{
    uint32_t owner;
    if (!cells->stripes)
        return;
    owner = __atomic_load_n(&cells->stripes[word / STRIPE_WORDS].owner, __ATOMIC_ACQUIRE);
    if (!(owner & OWNER_BYTES) || !is_current(owner, first))
        stripe_unfold(cells, word / STRIPE_WORDS, unit, first);
}

/*
 * The same, but returns 1 if the word need not be looked at: it is read, in a stripe that several
 * units have read, all of it, and none has written.
 */
static inline int stripe_is_shared(const struct words *words, size_t word)
{
    uint32_t owner;
    if (!words->cells->stripes)
        return 0;
    owner = __atomic_load_n(&words->cells->stripes[word / STRIPE_WORDS].owner, __ATOMIC_ACQUIRE);
    if (is_current(owner, words->first)) {
        if (owner & OWNER_BYTES)
            return 0;
        if (words->flag == OWNER_READ && (owner & SHARED_BY_READS) == OWNER_SHARED)
            return 1;
    }
    stripe_unfold(words->cells, word / STRIPE_WORDS, words->unit, words->first);
    return 0;
}

/*
 * All of a stripe is read that others of the block have read since the last barrier, as note_read
 * would note it in each cell; 0 where the cells might differ.
 */
static inline int stripe_read_beside(const struct words *words, struct stripe *stripe, uint32_t now,
                                     unsigned shift)
{
    const uint32_t lane = SIM_WARP_SIZE - 1, flags = STAMP_LANES | STAMP_SEVERAL;
    uint32_t before = stripe->read, latest = before > now ? before : now;
    int other_warp = ((before ^ now) & STAMP_THREAD & ~lane) != 0;
    if ((before & STAMP_SEVERAL) || (other_warp && words->only_barriers)) {
        stripe->read = stamp_of(before & STAMP_THREAD, latest >> STAMP_TICK_SHIFT) |
                       (before & flags) | STAMP_SEVERAL;
        return 1;
    }
    if (stripe->shift == shift && !((before ^ now) & (STAMP_THREAD | flags))) {
        stripe->read = now;
        return 1;
    }
    if (shift != WORD_SHIFT || stripe->shift != WORD_SHIFT ||
        ((before ^ now) & ~(STAMP_LANES | lane)))
        return 0;
    if (!(before & STAMP_LANES))
        stripe->readers = 1u << (before & lane);
    stripe->readers |= 1u << (now & lane);
    stripe->read = before | STAMP_LANES;
    return 1;
}

/* The usual access to all of a stripe of this unit's; 0 where the cells might differ. */
static inline int stripe_own(const struct words *words, struct stripe *stripe, uint32_t now,
                             unsigned shift)
{
    const uint32_t others = STAMP_THREAD | STAMP_LANES | STAMP_SEVERAL;
    uint32_t limit = words->limit;
    stripe->owner |= words->flag;
    if (stripe->write && stripe->shift != shift)
        return 0;
    if (stripe->write >= limit && ((stripe->write ^ now) & STAMP_THREAD))
        return 0;
    if (words->flag == OWNER_READ && stripe->read >= limit)
        return stripe->read == now && stripe->shift == shift
                   ? 1
                   : stripe_read_beside(words, stripe, now, shift);
    if (words->flag == OWNER_WRITTEN && stripe->read >= limit &&
        (stripe->shift != shift || ((stripe->read ^ now) & others)))
        return 0;
    stripe->shift = shift;
    stripe->read = words->flag == OWNER_READ ? now : 0;
    stripe->write = words->flag == OWNER_READ ? stripe->write : now;
    return 1;
}

/* Writes it down, unless another host thread has come between; returns 0 then. */
static inline int stripe_change(const struct words *words, struct stripe *stripe,
                                const struct stripe *seen, const struct stripe *next)
{
    if (!words->alone)
        return exchange_if_same(stripe, seen, next);
    *stripe = *next;
    return 1;
}

/* One that nobody has accessed in this phase; now, shift: as below. */
static inline struct stripe stripe_of(const struct words *words, uint32_t now, unsigned shift)
{
    int reads = words->flag == OWNER_READ;
    return (struct stripe){
        words->unit | words->flag, reads ? 0 : now, reads ? now : 0, shift, 0, 0};
}

/*
 * Lanes side by side access all of the stripe. now: the stamp of the first of them, of which each
 * has 1 << shift bytes. Returns 0, and nothing has changed, where that is not usual.
 */
static inline int stripe_access(const struct words *words, struct stripe *stripe, uint32_t now,
                                unsigned shift)
{
    const uint32_t plain = OWNER_READ | OWNER_WRITTEN;
    struct stripe seen = *(volatile struct stripe *)stripe, next = seen;
    if (!is_current(seen.owner, words->first)) {
        next = stripe_of(words, now, shift);
    } else if (seen.is_half) {
        return 0;
    } else if ((seen.owner | plain) == (words->unit | plain)) {
        if (!stripe_own(words, &next, now, shift))
            return 0;
    } else {
        if (words->flag != OWNER_READ || (seen.owner & SHARED_BY_READS & ~OWNER_SHARED))
            return 0;
        next.owner |= OWNER_SHARED;
        if (seen.owner & OWNER_SHARED)
            return 1;
    }
    return stripe_change(words, stripe, &seen, &next);
}

/*
 * The same for lanes that each access a byte of the first or the second half. now: the stamp of the
 * first of them.
 */
static inline int stripe_access_half(const struct words *words, struct stripe *stripe, uint32_t now,
                                     int is_second)
{
    struct stripe seen = *(volatile struct stripe *)stripe, next = seen;
    if (!is_current(seen.owner, words->first)) {
        next = stripe_of(words, now, 0);
        next.is_half = 1;
        return !is_second && stripe_change(words, stripe, &seen, &next);
    }
    if (seen.owner == (words->unit | words->flag)) { /* those of the other half did the same */
        next.is_half = 0;
        return is_second && seen.is_half && seen.write + seen.read == now - HALF_STRIPE &&
               stripe_change(words, stripe, &seen, &next);
    }
    if (words->flag != OWNER_READ || seen.is_half || (seen.owner & SHARED_BY_READS & ~OWNER_SHARED))
        return 0;
    next.owner |= OWNER_SHARED;
    return (seen.owner & OWNER_SHARED) || stripe_change(words, stripe, &seen, &next);
}

#endif
