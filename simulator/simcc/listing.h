/*
 * The calls in an assembly, x86-64's or arm64's, function by function: what two compiles of one
 * text have in common.
 */
#ifndef SIMCC_LISTING_H
#define SIMCC_LISTING_H

#include "assembly.h"

struct listed_call {
    char *name;     /* bare, "" if it is not known */
    char kind;      /* of a hook: B a basic block, r, w, u (both), h another; 0: no hook */
    long line;      /* of the source */
    size_t behind;  /* where the next line of the assembly begins */
    unsigned label; /* the number in .Lsim_operationsNUMBER behind it; 0: there is none */
};

struct listed_function {
    char *name;
    size_t first, count; /* calls */
};

struct listing {
    struct listed_call *calls;
    size_t call_count;
    struct listed_function *functions; /* those that call something, sorted by name */
    size_t function_count;
};

void listing_read(struct listing *listing, const struct text *assembly);
void listing_free(struct listing *listing);

/* NULL: it has none of that name. */
const struct listed_function *listing_find(const struct listing *listing, const char *name);

#endif
