/*
 * What is drawn for a grading: sizes, blocks, grids and the like, by the seed. The same seed draws
 * the same on every machine.
 */
#ifndef DRAW_H
#define DRAW_H

#include <stdint.h>

enum { BLOCK_SIZES = 5 }; /* 64, 128, ..., 1024 threads */

struct draw {
    uint64_t state;
};

/* A beginning of its own for each purpose: what is drawn for one does not hang on the others. */
struct draw draw_begin(unsigned seed, const char *purpose);

/* A number from least to most, both included; all are alike. */
unsigned draw_between(struct draw *draw, unsigned least, unsigned most);

/* The same, but small numbers are drawn as often as large ones: from 1 up. */
unsigned draw_size(struct draw *draw, unsigned least, unsigned most);

/* A number below 2^width with that number of bits set. */
unsigned draw_bits(struct draw *draw, unsigned bits, unsigned width);

/* All block sizes, in an order that is drawn. */
void draw_blocks(struct draw *draw, unsigned blocks[BLOCK_SIZES]);

/* Where the input begins within 16 bytes: at all block sizes, with the same base, anywhere. */
unsigned offset_of_block(unsigned base, unsigned block);

#endif
