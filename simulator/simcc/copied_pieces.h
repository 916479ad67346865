/*
 * nvcc copies a structure in pieces as large as its alignment. g++ says to the hook of such a copy
 * how many bytes it has, and not how they are aligned; but its listing of the instructions that it
 * makes (-fdump-rtl-final) says it of each access to memory. So hooks get other names:
 *     __tsan_read_range(p, 24)  __tsan_read_in_8s(p, 24)
 *     __tsan_read16(p)          __tsan_read16_in_8s(p)
 * and in the same way for stores, and for pieces of 1, 2, 4, 8 and 16 bytes.
 */
#ifndef SIMCC_COPIED_PIECES_H
#define SIMCC_COPIED_PIECES_H

#include "text.h"

/*
 * For each function of the listing of instructions that calls such hooks, in their order, a line to
 * *pieces: its name in the assembly, a space, and for each hook the digit of its pieces' size, a
 * power of two, or '-' where it keeps its name: it is no copy of a structure, or nothing is known.
 * listing: g++'s other one (gcc_listing.h), which tells structures from numbers.
 */
void find_copied_pieces(const struct text *instructions, const struct text *listing,
                        struct text *pieces);

/* Gives the hooks in the assembly these names. */
void name_copied_pieces(const struct text *pieces, struct text *assembly);

#endif
