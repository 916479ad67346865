/*
 * Values that stand in the source: numbers, names of constants, and expressions of these.
 */
#ifndef SIMCC_CONSTANTS_H
#define SIMCC_CONSTANTS_H

#include "syntax.h"

/*
 * The token's value: a number, or the name of a constant or of an enumerator for which an
 * expression of numbers stands; -1: neither, or below 0.
 */
long constant_at(const struct source *source, size_t position);

/* 1 if the tokens [first, end) are an expression of such, by + - * / and parentheses. */
int read_number(const struct source *source, size_t first, size_t end, long *number);

#endif
