/*
 * Whether a compiler knows an index: then it can keep the array in registers.
 */
#ifndef SIMCC_INDICES_H
#define SIMCC_INDICES_H

#include "syntax.h"

/* Whether both tokens are the same name. */
int same_name(const struct token *a, const struct token *b);

/* Whether what stands in [position, last] gets another value: x = 1, x += 1, x <<= 1, x++, --x, or
 * may get one, as its address is taken. */
int is_changed(const struct source *source, size_t position, size_t last);

/* The brace that ends the scope in which position is; NOWHERE: none does. */
size_t scope_end(const struct source *source, size_t position);

/*
 * Whether the expression [first, end), in the function that begins at function, has only numbers,
 * constants, counters of loops that run from one such number to another, and variables that never
 * change from such a value, or go from it to a bound in steps: nvcc unrolls these loops.
 */
int index_is_known(const struct source *source, size_t function, size_t first, size_t end);

#endif
