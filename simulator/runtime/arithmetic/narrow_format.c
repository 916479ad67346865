/*
 * Rounding to 16 bits and back: see narrow_format.h.
 */
#include "arithmetic/narrow_format.h"

#include <math.h>

#define NARROW_NAN 0x7fff

struct format {
    int fraction; /* bits behind the point */
    int bias;     /* of the exponent */
    int highest;  /* exponent field of infinity */
};
static const struct format formats[] = {
    [SIM_HALF] = {10, 15, 31},
    [SIM_BFLOAT] = {7, 127, 255},
};

/* Bits of a double. */
#define FRACTION 52
#define BIAS     1023
#define HIGHEST  2047

static inline uint64_t bits_of(double value)
{
    union { /* no memcpy: in a kernel, that is recorded */
        double value;
        uint64_t bits;
    } u = {.value = value};
    return u.bits;
}

static inline double of_bits(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } u = {.bits = bits};
    return u.value;
}

/* 2 to the power of an exponent that a normal double has. */
static inline double power_of_two(int exponent)
{
    return of_bits((uint64_t)(exponent + BIAS) << FRACTION);
}

double narrow_value(uint16_t bits, enum sim_narrow_format kind)
{
    const struct format *format = &formats[kind];
    int field = bits >> format->fraction & format->highest;
    int fraction = bits & ((1 << format->fraction) - 1);
    double size;

    if (field == format->highest)
        size = fraction ? NAN : INFINITY;
    else if (field)
        size = ((1 << format->fraction) + fraction) *
               power_of_two(field - format->bias - format->fraction);
    else
        size = fraction * power_of_two(1 - format->bias - format->fraction);
    return bits & 0x8000 ? -size : size;
}

/* What lies between a magnitude and its neighbour below, of the way to the one above. */
enum rest { REST_NONE, REST_BELOW_HALF, REST_HALF, REST_ABOVE_HALF };

/* 1 if a magnitude between two neighbours rounds to the larger one. */
static inline uint32_t goes_up(enum rest rest, unsigned odd, int negative,
                               enum sim_rounding rounding)
{
    switch (rounding) {
    case SIM_NEAREST_EVEN: return rest > REST_HALF || (rest == REST_HALF && odd);
    case SIM_UPWARD: return rest > REST_NONE && !negative;
    case SIM_DOWNWARD: return rest > REST_NONE && negative;
    default: return 0;
    }
}

/* Of a double's significand, the last bits that are cut off: at least one of them, not all of 64.
 */
static inline enum rest rest_of(uint64_t significand, int cut)
{
    uint64_t half = (uint64_t)1 << (cut - 1), rest = significand & (2 * half - 1);
    if (rest == half)
        return REST_HALF;
    return rest > half ? REST_ABOVE_HALF : rest ? REST_BELOW_HALF : REST_NONE;
}

uint16_t narrow_round(double value, enum sim_narrow_format kind, enum sim_rounding rounding)
{
    const struct format *format = &formats[kind];
    uint64_t bits = bits_of(value), significand = bits & (((uint64_t)1 << FRACTION) - 1);
    int negative = bits >> 63, field = (int)(bits >> FRACTION) & HIGHEST;
    uint32_t sign = negative ? 0x8000 : 0;
    uint32_t infinity = (uint32_t)format->highest << format->fraction;

    if (field == HIGHEST)
        return (uint16_t)(significand ? NARROW_NAN : sign | infinity);
    if (field - BIAS > format->bias) /* too large: as a little above the largest one */
        return (uint16_t)(sign | (infinity - !goes_up(REST_ABOVE_HALF, 1, negative, rounding)));
    if (field)
        significand |= (uint64_t)1 << FRACTION;
    else
        field = 1; /* a double without a leading 1, or 0 */

    /* In units of the last place; a carry goes into the exponent, as it should. */
    int exponent = field - BIAS < 1 - format->bias ? 1 - format->bias : field - BIAS;
    int cut = FRACTION - format->fraction + exponent - (field - BIAS);
    if (cut > FRACTION + 2) /* less than half of the smallest one, however much */
        cut = FRACTION + 2;
    uint32_t whole = (uint32_t)(significand >> cut);
    uint32_t size = whole + ((uint32_t)(exponent + format->bias - 1) << format->fraction);

    return (uint16_t)(sign |
                      (size + goes_up(rest_of(significand, cut), whole & 1, negative, rounding)));
}
