/*
 * What a GPU does for functions that are calls on the host, by their names.
 */
#ifndef SIMCC_FUNCTIONS_H
#define SIMCC_FUNCTIONS_H

#include "base/operations.h"

/* Not _CALL: an operation of that kind instead. OPERATION_MOVE: a GPU does nothing for it. */
enum operation_kind function_kind(const char *name);

/* An access that the compiler has announced by a call of one of its hooks. */
struct hook {
    int is_hook; /* else it is a call */
    int reads;   /* what follows it is a load */
    int writes;  /* a store; both: the store's event is one byte before the load's */
    int block;   /* a basic block begins */
};
struct hook hook_of(const char *name);

#endif
