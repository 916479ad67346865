#include "exact_sum.h"

#include <math.h>

/* a + b without an error: high is the rounded sum, low what the rounding took (Knuth's TwoSum). */
static struct double_double two_sum(double a, double b)
{
    double high = a + b;
    double b_in_high = high - a;
    double a_in_high = high - b_in_high;

    return (struct double_double){high, (a - a_in_high) + (b - b_in_high)};
}

struct double_double add_to_exact(struct double_double sum, double number)
{
    struct double_double next = two_sum(sum.high, number);

    return two_sum(next.high, next.low + sum.low);
}

struct double_double exact_sum(const double *numbers, size_t n)
{
    struct double_double sum = {0.0, 0.0};

    for (size_t i = 0; i < n; i++)
        sum = add_to_exact(sum, numbers[i]);
    return sum;
}

double running_sum(const double *numbers, size_t n)
{
    double sum = 0.0;

    for (size_t i = 0; i < n; i++)
        sum += numbers[i];
    return sum;
}

double kahan_sum(const double *numbers, size_t n)
{
    double sum = 0.0, owed = 0.0;

    for (size_t i = 0; i < n; i++) {
        double number = numbers[i] - owed;
        double next = sum + number;

        owed = (next - sum) - number;
        sum = next;
    }
    return sum;
}

double error_of(double value, struct double_double exact)
{
    return (value - exact.high) - exact.low;
}

double error_bound(double additions, double unit_roundoff, double sum_of_magnitudes)
{
    double rounding = additions * unit_roundoff;

    return rounding < 1 ? rounding / (1 - rounding) * sum_of_magnitudes : INFINITY;
}

int is_within(double value, struct double_double exact, double bound)
{
    double error = fabs(error_of(value, exact));

    /* Asked this way round, since every comparison with a NaN is false. */
    return error < INFINITY && error <= bound;
}
