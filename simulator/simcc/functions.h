/*
 * Functions that are calls on the host, and a GPU's operations for them, by their names.
 */
#ifndef SIMCC_FUNCTIONS_H
#define SIMCC_FUNCTIONS_H

#include "base/operations.h"

/* Not _CALL: an operation of that kind instead. OPERATION_MOVE: a GPU does nothing for it. */
enum operation_kind function_kind(const char *name);

/* What nvcc makes of a mathematical function, as functions.csv has it. */
struct function_cost {
    const char *name;
    unsigned instructions, special, doubles;
};
/* That of a function, or of one of the runtime's for it; NULL for any other function. */
const struct function_cost *find_function_cost(const char *name);
/* Whether it has a slow way for large numbers, with a loop: nvcc unrolls no loop around it. */
int has_slow_way(const char *name);

/* In which registers a function's values are. */
enum value_place { IN_GENERAL, IN_VECTOR };

/* A function of the runtime that only computes. */
struct computation {
    enum operation_kind kind;
    enum value_place result, arguments;
};
/* NULL for any other function. */
const struct computation *find_computation(const char *name);

/* An access that the compiler has announced by a call of one of its hooks. */
struct hook {
    int is_hook; /* else it is a call */
    int reads;   /* a load follows */
    int writes;  /* a store; both: the store's event is one byte before the load's */
    int block;   /* a basic block begins */
};
struct hook hook_of(const char *name);

#endif
