/*
 * A page of global memory, as L2 sees it.
 */
#ifndef TOUCHED_PAGE_H
#define TOUCHED_PAGE_H

#include <stdint.h>

#include "base/device.h"

/*
 * A page's state in L2. Where blocks go through memory in strides, the end of one stride and the
 * begin of the next meet in a page: it has two ends, touched at different times.
 */
struct page {
    uint64_t position; /* at its last touch by a first block, on the scale of bytes; 0: never */
    uint64_t end;      /* the same by the last of the blocks */
    uint32_t first;    /* 1 + the first block of the running launch that touched it, 0: none */
    uint32_t last;     /* 1 + the last of the blocks that touched a sector of it first */
    uint32_t apart;    /* blocks between them: touched_order.h */
    uint32_t turn;     /* sectors of the first block before those in it: touched_order.h */
    uint16_t lines;    /* touched by that launch */
    uint8_t written;   /* sectors that the running launch has written */
    uint8_t is_swept;  /* what touched it last was a sweep over memory, or a copy */
};

/*
 * 1 if a launch of so many blocks and bytes sweeps over memory, as far as the page knows: its
 * blocks that touch the page do so one soon after another, no more than an eighth of L2 apart.
 */
static inline uint8_t page_is_in_sweep(const struct page *page, uint64_t blocks, uint64_t bytes,
                                       uint64_t l2_size)
{
    return page->apart / (double)blocks * (double)bytes * 8 < (double)l2_size;
}

/*
 * The bytes that may pass before the page has left L2. Those who sweep over more than a part of
 * L2 find nothing of it when they begin anew. Where blocks of all the launch have touched the page,
 * in no order, L2 has it as long as there is room.
 */
static inline uint64_t page_kept(const struct page *page, uint64_t l2_size)
{
    return page->is_swept ? (uint64_t)((double)l2_size * device.l2_kept) : l2_size;
}

#endif
