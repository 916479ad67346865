/*
 * Blocks of a grid that is too large to run as a whole: those that run instead of all.
 */
#ifndef CHOSEN_H
#define CHOSEN_H

#include "draw.h"
#include "named.h"

enum { CHOSEN_MOST = 2500 };

struct chosen_blocks {
    unsigned count;
    unsigned blocks[CHOSEN_MOST]; /* ascending, each once */
};

/*
 * Chooses of a grid the first block and the last, those whose numbers the kernel's code names
 * and their neighbours, and as many more as drawn says. unit: a block's threads, or its rows. They
 * have a number in the grid, or their elements have, up to eight of each: blocks with named ones
 * are chosen, too. Of more threads than 32 bits count, a stride of the grid that is kept in 32 bits
 * leads from the first block to another one, which is chosen as well.
 */
void choose_blocks(struct chosen_blocks *chosen, unsigned grid, unsigned unit,
                   const struct named *named, struct draw *draw, unsigned drawn);

/* Chooses one block: any, and more often than others the last, which may lack numbers. */
void choose_any_block(struct chosen_blocks *chosen, unsigned grid, struct draw *draw);

#endif
