/*
 * The blocks of a launch that are viewed.
 */
#ifndef VIEW_CHOICE_H
#define VIEW_CHOICE_H

#include <stdint.h>

/*
 * Reads SIM_VIEW_BLOCKS: numbers and ranges of blocks, with commas between. For anything else, ends
 * the program with status 2 and one line on stderr.
 */
void choice_read(void);

/*
 * The reasons to view the block, a mask of VIEW_ bits; 0: the block is not viewed. middle: see
 * struct run.
 */
unsigned choice_of(uint64_t block, uint64_t blocks, uint64_t middle);

/* 1 if SIM_VIEW_BLOCKS names blocks, but none in a grid of that many blocks. */
int choice_is_beyond(uint64_t blocks);

#endif
