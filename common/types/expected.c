#include "expected.h"

#include <math.h>

#include "expected_moments.h"

static double unit_roundoff(enum element_type type)
{
    return ldexp(1, -element_precision(element_carried_in(type)));
}

/* 2 to the power of the largest exponent: a sum of magnitudes below that cannot overflow. */
static double safe_size(enum element_type type)
{
    return ldexp(1, element_most_exponent(element_carried_in(type)));
}

static void expect_real(struct expected *expected, struct double_double exact, double bound)
{
    expected->real = exact;
    expected->answer.real = exact.high;
    expected->bound = bound;
}

static void expect_exactly(struct expected *expected, double value)
{
    expect_real(expected, (struct double_double){value, 0}, 0);
}

static void expect_sum(struct expected *expected, const void *numbers, size_t n, int depth)
{
    enum element_type type = expected->type;
    struct double_double exact = {0, 0};
    double magnitudes = 0, infinite = 0;
    unsigned long long integer = 0;
    int is_negative_zero = 1; /* only of zeros that all are */

    if (element_is_integer(type)) {
        for (size_t i = 0; i < n; i++)
            integer += (unsigned long long)element_integer(type, numbers, i);
        expected->answer.integer = (long long)integer;
        return;
    }
    for (size_t i = 0; i < n; i++) {
        double value = element_real(type, numbers, i);

        if (isfinite(value)) {
            exact = add_to_exact(exact, value);
            magnitudes += fabs(value);
            is_negative_zero &= signbit(value) != 0;
        } else {
            infinite += value; /* two infinities of different signs make a NaN, as they must */
        }
    }
    /* the magnitudes' own sum is rounded too, by much less than that */
    expected->is_promised = magnitudes * (1 + 1e-3) < safe_size(type);
    if (infinite != 0)
        expect_exactly(expected, infinite);
    else if (magnitudes == 0)
        expect_exactly(expected, is_negative_zero ? -0.0 : 0.0);
    else
        expect_real(expected, exact,
                    error_bound(depth, unit_roundoff(type), magnitudes * (1 + 1e-6)));
}

static void expect_real_product(struct expected *expected, const void *numbers, size_t n)
{
    enum element_type type = expected->type;
    long double product = 1;
    double up = 0, down = 0; /* powers of two: no part of the product is beyond them */
    double roundings = 0;
    int has_infinity = 0, has_zero = 0, has_nan = 0;

    for (size_t i = 0; i < n; i++) {
        double value = element_real(type, numbers, i);
        int exponent;

        has_nan |= isnan(value);
        has_infinity |= isinf(value);
        has_zero |= value == 0;
        if (isfinite(value) && value != 0) {
            roundings += fabs(frexp(value, &exponent)) != 0.5;
            up += fmax(0, exponent);
            down += fmax(0, 1 - exponent);
        }
        product *= value;
    }
    int is_low = up < element_most_exponent(element_carried_in(type));
    int is_high = down < -element_least_exponent(element_carried_in(type));

    if (has_nan || has_infinity || has_zero) {
        /* zero and infinity are reached exactly, unless another number gets there on the way */
        expected->is_promised = has_nan || ((!has_zero || is_low) && (!has_infinity || is_high));
        expect_exactly(expected, has_nan ? NAN : (double)product);
    } else {
        expected->is_promised = is_low && is_high;
        expect_real(expected,
                    (struct double_double){(double)product, (double)(product - (double)product)},
                    error_bound(roundings, unit_roundoff(type), fabs((double)product)));
    }
}

static void expect_product(struct expected *expected, const void *numbers, size_t n)
{
    unsigned long long product = 1;

    if (!element_is_integer(expected->type)) {
        expect_real_product(expected, numbers, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        product *= (unsigned long long)element_integer(expected->type, numbers, i);
    expected->answer.integer = (long long)product;
}

/* Whether a comes before b when the smallest is looked for; a NaN comes before everything. */
static int is_before(double a, double b)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && !isnan(b);
    return a < b || (a == b && signbit(a) && !signbit(b));
}

static void expect_extreme(struct expected *expected, const void *numbers, size_t n, int is_largest)
{
    enum element_type type = expected->type;
    size_t place = 0;

    for (size_t i = 1; i < n; i++)
        if (element_is_integer(type)) {
            long long value = element_integer(type, numbers, i);
            long long best = element_integer(type, numbers, place);

            if (is_largest ? value > best : value < best)
                place = i;
        } else {
            double value = element_real(type, numbers, i);
            double best = element_real(type, numbers, place);

            /* that of the largest is the smallest of the numbers with the other sign */
            if (is_largest ? is_before(-value, -best) : is_before(value, best))
                place = i;
        }
    if (element_is_integer(type))
        expected->answer.integer = element_integer(type, numbers, place);
    else
        expect_exactly(expected, element_real(type, numbers, place));
    expected->answer.index = place;
}

static void expect_and(struct expected *expected, const void *numbers, size_t n)
{
    expected->answer.integer = 1;
    for (size_t i = 0; i < n; i++)
        if (element_is_integer(expected->type) ? element_integer(expected->type, numbers, i) == 0
                                               : element_real(expected->type, numbers, i) == 0)
            expected->answer.integer = 0;
}

/* Maps of unsigned ints: modulo 2^32. */
static void expect_integer_map(struct expected *expected, const unsigned int *numbers, size_t n)
{
    unsigned int factor = 1, offset = 0;

    for (size_t i = 0; i < n; i++) {
        factor = numbers[2 * i] * factor;
        offset = numbers[2 * i] * offset + numbers[2 * i + 1];
    }
    expected->answer.integer = factor;
    expected->answer.index = offset;
}

/*
 * Maps with factors of 1 and -1: from the last on, each offset counts with the product of the
 * factors behind it. One rounding a combination, as in a sum.
 */
static void expect_real_map(struct expected *expected, const void *numbers, size_t n, int depth)
{
    enum element_type type = expected->type;
    double factor = 1, magnitudes = 0;

    for (size_t i = n; i-- > 0;) {
        double offset = element_real(type, numbers, 2 * i + 1);
        double turned = element_real(type, numbers, 2 * i);

        expected->second = add_to_exact(expected->second, factor * offset);
        magnitudes += fabs(offset);
        factor *= turned;
        if (fabs(turned) != 1)
            expected->is_promised = 0;
    }
    if (!(magnitudes * (1 + 1e-3) < safe_size(type)))
        expected->is_promised = 0;
    expect_exactly(expected, factor);
    expected->answer.second = expected->second.high;
    expected->second_bound = error_bound(depth, unit_roundoff(type), magnitudes * (1 + 1e-6));
}

struct expected expect(enum operation operation, enum element_type type, const void *numbers,
                       size_t n, int depth)
{
    struct expected expected = {.operation = operation, .type = type, .is_promised = 1};

    switch (operation) {
    case OPERATION_PRODUCT: expect_product(&expected, numbers, n); break;
    case OPERATION_MAXIMUM: expect_extreme(&expected, numbers, n, 1); break;
    case OPERATION_MINIMUM:
    case OPERATION_ARGMIN: expect_extreme(&expected, numbers, n, 0); break;
    case OPERATION_MOMENTS: expect_moments(&expected, numbers, n, depth); break;
    case OPERATION_AND: expect_and(&expected, numbers, n); break;
    case OPERATION_AFFINE:
        if (element_is_integer(type))
            expect_integer_map(&expected, numbers, n);
        else
            expect_real_map(&expected, numbers, n, depth);
        break;
    default: expect_sum(&expected, numbers, n, depth); break;
    }
    return expected;
}

/* Whether value is as near to exact as bound says; for a bound of 0 also of the same sign. */
static int is_near(double value, struct double_double exact, double bound)
{
    if (isnan(exact.high))
        return isnan(value);
    if (isinf(exact.high) || bound == 0)
        return value == exact.high && !signbit(value) == !signbit(exact.high);
    return is_within(value, exact, bound);
}

int is_expected(const struct expected *expected, const struct answer *answer)
{
    int has_index = expected->operation == OPERATION_ARGMIN ||
                    (expected->operation == OPERATION_AFFINE && element_is_integer(expected->type));
    int is_exact_type =
        element_is_integer(expected->type) && expected->operation != OPERATION_MOMENTS;

    if (!expected->is_promised)
        return 1;
    if (has_index && answer->index != expected->answer.index)
        return 0;
    if (is_exact_type || expected->operation == OPERATION_AND)
        return answer->integer == expected->answer.integer;
    if (!is_near(answer->real, expected->real, expected->bound))
        return 0;
    return (expected->operation != OPERATION_MOMENTS && expected->operation != OPERATION_AFFINE) ||
           is_near(answer->second, expected->second, expected->second_bound);
}
