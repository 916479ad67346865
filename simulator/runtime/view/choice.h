/*
 * Which blocks of a launch are viewed.
 */
#ifndef VIEW_CHOICE_H
#define VIEW_CHOICE_H

#include <stdint.h>

/*
 * Reads SIM_VIEW_BLOCKS: numbers of blocks, and ranges of them, with commas between. Ends the
 * program with status 2 and one line on stderr if it is something else.
 */
void choice_read(void);

/* Why the block is viewed, a mask of VIEW_ bits: 0 if it is not. middle: see struct run. */
unsigned choice_of(uint64_t block, uint64_t blocks, uint64_t middle);

/* 1 if blocks were asked for, but none that a grid of so many blocks has. */
int choice_is_beyond(uint64_t blocks);

#endif
