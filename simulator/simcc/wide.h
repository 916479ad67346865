/*
 * Integers of 64 bits. A register of a GPU has 32 bits: what is one instruction of the host is
 * several there, if its operands are numbers of 64 bits; addresses and what only came from 32 bits
 * are another matter, which the clock finds out.
 */
#ifndef SIMCC_WIDE_H
#define SIMCC_WIDE_H

#include "instruction.h"

/* Instructions of a GPU, as nvcc 13 makes them for sm_90: tests/clock_instructions.t has them. */
enum {
    WIDE_COPY = 1,      /* no instruction; it is of 64 bits, if what it copies is */
    WIDE_PAIR = 2,      /* for each half, one: sums with a carry, logic, comparisons, choices */
    WIDE_MINIMUM = 4,   /* or a maximum: a comparison and a choice for each half */
    WIDE_PRODUCT = 4,   /* of which the lower 64 bits are kept */
    WIDE_HIGH_HALF = 7, /* all 128 bits, or the upper half of them */
    WIDE_QUOTIENT = 76, /* or a remainder; with the subroutine for more than 32 bits */
};

/*
 * The instructions that it takes where its operands are numbers of 64 bits; 0: it is not of 64
 * bits, or its result has 32 again.
 */
unsigned wide_instructions(const struct instruction *instruction);

/* A shift by half of 64 bits: a GPU takes the other register of the two. */
int is_shift_by_half(const struct instruction *instruction);

#endif
