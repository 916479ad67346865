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

double narrow_value(uint16_t bits, enum sim_narrow_format kind)
{
    const struct format *format = &formats[kind];
    int field = bits >> format->fraction & format->highest;
    int fraction = bits & ((1 << format->fraction) - 1);
    double size;

    if (field == format->highest)
        size = fraction ? NAN : INFINITY;
    else if (field)
        size = ldexp((1 << format->fraction) + fraction, field - format->bias - format->fraction);
    else
        size = ldexp(fraction, 1 - format->bias - format->fraction);
    return bits & 0x8000 ? -size : size;
}

/* 1 if a magnitude between two neighbours rounds to the larger one. */
static int goes_up(double rest, int odd, int negative, enum sim_rounding rounding)
{
    switch (rounding) {
    case SIM_NEAREST_EVEN: return rest > 0.5 || (rest == 0.5 && odd);
    case SIM_UPWARD: return rest > 0 && !negative;
    case SIM_DOWNWARD: return rest > 0 && negative;
    default: return 0;
    }
}

uint16_t narrow_round(double value, enum sim_narrow_format kind, enum sim_rounding rounding)
{
    const struct format *format = &formats[kind];
    int negative = signbit(value) != 0;
    uint16_t sign = negative ? 0x8000 : 0;
    uint32_t infinity = (uint32_t)format->highest << format->fraction;
    int exponent;

    if (isnan(value))
        return NARROW_NAN;
    if (isinf(value))
        return (uint16_t)(sign | infinity);
    value = fabs(value);
    if (value == 0)
        return sign;
    frexp(value, &exponent);
    exponent--; /* 1 <= value / 2^exponent < 2 */
    if (exponent < 1 - format->bias)
        exponent = 1 - format->bias;
    if (exponent > format->bias) /* too large: as a little above the largest one */
        return (uint16_t)(sign | (infinity - !goes_up(0.75, 1, negative, rounding)));

    /* In units of the last place; a carry goes into the exponent, as it should. */
    double units = ldexp(value, format->fraction - exponent);
    double whole = floor(units);
    uint32_t bits = (uint32_t)whole + ((uint32_t)(exponent + format->bias - 1) << format->fraction);

    return (uint16_t)(sign | (bits + (uint32_t)goes_up(units - whole, (uint32_t)whole & 1, negative,
                                                       rounding)));
}
