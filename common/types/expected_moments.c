/*
 * The bounds of merged moments. In each merge, of parts with means a and b and the shares p = na /
 * n and s = nb / n of their elements, where d = b - a:
 *
 *     mean     a + d s
 *     squares  those of both + d^2 na s
 *
 * u is the unit roundoff, X the largest magnitude of an element, h the merges on an element's way
 * (depth), S the true sum of squares, n times the variance.
 *
 * Mean. No mean is larger than X, but for rounding, so d is 2 X at most. s is off by 3 u of itself
 * (two counts are rounded, then their quotient), d by u, and the result is rounded once: 4 u 2 X +
 * u X = 9 u X for each merge. A merged mean takes over a weighted mean of the errors of its parts,
 * so that after h merges it is off by E = (9 h + 1) u X; the 1 is for elements that were rounded.
 *
 * Squares. d is off by 2 E + u |d|, and so d^2 na s by at most
 *
 *     na s (4 E |d| + 4 E^2 + 2 u d^2) + 6 u na s d^2.
 *
 * Over all merges the sum of na s d^2 is S itself, and that of na s at most h n / 4, as na s is at
 * most a quarter of the merge's elements; by Cauchy and Schwarz that of na s |d| is at most
 * sqrt(S h n / 4). Adding up rounds twice in each merge: 2 h u S. Divided by n, with v for the
 * variance, all of it is at most
 *
 *     2 E sqrt(h v) + h E^2 + (2 h + 9) u v.
 *
 * Products of the u above are left out, and a hundredth is added for them. Where numbers fall below
 * the smallest normal one, each rounding is off by the smallest number at most, besides.
 */
#include "expected_moments.h"

#include <math.h>

/* Element index, as a double: exact but for integers of 64 bits. */
static double value_of(enum element_type type, const void *numbers, size_t index)
{
    return element_is_integer(type) ? (double)element_integer(type, numbers, index)
                                    : element_real(type, numbers, index);
}

static struct double_double divide(struct double_double total, double divisor)
{
    double high = total.high / divisor;
    double rest = fma(-high, divisor, total.high) + total.low;

    return (struct double_double){high, rest / divisor};
}

/* The sum of the squared distances from mean, each in about 100 bits. */
static struct double_double squares_about(enum element_type type, const void *numbers, size_t n,
                                          struct double_double mean)
{
    struct double_double squares = {0, 0};

    for (size_t i = 0; i < n; i++) {
        struct double_double value = {value_of(type, numbers, i), 0};
        struct double_double distance = add_to_exact(value, -mean.high);

        distance = add_to_exact(distance, -mean.low);
        double square = distance.high * distance.high;
        double rest = fma(distance.high, distance.high, -square);

        squares = add_to_exact(squares, square);
        squares = add_to_exact(squares, rest + 2 * distance.high * distance.low);
    }
    return squares;
}

void expect_moments(struct expected *expected, const void *numbers, size_t n, int depth)
{
    enum element_type type = expected->type;
    enum element_type carried =
        element_is_integer(type) ? ELEMENT_DOUBLE : element_carried_in(type);
    double unit = ldexp(1, -element_precision(carried));
    double smallest = ldexp(unit, element_least_exponent(carried) + 1);
    struct double_double sum = {0, 0};
    double largest = 0;
    int has_nan = 0;

    for (size_t i = 0; i < n; i++) {
        double value = value_of(type, numbers, i);

        has_nan |= isnan(value);
        largest = fmax(largest, fabs(value));
        sum = add_to_exact(sum, value);
    }
    /* 2 X is the largest distance, and its square n times all that is added up */
    expected->is_promised =
        has_nan || 4 * largest * largest * (double)n < ldexp(1, element_most_exponent(carried));
    if (has_nan) {
        expected->real.high = expected->answer.real = NAN;
        expected->second.high = expected->answer.second = NAN;
        return;
    }

    expected->real = divide(sum, (double)n);
    expected->second = divide(squares_about(type, numbers, n, expected->real), (double)n);
    expected->answer.real = expected->real.high;
    expected->answer.second = expected->second.high;

    double h = depth, variance = fmax(0, expected->second.high);
    double of_mean = 1.01 * (9 * h + 1) * unit * largest + h * smallest;
    double of_variance =
        2 * of_mean * sqrt(h * variance) + h * of_mean * of_mean + (2 * h + 9) * unit * variance;

    expected->bound = of_mean;
    expected->second_bound = 1.01 * of_variance + 8 * smallest * (1 + largest);
}
