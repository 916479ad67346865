#include "row_check.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

#include "../types/exact_sum.h"

/* What a row's sum has to be held against. */
struct row_facts {
    double sum, magnitudes; /* of the finite numbers */
    double grain;           /* the largest power of two that all finite numbers are multiples of */
    int has_nan, has_plus, has_minus; /* NaN, infinities */
};

/* The largest power of two that number, finite and not 0, is a multiple of. */
static double grain_of(float number)
{
    int exponent;
    int digits = (int)(frexpf(fabsf(number), &exponent) * 0x1p24f); /* 24 bits hold them all */

    return ldexp(1.0, exponent - 24 + __builtin_ctz((unsigned int)digits));
}

static struct row_facts look_at(const float *row, size_t n)
{
    struct row_facts facts = {.grain = INFINITY};

    for (size_t i = 0; i < n; i++) {
        if (isnan(row[i])) {
            facts.has_nan = 1;
        } else if (isinf(row[i])) {
            facts.has_plus |= row[i] > 0;
            facts.has_minus |= row[i] < 0;
        } else if (row[i] != 0) {
            facts.sum += row[i];
            facts.magnitudes += fabsf(row[i]);
            /* only a number that is no multiple of the grain so far can make it smaller */
            double grains = row[i] / facts.grain;
            if (isinf(facts.grain) || grains != trunc(grains))
                facts.grain = fmin(facts.grain, grain_of(row[i]));
        }
    }
    return facts;
}

/* Notes whether a row is right, and how far its result is from the exact one. */
static int note(struct row_check *check, int is_right, double error, double bound)
{
    check->rows++;
    check->right += is_right != 0;
    if (is_right && bound > 0)
        check->largest_error = fmax(check->largest_error, error / bound);
    /* no text is needed if it is right, or if another was wrong before */
    return is_right || check->rows - check->right > 1;
}

void check_row_sum(struct row_check *check, const float *row, size_t n, float sum, double additions)
{
    struct row_facts facts = look_at(row, n);
    double expected = facts.sum, bound = 0;
    int is_right;

    if (facts.magnitudes > 0x1p24 * facts.grain) /* else every partial sum is a float */
        bound = error_bound(additions, UNIT_ROUNDOFF_FLOAT, facts.magnitudes) +
                error_bound((double)n, UNIT_ROUNDOFF_DOUBLE, facts.magnitudes);
    int may_overflow = facts.magnitudes + bound > FLT_MAX;
    if (facts.has_nan || (facts.has_plus && facts.has_minus))
        expected = NAN;
    else if (facts.has_plus || facts.has_minus)
        expected = facts.has_plus ? INFINITY : -INFINITY;

    double error = isfinite(expected) && isfinite(sum) ? fabs(sum - expected) : 0;
    if (isnan(expected))
        is_right = isnan(sum);
    else if (isinf(expected)) /* a partial sum may overflow to the other infinity, and meet this one
                               */
        is_right = sum == (float)expected || (may_overflow && isnan(sum));
    else
        is_right = isfinite(sum) ? error <= bound : may_overflow;
    if (!note(check, is_right, error, bound))
        snprintf(check->first_wrong, sizeof check->first_wrong,
                 "row %llu, %zu numbers: sum %.9g, expected %.9g, to within %.3g", check->rows - 1,
                 n, sum, expected, bound);
}

void check_row_softmax(struct row_check *check, const float *row, size_t n, float maximum,
                       float sum, double additions)
{
    double largest = -INFINITY, terms = 0, distances = 0;
    int has_nan = 0;

    for (size_t i = 0; i < n; i++) {
        has_nan |= isnan(row[i]);
        largest = fmax(largest, row[i]);
    }
    for (size_t i = 0; i < n; i++) {
        if (isinf(row[i]) || isinf(largest)) {
            terms += row[i] == largest && row[i] > 0;
            continue;
        }
        double distance = largest - row[i], term = exp(-distance);

        terms += term;
        distances += distance * term;
    }
    double bound = error_bound(6 * (additions + 1), UNIT_ROUNDOFF_FLOAT, terms) +
                   2 * UNIT_ROUNDOFF_FLOAT * distances + 0x1p-147 * (double)n * (additions + 1) +
                   error_bound((double)n + 4, UNIT_ROUNDOFF_DOUBLE, terms);
    double error = has_nan ? 0 : fabs(sum - terms);
    int is_right =
        has_nan ? isnan(maximum) && isnan(sum) : maximum == (float)largest && error <= bound;

    if (!note(check, is_right, error, bound))
        snprintf(
            check->first_wrong, sizeof check->first_wrong,
            "row %llu, %zu numbers: maximum %.9g and sum %.9g, expected %.9g and %.9g, to within "
            "%.3g",
            check->rows - 1, n, maximum, sum, has_nan ? NAN : largest, has_nan ? NAN : terms,
            bound);
}
