/*
 * Whether the results of rows of floats are right: to the bit where no order of additions can
 * differ, else within what rounding can do at most.
 *
 * The bounds follow from `additions`: how many additions (of softmax: joins of two pairs) a
 * number passes at most on its way into the result. The kernel's shape tells. u is the unit
 * roundoff 2^-24 (exact_sum.h).
 *
 * A sum. Each number reaches it multiplied by at most `additions` factors 1 + d with |d| <= u: the
 * error is at most gamma(additions) times the sum of the magnitudes (error_bound, exact_sum.h). But
 * where all numbers of the row are multiples of a power of two, and their magnitudes add up to at
 * most 2^24 of it, every partial sum is a float: the error is 0. And where the magnitudes add up to
 * more than a float can hold, a partial sum may overflow in one order and not in another: then
 * infinities and NaN are right beside what the bound allows.
 *
 * Softmax's pair: the maximum M, and the sum of exp(x - M). The maximum is exact. On its way into
 * the sum a term is multiplied by exp(m - m') whenever a join finds a larger maximum m'. Each join
 * rounds an addition and a product (u each) and a power, whose error is at most 2 units in the last
 * place (4 u) beside what rounding its argument does: u |m - m'|. The arguments of one term add up
 * to M - x. So the error is at most
 *
 *     gamma(6 (additions + 1)) S + 2 u T + n (additions + 1) 2^-147,
 *
 * S the sum of the terms, T that of (M - x) exp(x - M); the last part is for powers that are so
 * small that they are denormals, each wrong by two of their units at most.
 */
#ifndef ROW_CHECK_H
#define ROW_CHECK_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct row_check {
    unsigned long long rows, right; /* seen so far */
    double largest_error;           /* among the right ones, as a part of its bound; 0: all exact */
    char first_wrong[160];          /* the first that is wrong, in words */
};

/*
 * Checks a row of n numbers whose sum is said to be `sum`. Infinities and NaN add up as IEEE 754
 * says, in any order: one NaN, or infinities of both signs, make a NaN. The sum of an empty row is
 * 0.
 */
void check_row_sum(struct row_check *check, const float *row, size_t n, float sum,
                   double additions);

/*
 * Checks a row of n numbers whose maximum is said to be `maximum`, and the sum of exp(x - maximum)
 * `sum`. A NaN in the row makes both NaN. -infinity counts nothing, whatever the maximum is; where
 * the maximum is +infinity, each +infinity counts 1 and everything else nothing. Of an empty row,
 * or one with nothing but -infinity, the maximum is -infinity and the sum 0. So
 * maximum + log(sum) is the logarithm of the sum of exp(x) in all these cases.
 */
void check_row_softmax(struct row_check *check, const float *row, size_t n, float maximum,
                       float sum, double additions);

#ifdef __cplusplus
}
#endif

#endif
