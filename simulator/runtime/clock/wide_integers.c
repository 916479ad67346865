/*
 * Integers of 64 bits: see wide_integers.h.
 */
#include "clock/wide_integers.h"

/* Of a product of which the lower 64 bits are kept, as simcc/wide.h has it. One is a sum. */
#define PRODUCT_INSTRUCTIONS 4

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
