/*
 * Integers of 64 bits on a GPU, whose registers have 32: which values are such, and what operations
 * on them cost. simcc/wide.h has the numbers of instructions.
 */
#ifndef WIDE_INTEGERS_H
#define WIDE_INTEGERS_H

#include "clock/warp_parts.h"

/* Whether the operation computes integers of 64 bits, of operands that are what `from` says. */
int computes_wide(const struct operation *operation, const struct value *from);

/* Whether it is a sum with a product of 64 bits: nvcc's product takes an addend of 64 bits, too. */
int adds_to_product(const struct operation *operation, const struct value *from);

/* Makes of what the operands are what the result is. */
void mark_wide(const struct operation *operation, struct value *value);

/* The cost of an operation on integers of 64 bits, from that of one on 32. */
void widen_price(const struct device *device, const struct operation *operation,
                 struct price *price);

#endif
