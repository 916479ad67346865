/*
 * Sizes that a kernel may single out: all small ones, any others, and members of sequences that are
 * known by a name, since a condition in a few lines of code asks for one of these.
 */
#ifndef SIZES_H
#define SIZES_H

#include <stddef.h>
#include <stdint.h>

#include "draw.h"
#include "named.h"

enum { SIZES_MOST = 4000 };

/*
 * Draws numbers from 4 to most: `many` any ones, mostly small; and each one up to `all`, those of
 * sequences, and those beside the numbers that a kernel names, the largest first: counters tell
 * more of them. Stores at most SIZES_MOST; returns how many.
 */
size_t draw_any_sizes(const struct named *named, unsigned many, unsigned all, unsigned most,
                      struct draw *draw, unsigned sizes[SIZES_MOST]);

#endif
