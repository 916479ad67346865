/*
 * Loops of a function: their parts, and how often they run if numbers say so.
 */
#ifndef SIMCC_LOOPS_H
#define SIMCC_LOOPS_H

#include "syntax.h"

struct loop {
    size_t first;           /* for, while or do */
    size_t condition, step; /* where they begin; the step of a for only, else step_end */
    size_t condition_end, step_end;
    size_t body, end; /* [body, end] */
    long unrolled;    /* by #pragma unroll: rounds; 0: all; -1: nothing is said */
};

/* 1 if a loop begins at position. */
int loop_at(const struct source *source, size_t position, struct loop *loop);

/* Whether the access at position is done again by the loop. */
int is_in_loop(const struct loop *loop, size_t position);

/* The value of the expression: a number, or the name of one; -1: not seen from here. */
long number_of(const struct source *source, size_t first, size_t end);

/* How often the for runs by the numbers in its header; -1: not seen from here. */
long rounds_of(const struct source *source, const struct loop *loop);

/* Whether the word stands in [first, end). */
int statement_has(const struct source *source, size_t first, size_t end, const char *word);

/*
 * Whether the variables of the loop's condition come and go as the kernel finds: changed at several
 * places, of which not each round comes to all. A stack's top, a row that is tried and given up.
 */
int is_unsteady(const struct source *source, const struct loop *loop);

/* Whether something in the loop branches. */
int has_branches(const struct source *source, const struct loop *loop);

#endif
