/*
 * Loops that nvcc unrolls as a whole, as their number of rounds stands in the source: it leaves
 * nothing of their headers, and has one instruction for what is counted by the host in each round.
 * And those that #pragma unroll asks for, with any number of rounds; and of others, what the types
 * in their header say: loop_types.h.
 */
#ifndef SIMCC_WHOLE_LOOPS_H
#define SIMCC_WHOLE_LOOPS_H

#include "syntax.h"
#include "text.h"

/*
 * Appends to the translated source what tells whole_loops_read of the lines that have nothing but
 * the header of such a loop.
 */
void whole_loops_write(const struct source *source, struct text *output);

enum whole_loop {
    LOOP_IS_WHOLE = 1,   /* nothing is left of its header */
    LOOP_IS_ASKED = 2,   /* by #pragma unroll, without a number */
    LOOP_IS_COUNTED = 4, /* loop_types.h: nvcc counts its rounds, though its step is unknown, ... */
    LOOP_IS_ENDLESS = 8, /* ... or cannot, as the counter may wrap around */
    LOOP_IS_WIDE = 16    /* the counter has 64 bits */
};

/* Lines of source files, ascending. */
struct whole_loops {
    struct whole_line {
        unsigned file; /* file_key */
        long number;
        int is; /* of enum whole_loop */
    } * line;
    size_t count;
};

/* Those of the assembly that was made of it. */
struct whole_loops whole_loops_read(const struct text *assembly);
/*
 * What the header on that line of that file (file_key) is of, as struct whole_line has it; 0: of
 * no such loop.
 */
int whole_loops_at(const struct whole_loops *loops, unsigned file, long line);
void whole_loops_free(struct whole_loops *loops);

#endif
