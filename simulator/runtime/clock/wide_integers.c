/*
 * Integers of 64 bits: see wide_integers.h.
 */
#include "clock/wide_integers.h"

/* Of a product of which the lower 64 bits are kept, as simcc/wide.h has it. One is a sum. */
#define PRODUCT_INSTRUCTIONS 4

int computes_wide(const struct operation *operation, const struct value *from)
{
    return operation->kind <= OPERATION_DIVIDE && operation->wide && from->is_wide;
}

int adds_to_product(const struct operation *operation, const struct value *from)
{
    return operation->kind == OPERATION_INTEGER && !operation->is_logic &&
           computes_wide(operation, from) && from->is_product;
}

/*
 * Of 64 bits is what follows from such a number, the product of two numbers, and what was put
 * together of two words, but not an index times a constant, as in an address. Where the host
 * multiplies 32 bits as 64, nobody sees what they were: such a product takes no addend here.
 */
void mark_wide(const struct operation *operation, struct value *value)
{
    int wide = computes_wide(operation, value), is_product = operation->kind == OPERATION_MULTIPLY;
    int is_made = is_product || operation->kind == OPERATION_MOVE;
    value->is_wide = wide || (is_made && operation->wide && operation->special);
    value->is_product = is_product ? wide : operation->kind == OPERATION_MOVE && value->is_product;
}

/*
 * Each half has instructions of its own. Of a product's, less than half follow from one another;
 * all of a quotient's do.
 */
void widen_price(const struct device *device, const struct operation *operation,
                 struct price *price)
{
    double all = operation->wide;
    price->latency = device->latency * (operation->kind == OPERATION_DIVIDE ? all : (all + 2) / 4);
    price->instructions = all;
    if (operation->kind == OPERATION_MULTIPLY && all == PRODUCT_INSTRUCTIONS)
        price->busy *= (all - 1) / all;
}
