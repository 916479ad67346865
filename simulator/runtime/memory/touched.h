/*
 * The sectors of global memory that launches touch, for the clock. Within a launch: the first block
 * that touches a sector. From launch to launch: whether L2 may still have it.
 *
 * L2 is modelled as a least-recently-used cache of pages. Its state is a scale of bytes: the
 * position of a page is the number of bytes that had passed through L2 when the page was touched
 * last. A page is in L2 as long as fewer bytes than L2's size have passed since.
 */
#ifndef TOUCHED_H
#define TOUCHED_H

#include <stddef.h>
#include <stdint.h>

#include "memory/memory.h"

#define TOUCHED_SECTOR 32   /* bytes */
#define TOUCHED_PAGE   4096 /* bytes */

struct touched {
    /*
     * by sector: 1 + the first block of the running launch that touched it, 0: none; and
     * TOUCHED_WRITTEN
     */
    uint32_t *sector;
    uint8_t *page; /* by page: touched by the running launch */
};
extern struct touched touched;

#define TOUCHED_WRITTEN 0x80000000u

/* Reserves the tables. */
void touched_start(void);

/* What an entry says when the block that has own for one has touched the sector, too. */
static inline uint32_t touched_by(uint32_t old, uint32_t own)
{
    uint32_t written = (old | own) & TOUCHED_WRITTEN;
    old &= ~TOUCHED_WRITTEN;
    own &= ~TOUCHED_WRITTEN;
    return (old && old < own ? old : own) | written;
}

/* What an entry begins with for that block. */
static inline uint32_t touched_number(uint64_t block)
{
    return block < TOUCHED_WRITTEN - 2 ? (uint32_t)block + 1 : TOUCHED_WRITTEN - 1;
}

/*
 * 1 if the entry says so already, of the block that has that number: the sector was mostly touched
 * by a block before this one, or by itself: its number, less one, is smaller.
 */
static inline int touched_says(uint32_t entry, uint32_t number, int writes)
{
    return (writes ? entry ^ TOUCHED_WRITTEN : entry & ~TOUCHED_WRITTEN) - 1 < number;
}

/* 1 if there is nothing to be noted: the running block touches a sector as one has before. */
static inline int touched_has(uint64_t sector, uint64_t block, int writes)
{
    return touched_says(__atomic_load_n(&touched.sector[sector], __ATOMIC_RELAXED),
                        touched_number(block), writes);
}

/* The same for one sector; 1 if its entry has changed. */
static inline int touched_note_one(uint32_t *entry, uint32_t own, int alone)
{
    uint32_t old = __atomic_load_n(entry, __ATOMIC_RELAXED), new;
    if (touched_says(old, own & ~TOUCHED_WRITTEN, (own & TOUCHED_WRITTEN) != 0))
        return 0;
    while ((new = touched_by(old, own)) != old) {
        if (alone) {
            *entry = new;
            break;
        }
        if (__atomic_compare_exchange_n(entry, &old, new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            break;
    }
    return 1;
}

/* The same for four sectors that the launch has not touched; 0 if it has, or if others may. */
static inline int touched_note_new(uint32_t *entries, uint32_t own, int alone)
{
    typedef uint32_t four __attribute__((vector_size(16), aligned(4), may_alias));
    typedef uint64_t two __attribute__((vector_size(16)));
    two old = (two) * (const four *)entries;
    if (!alone || (old[0] | old[1]))
        return 0;
    *(four *)entries = (four){own, own, own, own};
    return 1;
}

/*
 * The running block touches the sectors [sector, end), counted from the start of the arena. alone:
 * no other host thread runs blocks.
 */
static inline void touched_note(uint64_t sector, uint64_t end, uint64_t block, int writes,
                                int alone)
{
    const uint64_t in_page = TOUCHED_PAGE / TOUCHED_SECTOR;
    uint32_t own = touched_number(block) | (writes ? TOUCHED_WRITTEN : 0);
    int changed = 0;
    for (uint64_t at = sector; at < end;) {
        if (end - at >= 4 && touched_note_new(&touched.sector[at], own, alone)) {
            changed = 1;
            at += 4;
        } else {
            changed |= touched_note_one(&touched.sector[at++], own, alone);
        }
    }
    for (uint64_t page = sector / in_page; changed && page * in_page < end; page++)
        if (!touched.page[page])
            touched.page[page] = 1;
}

/*
 * Forgets what the last launch has touched, or the running one, which starts again. Until then the
 * last one may be looked at once more, with another state of L2.
 */
void touched_forget(void);

/* A launch's traffic in L2. */
struct touched_launch {
    uint64_t bytes;        /* of all different lines that it touched */
    uint64_t missed;       /* of these: not in L2 before */
    uint64_t written_back; /* that L2 wrote to memory meanwhile, also for earlier launches */
};

/*
 * When a launch is over: its traffic in L2. blocks_run: how many of its blocks were run; they
 * represent the others. side_by_side: 1 if the device runs all of its blocks at the same time.
 * l2_size: bytes.
 */
struct touched_launch touched_look(uint64_t blocks, uint64_t blocks_run, int side_by_side,
                                   uint64_t l2_size);

/*
 * To be called between touched_look and touched_end_launch: the first block that touched the sector
 * (UINT32_MAX: none), ...
 */
uint32_t touched_first_block(uint64_t sector);

/*
 * ... and 1 if L2 still had the sector from before when that block of the launch came to it. While
 * a launch runs, of block 0: what L2 has from before the launch.
 */
int touched_before(uint64_t sector, uint64_t block, uint64_t l2_size);

/* Updates the state of L2 by the launch. */
void touched_end_launch(void);

/*
 * The host copies size bytes of the arena, or sets them (from: 0), or copies from or to its own
 * memory (that side: 0). Passes the bytes through L2.
 */
struct touched_launch touched_by_copy(uintptr_t to, uintptr_t from, size_t size, uint64_t l2_size);

/* ---- A launch that repeats another does the same to L2 ------------------------------------- */

/* A page that a launch touched: its state in L2 before and after. */
struct touched_by_launch {
    size_t page;
    /* bytes that had passed since its ends were touched; UINT64_MAX: not in L2 */
    uint64_t distance, end_distance;
    uint64_t position, end; /* on the scale, from the begin of the launch */
    uint8_t dirty_before, dirty;
    uint8_t swept_before, is_swept;
};

struct touched_effect {
    uint64_t bytes;   /* that have passed */
    uint64_t l2_size; /* bytes */
    uint64_t others;  /* sectors of other pages that were written back meanwhile */
    size_t count;
    struct touched_by_launch *pages; /* ascending; to be freed */
};

/* The effect of the launch of the last touched_look. To be called before touched_end_launch. */
struct touched_effect touched_effect(void);

/* 1 if the launch would find L2 in the same state. */
int touched_can_repeat(const struct touched_effect *effect);

/* Applies the effect again. */
void touched_repeat(const struct touched_effect *effect);

/* Empties L2, with nothing left to be written back. */
void touched_cool(void);

#endif
