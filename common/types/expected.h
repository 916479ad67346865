/*
 * What a reduction of any type must come to, and how far from it rounding may lead.
 *
 * Integers, minima, maxima and their places, and "and" must be right to the last bit. Of
 * floating-point sums, products, means, variances and maps a bound of the error is computed from
 * the number of roundings that lie on an element's way to the result; nothing is tuned.
 */
#ifndef EXPECTED_H
#define EXPECTED_H

#include "exact_sum.h"
#include "operation.h"

#ifdef __cplusplus
extern "C" {
#endif

struct expected {
    enum operation operation;
    enum element_type type;
    struct answer answer;              /* the exact one, rounded to double */
    struct double_double real, second; /* what answer.real and answer.second are rounded from */
    double bound, second_bound;        /* of their errors; 0: the very same number */
    int is_promised; /* 0: numbers may leave the type's range on the way, and what then comes out is
                        decided by the order of the operations alone */
};

/*
 * The answer for n elements. depth is the most combinations on any element's way to the result:
 * for a tree the number of its rounds.
 *
 * NaN: a minimum or maximum of numbers of which one is NaN is NaN, as IEEE 754-2019 has its
 * minimum; argmin then has the place of the first NaN. -0 is below +0.
 * Integers: sums and products are those modulo 2^64.
 */
struct expected expect(enum operation operation, enum element_type type, const void *numbers,
                       size_t n, int depth);

/* Whether a reduction came to what was expected; where nothing is promised, 1. */
int is_expected(const struct expected *expected, const struct answer *answer);

#ifdef __cplusplus
}
#endif

#endif
