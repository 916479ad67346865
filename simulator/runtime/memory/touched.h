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
    uint32_t *first;       /* by sector: 1 + the first block of the running launch, 0: none */
    uint8_t *page_touched; /* by page: in the running launch */
    uint8_t *page_written; /* the same, written */
};
extern struct touched touched;

/* Reserves the tables. */
void touched_start(void);

/* The running block touches the sectors [sector, end), counted from the start of the arena. */
static inline void touched_note(uint64_t sector, uint64_t end, uint64_t block, int writes)
{
    uint32_t own = block < UINT32_MAX - 1 ? (uint32_t)block + 1 : UINT32_MAX;
    for (; sector < end; sector++) {
        uint32_t *place = &touched.first[sector];
        uint32_t old = __atomic_load_n(place, __ATOMIC_RELAXED);
        while (
            (old == 0 || old > own) &&
            !__atomic_compare_exchange_n(place, &old, own, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            ;
        uint64_t page = sector / (TOUCHED_PAGE / TOUCHED_SECTOR);
        if (!touched.page_touched[page])
            touched.page_touched[page] = 1;
        if (writes && !touched.page_written[page])
            touched.page_written[page] = 1;
    }
}

/* Forgets what the running launch has touched: it starts again. */
void touched_forget(void);

/* What a launch has done to L2. */
struct touched_launch {
    uint64_t bytes;        /* in different sectors that it touched */
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

#endif
