/*
 * Numbers that a kernel's code names: constants to compare with, to add or to multiply by. A kernel
 * that treats one launch in another way than all others has to tell it from them, by its n, its
 * grid, a block's number or a value; what it is told by stands in the code. So the grader makes
 * launches with these numbers, too.
 */
#ifndef NAMED_H
#define NAMED_H

#include <stddef.h>
#include <stdint.h>

enum { NAMED_MOST = 48, UNUSUAL_MOST = 6, COMBINED_MOST = 4 * UNUSUAL_MOST * UNUSUAL_MOST };

/*
 * The unusual ones come first: those that no warp, no loop and no mask asks for, so that they may
 * be half of a condition. Of them, and of the others behind them, those come first that are
 * compared with.
 */
struct named {
    unsigned count, unusual;
    unsigned compared;       /* from here on none is compared with */
    int numbers[NAMED_MOST]; /* each once */
};

/* Reads them from objdump's listing of the kernel's code; none if there is no such file. */
void read_named(const char *disassembly, struct named *named);

/* The size of a number, whatever its sign: a - 50000 in the code may ask for 50000. */
unsigned named_size(int number);

/*
 * What a condition on two of the unusual numbers may ask for: their sums, differences, products
 * and quotients, from least to most. Stores at most COMBINED_MOST; returns how many.
 */
size_t combine_named(const struct named *named, uint64_t least, uint64_t most, uint64_t *combined);

/*
 * Numbers of which two of the unusual ones, as divisors, leave named remainders, from least to
 * most. Stores at most COMBINED_MOST; returns how many.
 */
size_t with_remainders(const struct named *named, uint64_t least, uint64_t most,
                       uint64_t *combined);

#endif
