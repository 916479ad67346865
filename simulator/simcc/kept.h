/*
 * Numbers that stay in registers. Compilers take hooks for calls, which may change all registers of
 * floating point, so that a loop's sum is in memory around each of them. Code that stands in their
 * place changes few: there, a register may be what a slot on the stack was.
 */
#ifndef SIMCC_KEPT_H
#define SIMCC_KEPT_H

#include "assembly.h"
#include "text.h"

#define KEPT_MOST 8

/* A slot on the stack, and the register in its place. */
struct kept_slot {
    long place;      /* bytes from the stack pointer */
    unsigned size;   /* bytes: 4 or 8 */
    unsigned number; /* of the register: %xmm8 to %xmm15 */
};

struct kept {
    unsigned count;
    struct kept_slot slots[KEPT_MOST];
    int is_in_frame; /* the code that is written now: the stack pointer has moved, ... */
    long moved;      /* ... and so far beyond that, for the arguments of a call; bytes */
};

/*
 * Finds the slots that may stay in registers, in the function of x86-64 (AT&T syntax) whose
 * assembly begins there, behind its .cfi_startproc. These hold floating point, loops without calls
 * but hooks read and write them, and nothing has their addresses.
 */
struct kept find_kept(const char *function, const char *end);

/* Writes the instruction as it is with the registers; returns 0, and nothing is written, if it is
 * as before. */
int write_with_kept(const struct kept *kept, const struct statement *statement,
                    struct text *output);

/*
 * To be called behind each instruction of the function: follows the stack pointer. Where it has
 * moved at the function's begin, the registers are cleared.
 */
void follow_stack(struct kept *kept, const struct statement *statement, struct text *output);

/*
 * Before a call: the registers go to their slots; and back from there. moved: as in struct kept; 0
 * where hooks are, as these are not called amid arguments.
 */
void write_saves(const struct kept *kept, long moved, struct text *output);
void write_loads(const struct kept *kept, long moved, struct text *output);

#endif
