/*
 * Loops that nvcc unrolls as a whole, as their number of rounds stands in the source: it leaves
 * nothing of their headers, and has one instruction for what is counted by the host in each round.
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

/* Lines of source files, ascending. */
struct whole_loops {
    long *line;
    size_t count;
};

/* Those of the assembly that was made of it. */
struct whole_loops whole_loops_read(const struct text *assembly);
int whole_loops_have(const struct whole_loops *loops, long line);
void whole_loops_free(struct whole_loops *loops);

#endif
