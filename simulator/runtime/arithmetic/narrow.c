/*
 * Arithmetic on half and bfloat16: exact, or in double so that double rounding does no harm, and
 * then rounded to nearest even. See sim/narrow.h.
 */
#include "arithmetic/narrow_format.h"

#include <math.h>

/*
 * a + b, rounded to odd: an inexact result has 1 as its last bit. Rounded again to fewer bits, it
 * equals the exact sum rounded once.
 */
static double add_to_odd(double a, double b)
{
    double sum = a + b;
    double of_b = sum - a;
    double error = (a - (sum - of_b)) + (b - of_b);
    union { /* no memcpy: in a kernel, that is recorded */
        double value;
        uint64_t bits;
    } u = {.value = sum};

    if (!isfinite(sum) || error == 0)
        return sum;
    if (u.bits & 1)
        return sum;
    return nextafter(sum, error > 0 ? INFINITY : -INFINITY);
}

/* The smaller (sign 1) or larger (-1) of two; of zeros, the negative one is smaller. */
static double choose(double a, double b, int sign, int keeps_nan)
{
    if (isnan(a) || isnan(b))
        return keeps_nan ? NAN : isnan(a) ? b : a;
    if (a == b)
        return (signbit(a) != 0) == (sign > 0) ? a : b;
    return sign * a < sign * b ? a : b;
}

static double compute(double a, double b, double c, unsigned int operation)
{
    switch (operation & ~15u) {
    case SIM_NARROW_ADD: return a + b;
    case SIM_NARROW_SUB: return a - b;
    case SIM_NARROW_MUL: return a * b;
    case SIM_NARROW_FMA: return add_to_odd(a * b, c);
    case SIM_NARROW_MIN: return choose(a, b, 1, 0);
    case SIM_NARROW_MAX: return choose(a, b, -1, 0);
    case SIM_NARROW_MIN_NAN: return choose(a, b, 1, 1);
    case SIM_NARROW_MAX_NAN: return choose(a, b, -1, 1);
    case SIM_NARROW_CEIL: return ceil(a);
    case SIM_NARROW_FLOOR: return floor(a);
    case SIM_NARROW_TRUNC: return trunc(a);
    case SIM_NARROW_RINT: return rint(a);
    case SIM_NARROW_DIV: return a / b;
    case SIM_NARROW_RCP: return 1 / a;
    case SIM_NARROW_SQRT: return sqrt(a);
    case SIM_NARROW_RSQRT: return 1 / sqrt(a);
    case SIM_NARROW_EXP: return exp(a);
    case SIM_NARROW_EXP2: return exp2(a);
    case SIM_NARROW_EXP10: return pow(10, a);
    case SIM_NARROW_LOG: return log(a);
    case SIM_NARROW_LOG2: return log2(a);
    case SIM_NARROW_LOG10: return log10(a);
    case SIM_NARROW_SIN: return sin(a);
    case SIM_NARROW_COS: return cos(a);
    case SIM_NARROW_TANH: return tanh(a);
    default: return NAN;
    }
}

static uint16_t compute_one(uint32_t a, uint32_t b, uint32_t c, unsigned int operation)
{
    enum sim_narrow_format format = operation & 1;
    double third = (operation & ~15u) == SIM_NARROW_FMA ? narrow_value((uint16_t)c, format) : 0;
    double result = compute(narrow_value((uint16_t)a, format), narrow_value((uint16_t)b, format),
                            third, operation);

    if (operation & SIM_NARROW_SATURATE)
        result = result > 0 ? fmin(result, 1) : 0;
    if (operation & SIM_NARROW_RELU && result < 0)
        result = 0;
    return narrow_round(result, format, SIM_NEAREST_EVEN);
}

uint32_t sim_narrow_compute(uint32_t a, uint32_t b, uint32_t c, unsigned int operation)
{
    uint32_t low = compute_one(a, b, c, operation);

    if (!(operation & SIM_NARROW_PAIR))
        return low;
    return low | (uint32_t)compute_one(a >> 16, b >> 16, c >> 16, operation) << 16;
}

uint32_t sim_narrow_divide(uint32_t a, uint32_t b, unsigned int operation)
{
    return sim_narrow_compute(a, b, 0, operation);
}

uint32_t sim_narrow_function(uint32_t a, unsigned int operation)
{
    return sim_narrow_compute(a, 0, 0, operation);
}

static uint32_t compare_one(uint32_t a, uint32_t b, enum sim_narrow_comparison comparison,
                            unsigned int more)
{
    double x = narrow_value((uint16_t)a, more & 1), y = narrow_value((uint16_t)b, more & 1);
    int holds = 0;

    switch (comparison) {
    case SIM_NARROW_EQUAL: holds = x == y; break;
    case SIM_NARROW_NOT_EQUAL: holds = x < y || x > y; break;
    case SIM_NARROW_LESS: holds = x < y; break;
    case SIM_NARROW_LESS_EQUAL: holds = x <= y; break;
    case SIM_NARROW_GREATER: holds = x > y; break;
    case SIM_NARROW_GREATER_EQUAL: holds = x >= y; break;
    case SIM_NARROW_IS_NAN: return isnan(x) ? 0xffff : 0;
    }
    if (isnan(x) || isnan(y))
        holds = (more & SIM_NARROW_UNORDERED) != 0;
    return holds ? 0xffff : 0;
}

uint32_t sim_narrow_compare(uint32_t a, uint32_t b, enum sim_narrow_comparison comparison,
                            unsigned int more)
{
    uint32_t low = compare_one(a, b, comparison, more);

    return more & SIM_NARROW_PAIR ? low | compare_one(a >> 16, b >> 16, comparison, more) << 16
                                  : low;
}

float sim_narrow_to_float(uint32_t value, unsigned int format)
{
    return (float)narrow_value((uint16_t)value, (enum sim_narrow_format)format);
}

double sim_narrow_to_double(uint32_t value, unsigned int format)
{
    return narrow_value((uint16_t)value, (enum sim_narrow_format)format);
}

uint32_t sim_narrow_from_float(float value, unsigned int format, enum sim_rounding rounding)
{
    return narrow_round(value, (enum sim_narrow_format)format, rounding);
}

uint32_t sim_narrow_from_double(double value, unsigned int format, enum sim_rounding rounding)
{
    return narrow_round(value, (enum sim_narrow_format)format, rounding);
}

/*
 * A whole number as a double, rounded to odd, so that it rounds to 16 bits like the number itself.
 */
static double with_sticky_bit(uint64_t size)
{
    if (size >> 53)
        size = (size & ~UINT64_C(0xfff)) | ((size & 0xfff) != 0) << 12;
    return (double)size;
}

uint32_t sim_narrow_from_unsigned(uint64_t value, unsigned int format, enum sim_rounding rounding)
{
    return narrow_round(with_sticky_bit(value), (enum sim_narrow_format)format, rounding);
}

uint32_t sim_narrow_from_signed(int64_t value, unsigned int format, enum sim_rounding rounding)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    double exact = with_sticky_bit(size);

    return narrow_round(value < 0 ? -exact : exact, (enum sim_narrow_format)format, rounding);
}
