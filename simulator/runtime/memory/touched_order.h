/*
 * When the blocks of a launch come to a page, where all of them run side by side: each has its
 * sectors one after another, and is as far as the others. In a grid-stride loop that is the order
 * of the strides, whatever the numbers of the blocks.
 */
#ifndef TOUCHED_ORDER_H
#define TOUCHED_ORDER_H

#include <stdint.h>

/* Another launch. blocks: of its grid, if all run side by side, else 0. */
void touched_order_begin(uint64_t blocks);

/* 1 if they do. */
int touched_order_known(void);

/*
 * Counts the next sector, in ascending order, that the block touched first. Returns its turn, from
 * 0. Sectors, since a page may have sectors of several blocks: where an array does not begin with a
 * page, some blocks would have one more page in each stride, and seem to be twice as far.
 */
uint32_t touched_order_turn(uint64_t block);

/* When that turn comes, as a part of the launch, 0 to 1. Once all sectors are counted. */
double touched_order_part(uint32_t turn);

/* The blocks that touch a page: the ends of those in the grid's first half, and in its second. */
struct touched_range {
    uint32_t least[2], most[2];
};

static inline struct touched_range touched_range_empty(void)
{
    return (struct touched_range){.least = {UINT32_MAX, UINT32_MAX}};
}

static inline void touched_range_add(struct touched_range *range, uint32_t block, uint64_t blocks)
{
    unsigned half = block >= blocks / 2;
    range->least[half] = block < range->least[half] ? block : range->least[half];
    range->most[half] = block > range->most[half] ? block : range->most[half];
}

/*
 * How many blocks there are from the range's first one to its last. Where all blocks of the launch
 * run side by side and go through memory in strides, the grid's first block follows its last one.
 */
uint32_t touched_range_apart(const struct touched_range *range);

#endif
