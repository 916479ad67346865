/*
 * Integers of 64 bits on a GPU, whose registers have 32: which values are such, and what operations
 * on them cost. simcc/wide.h has the numbers of instructions.
 */
#ifndef WIDE_INTEGERS_H
#define WIDE_INTEGERS_H

#include "clock/warp_parts.h"

/* Whether the operation computes integers of 64 bits, of operands that are what `from` says. */
static inline int computes_wide(const struct operation *operation, const struct value *from)
{
    return operation->kind <= OPERATION_DIVIDE && operation->wide && from->is_wide;
}

/* Whether it is a sum with a product of 64 bits: nvcc's product takes an addend of 64 bits, too. */
static inline int adds_to_product(const struct operation *operation, const struct value *from)
{
    return operation->kind == OPERATION_INTEGER && !operation->is_logic &&
           computes_wide(operation, from) && from->is_product;
}

/*
 * Makes of what the operands are what the result is. Of 64 bits is what follows from such a number,
 * the product of two numbers, and what was put together of two words, but not an index times a
 * constant, as in an address. Where the host multiplies 32 bits as 64, nobody sees what they were:
 * such a product takes no addend here.
 */
static inline void mark_wide(const struct operation *operation, struct value *value)
{
    int wide = computes_wide(operation, value), is_product = operation->kind == OPERATION_MULTIPLY;
    int is_made = is_product || operation->kind == OPERATION_MOVE;
    value->is_wide = wide || (is_made && operation->wide && operation->special);
    value->is_product = is_product ? wide : operation->kind == OPERATION_MOVE && value->is_product;
}

/* The cost of an operation on integers of 64 bits, from that of one on 32. */
void widen_price(const struct device *device, const struct operation *operation,
                 struct price *price);

#endif
