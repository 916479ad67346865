/*
 * Integers of 64 bits: see wide_integers.h.
 */
#include "clock/wide_integers.h"

#define PRODUCT_INSTRUCTIONS 4 /* of a product of which the lower 64 bits are kept; one is a sum   \
                                */

int is_wide(const struct operation *operation, const struct value *from)
{
    return operation->kind <= OPERATION_DIVIDE && operation->wide && from->is_wide;
}

int is_added(const struct operation *operation, const struct value *from)
{
    return operation->kind == OPERATION_INTEGER && !operation->is_logic &&
           is_wide(operation, from) && from->is_product;
}

/*
 * Of 64 bits is what follows from such a number, and the product of two numbers, but not an index
 * times a constant, as in an address.
 */
void mark_wide(const struct operation *operation, struct value *value)
{
    int is_product = operation->kind == OPERATION_MULTIPLY;
    value->is_wide =
        is_wide(operation, value) || (is_product && operation->wide && operation->special);
    value->is_product =
        is_product ? value->is_wide : operation->kind == OPERATION_MOVE && value->is_product;
}

/*
 * Each half has instructions of its own. Of a product's, less than half follow from one another;
 * all of a quotient's do.
 */
void widen(const struct device *device, const struct operation *operation, struct price *price)
{
    double all = operation->wide;
    price->latency = device->latency * (operation->kind == OPERATION_DIVIDE ? all : (all + 2) / 4);
    price->instructions = all;
    if (operation->kind == OPERATION_MULTIPLY && all == PRODUCT_INSTRUCTIONS)
        price->busy *= (all - 1) / all;
}
