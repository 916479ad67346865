/*
 * Who touches which sector of global memory, for the clock: within a launch the first block
 * that does, and from launch to launch what of it L2 may still hold.
 *
 * L2 is taken as what was touched last, in order (least recently used goes first), up to its
 * size. What is touched moves on a scale of bytes: the position of a page is how many bytes
 * had passed through L2 when it was touched last.
 */
#ifndef TOUCHED_H
#define TOUCHED_H

#include <stddef.h>
#include <stdint.h>

#include "memory/memory.h"

#define TOUCHED_SECTOR 32   /* bytes */
#define TOUCHED_PAGE   4096 /* bytes */

struct touched {
    /* by sector: 1 + the first block of the running launch, 0: none; and TOUCHED_WRITTEN */
    uint32_t *sector;
    uint8_t *page; /* by page: in the running launch */
};
extern struct touched touched;

#define TOUCHED_WRITTEN 0x80000000u

/* Reserves the tables. */
void touched_start(void);

static inline uint32_t touched_by(uint32_t old, uint32_t own)
{
    uint32_t written = (old | own) & TOUCHED_WRITTEN;
    old &= ~TOUCHED_WRITTEN;
    own &= ~TOUCHED_WRITTEN;
    return (old && old < own ? old : own) | written;
}

/* The running block touches the sectors [sector, end), counted from the start of the arena. */
static inline void touched_note(uint64_t sector, uint64_t end, uint64_t block, int writes)
{
    uint32_t own = block < TOUCHED_WRITTEN - 2 ? (uint32_t)block + 1 : TOUCHED_WRITTEN - 1;
    own |= writes ? TOUCHED_WRITTEN : 0;
    for (; sector < end; sector++) {
        uint32_t *place = &touched.sector[sector];
        uint32_t old = __atomic_load_n(place, __ATOMIC_RELAXED), new;
        while (
            (new = touched_by(old, own)) != old &&
            !__atomic_compare_exchange_n(place, &old, new, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
        uint8_t *page = &touched.page[sector / (TOUCHED_PAGE / TOUCHED_SECTOR)];
        if (!*page)
            *page = 1;
    }
}

/* Forgets what the running launch has touched: it starts again. */
void touched_forget(void);

/* What a launch has done to L2. */
struct touched_launch {
    uint64_t bytes;        /* in different lines that it touched */
    uint64_t missed;       /* of them, those that L2 did not have from before */
    uint64_t written_back; /* that L2 had to write to memory meanwhile, also from before */
};

/*
 * When a launch is over: what it did to L2, of the given size in bytes. Of its blocks so many
 * were run; they stand for the others.
 */
struct touched_launch touched_look(uint64_t blocks, uint64_t blocks_run, uint64_t l2_size);

/*
 * To be asked between touched_look and touched_end_launch: the first block that touched the
 * sector (UINT32_MAX: nobody), ...
 */
uint32_t touched_first_block(uint64_t sector);

/* ... and whether L2 had it from before when so many bytes of the launch had passed. */
int touched_before(uint64_t sector, uint64_t bytes_passed, uint64_t l2_size);

/* Makes what the launch did the state of L2. */
void touched_end_launch(void);

/*
 * The host copies size bytes of the arena, or sets them (from is 0), or copies from or to its
 * own memory (that side is 0): passes them through L2.
 */
struct touched_launch touched_by_copy(uintptr_t to, uintptr_t from, size_t size, uint64_t l2_size);

/* ---- A launch that repeats another does the same to L2 ------------------------------------- */

/* What a launch has found of a page that it touched, and what it has left. */
struct touched_by_launch {
    size_t page;
    uint64_t
        distance; /* bytes that had passed since it was touched, UINT64_MAX: L2 had not got it */
    uint64_t position; /* on the scale, from where the launch began */
    uint8_t dirty_before, dirty;
};

struct touched_effect {
    uint64_t bytes;   /* that have passed */
    uint64_t l2_size; /* bytes */
    uint64_t others;  /* sectors of other pages that left L2 meanwhile and had to be written back */
    size_t count;
    struct touched_by_launch *pages; /* ascending; to be freed */
};

/* What the launch does that was looked at: to be asked before touched_end_launch. */
struct touched_effect touched_effect(void);

/* 1 if the launch would find L2 as it was, as far as that tells. */
int touched_can_repeat(const struct touched_effect *effect);

/* Does it again. */
void touched_repeat(const struct touched_effect *effect);

/* L2 holds nothing of the program's any more, and nothing that must still be written back. */
void touched_cool(void);

#endif
