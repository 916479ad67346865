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

#endif
