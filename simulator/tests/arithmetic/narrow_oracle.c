/*
 * Half and bfloat16 against an oracle: all 65536 values as exact numbers, sorted; rounding is a
 * search for the two neighbours, and the nearer one, or the even one, wins. Results are compared
 * in 113 bits, or exactly as differences.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "arithmetic/narrow_format.h"
#include "../lib/tap.h"

typedef __float128 exact;

/* The size by the definition of the formats, computed otherwise than the runtime does it. */
static exact define_value(unsigned bits, enum sim_narrow_format format)
{
    int fraction_bits = format == SIM_HALF ? 10 : 7, bias = format == SIM_HALF ? 15 : 127;
    unsigned fraction = bits & ((1u << fraction_bits) - 1);
    int exponent = (int)(bits & 0x7fff) >> fraction_bits;
    exact value = fraction;

    for (int i = 0; i < fraction_bits; i++)
        value /= 2;
    if (exponent)
        value += 1;
    else
        exponent = 1;
    for (; exponent > bias; exponent--)
        value *= 2;
    for (; exponent < bias; exponent++)
        value /= 2;
    return value;
}

static exact values[2][0x8000];

static exact defined_value(unsigned bits, enum sim_narrow_format format)
{
    exact size = values[format][bits & 0x7fff];

    return bits & 0x8000 ? -size : size;
}

static void define_values(void)
{
    for (int format = SIM_HALF; format <= SIM_BFLOAT; format++)
        for (unsigned bits = 0; bits < 0x8000; bits++)
            values[format][bits] = define_value(bits, (enum sim_narrow_format)format);
}

static void is_true(int condition, const char *name, ...) __attribute__((format(printf, 2, 3)));
static void is_true(int condition, const char *format, ...)
{
    char name[200];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(name, sizeof name, format, arguments);
    va_end(arguments);
    OK(condition, name);
}

/* The bits of infinity; sizes below it are finite. */
static unsigned infinity_of(enum sim_narrow_format format)
{
    return format == SIM_HALF ? 0x7c00 : 0x7f80;
}

/* By search: the size's lower neighbour, then the rule for what lies between. */
static unsigned oracle_round(exact value, int negative_zero, enum sim_narrow_format format,
                             enum sim_rounding rounding)
{
    int negative = value < 0 || (value == 0 && negative_zero);
    exact size = negative ? -value : value;
    unsigned low = 0, high = infinity_of(format); /* defined_value(high): where it would be */

    while (high - low > 1) {
        unsigned middle = (low + high) / 2;

        if (defined_value(middle, format) <= size)
            low = middle;
        else
            high = middle;
    }
    exact below = defined_value(low, format), above = defined_value(low + 1, format);
    unsigned result = low;

    if (size >= above) { /* beyond where infinity would be */
        below = size;
        result = rounding == SIM_NEAREST_EVEN ? low + 1 : low;
        if (rounding == SIM_UPWARD && !negative)
            result = low + 1;
        if (rounding == SIM_DOWNWARD && negative)
            result = low + 1;
    } else if (size > below) {
        exact to_below = size - below, to_above = above - size;

        if (rounding == SIM_NEAREST_EVEN)
            result = to_below < to_above ? low : to_above < to_below ? low + 1 : low + (low & 1);
        else if (rounding == SIM_UPWARD)
            result = low + !negative;
        else if (rounding == SIM_DOWNWARD)
            result = low + negative;
    }
    return result | (negative ? 0x8000 : 0);
}

static unsigned random_bits(void)
{
    static uint64_t state = 88172645463325252u;

    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 20);
}

/* A finite value, of all exponents alike. */
static unsigned random_finite(enum sim_narrow_format format)
{
    unsigned bits = random_bits() & 0xffff;

    return (bits & 0x7fff) < infinity_of(format) ? bits : bits & 0x83ff;
}

static const char *const names[] = {"half", "bfloat16"};

static void check_values(enum sim_narrow_format format)
{
    unsigned wrong = 0;

    for (unsigned bits = 0; bits < 0x10000; bits++) {
        unsigned size = bits & 0x7fff;
        double value = narrow_value((uint16_t)bits, format);

        if (size > infinity_of(format))
            wrong += !isnan(value) || narrow_round(value, format, SIM_NEAREST_EVEN) != 0x7fff;
        else if (size == infinity_of(format))
            wrong += !isinf(value) || narrow_round(value, format, SIM_NEAREST_EVEN) != bits;
        else
            wrong += (exact)value != defined_value(bits, format) ||
                     narrow_round(value, format, SIM_NEAREST_EVEN) != bits;
    }
    is_true(wrong == 0, "%s: all 65536 values, there and back (%u wrong)", names[format], wrong);
}

static void check_rounding(enum sim_narrow_format format)
{
    unsigned wrong = 0;

    for (unsigned bits = 0; bits < infinity_of(format); bits++) {
        double here = narrow_value((uint16_t)bits, format);
        double next = (double)defined_value(bits + 1, format);
        double between[] = {here, (here + next) / 2, nextafter((here + next) / 2, 0),
                            nextafter((here + next) / 2, INFINITY), here + (next - here) / 3};

        for (int i = 0; i < 5; i++)
            for (int r = SIM_NEAREST_EVEN; r <= SIM_DOWNWARD; r++)
                for (int sign = -1; sign <= 1; sign += 2)
                    wrong += narrow_round(sign * between[i], format, (enum sim_rounding)r) !=
                             oracle_round((exact)(sign * between[i]), sign < 0, format,
                                          (enum sim_rounding)r);
    }
    is_true(wrong == 0, "%s: four roundings at and around all midpoints (%u wrong)", names[format],
            wrong);
}

/* a + b; where of one of them nothing is left in 113 bits, a little beside the other. */
static exact sum_of(exact a, exact b)
{
    exact sum = a + b, of_b = sum - a;
    exact error = (a - (sum - of_b)) + (b - of_b);
    exact little = (sum < 0 ? -sum : sum) / ((exact)(1ull << 50) * (exact)(1ull << 50));

    if (sum != a && sum != b)
        return sum;
    return error > 0 ? sum + little : error < 0 ? sum - little : sum;
}

#define OPERATIONS 100000

static void check_operations(enum sim_narrow_format format)
{
    unsigned wrong[4] = {0};

    for (int i = 0; i < OPERATIONS; i++) {
        unsigned a = random_finite(format), b = random_finite(format), c = random_finite(format);
        if (i % 3 == 0) /* c cancels, or lies just beside, or far below the product */
            c = sim_narrow_compute(a, b, 0, SIM_NARROW_MUL | format) ^ 0x8000;
        if (i % 3 == 1)
            c &= 0x80ff;
        if ((c & 0x7fff) >= infinity_of(format))
            c = 1;
        exact x = defined_value(a, format), y = defined_value(b, format),
              z = defined_value(c, format);
        unsigned operations[] = {SIM_NARROW_ADD, SIM_NARROW_SUB, SIM_NARROW_MUL, SIM_NARROW_FMA};
        exact results[] = {sum_of(x, y), sum_of(x, -y), x * y, sum_of(x * y, z)};
        int signs = (a >> 15) ^ (b >> 15);
        int zeros[] = {a >> 15 && b >> 15, a >> 15 && !(b >> 15), signs, signs && c >> 15};

        for (int o = 0; o < 4; o++)
            wrong[o] += sim_narrow_compute(a, b, c, operations[o] | format) !=
                        oracle_round(results[o], zeros[o], format, SIM_NEAREST_EVEN);
    }
    is_true(wrong[0] + wrong[1] + wrong[2] + wrong[3] == 0,
            "%s: sums, differences, products, fused (%u %u %u %u wrong)", names[format], wrong[0],
            wrong[1], wrong[2], wrong[3]);
}

/* A quotient or root q is right if no neighbour's product, or square, is nearer: no division. */
static void check_quotients(enum sim_narrow_format format)
{
    unsigned wrong = 0, wrong_roots = 0;

    for (int i = 0; i < OPERATIONS; i++) {
        unsigned a = random_finite(format), b = random_finite(format) | 1;
        unsigned q = sim_narrow_divide(a, b, SIM_NARROW_DIV | format);
        exact quotient = defined_value(a, format) / defined_value(b, format);

        wrong += q != oracle_round(quotient, (a ^ b) >> 15, format, SIM_NEAREST_EVEN);
        a &= 0x7fff;
        if (a == 0)
            continue;
        unsigned root = sim_narrow_divide(a, 0, SIM_NARROW_SQRT | format);
        exact low = (defined_value(root - 1, format) + defined_value(root, format)) / 2;
        exact high = (defined_value(root, format) + defined_value(root + 1, format)) / 2;
        wrong_roots +=
            low * low > defined_value(a, format) || high * high < defined_value(a, format);
    }
    is_true(wrong == 0 && wrong_roots == 0, "%s: quotients and roots (%u %u wrong)", names[format],
            wrong, wrong_roots);
}

static void check_integers(enum sim_narrow_format format)
{
    unsigned wrong = 0;

    for (int i = 0; i < OPERATIONS; i++) {
        uint64_t value = ((uint64_t)random_bits() << 32 | random_bits()) >> (random_bits() % 64);
        if (i % 2) /* just beside a midpoint */
            value = (value & ~UINT64_C(0xfff)) + (i % 3) - 1;
        wrong += sim_narrow_from_unsigned(value, format, SIM_NEAREST_EVEN) !=
                 oracle_round((exact)value, 0, format, SIM_NEAREST_EVEN);
        wrong += sim_narrow_from_signed((int64_t)value, format, SIM_TOWARD_ZERO) !=
                 oracle_round((exact)(int64_t)value, 0, format, SIM_TOWARD_ZERO);
    }
    is_true(wrong == 0, "%s: integers of 64 bits (%u wrong)", names[format], wrong);
}

int main(void)
{
    define_values();
    for (int format = SIM_HALF; format <= SIM_BFLOAT; format++) {
        check_values((enum sim_narrow_format)format);
        check_rounding((enum sim_narrow_format)format);
        check_operations((enum sim_narrow_format)format);
        check_quotients((enum sim_narrow_format)format);
        check_integers((enum sim_narrow_format)format);
    }
    return tap_end();
}
