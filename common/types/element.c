#include "element.h"

#include <math.h>

const char *const element_names[] = {"int",    "unsigned", "int64",    "float",
                                     "double", "half",     "bfloat16", NULL};

/* What a format of floating-point numbers looks like; bits of the fraction that is stored. */
static const struct format {
    size_t bytes;
    int fraction_bits, least_exponent, most_exponent;
} formats[ELEMENT_TYPES] = {
    [ELEMENT_INT] = {4, 0, 0, 0},
    [ELEMENT_UNSIGNED] = {4, 0, 0, 0},
    [ELEMENT_INT64] = {8, 0, 0, 0},
    [ELEMENT_FLOAT] = {4, 23, -126, 127},
    [ELEMENT_DOUBLE] = {8, 52, -1022, 1023},
    [ELEMENT_HALF] = {2, 10, -14, 15},
    [ELEMENT_BFLOAT16] = {2, 7, -126, 127},
};

size_t element_bytes(enum element_type type)
{
    return formats[type].bytes;
}

int element_is_integer(enum element_type type)
{
    return formats[type].fraction_bits == 0;
}

int element_precision(enum element_type type)
{
    return element_is_integer(type) ? 0 : formats[type].fraction_bits + 1;
}

int element_least_exponent(enum element_type type)
{
    return formats[type].least_exponent;
}

int element_most_exponent(enum element_type type)
{
    return formats[type].most_exponent;
}

/* The number that 16 bits stand for. */
static double from_narrow(const struct format *format, unsigned int bits)
{
    unsigned int magnitude = bits & 0x7FFF;
    unsigned int exponent = magnitude >> format->fraction_bits;
    unsigned int fraction = magnitude & ((1u << format->fraction_bits) - 1);
    double value;

    if (exponent == 0x7FFFu >> format->fraction_bits)
        value = fraction == 0 ? INFINITY : NAN;
    else if (exponent == 0)
        value = ldexp(fraction, format->least_exponent - format->fraction_bits);
    else
        value = ldexp(fraction + (1u << format->fraction_bits),
                      format->least_exponent - format->fraction_bits + (int)exponent - 1);
    return bits & 0x8000 ? -value : value;
}

/* The 16 bits of the nearest number. */
static unsigned short to_narrow(const struct format *format, double value)
{
    unsigned int sign = signbit(value) ? 0x8000 : 0;
    unsigned int infinite = 0x7FFFu >> format->fraction_bits << format->fraction_bits;
    int exponent;

    if (isnan(value))
        return (unsigned short)(infinite | 1u << (format->fraction_bits - 1));
    if (isinf(value))
        return (unsigned short)(sign | infinite);
    frexp(value, &exponent);
    exponent = exponent - 1 < format->least_exponent ? format->least_exponent : exponent - 1;

    /* In units of the last place, where a whole number is what is kept. The numbers of the next
     * exponent follow, so that rounding up to one of them, or to infinity, takes no care. */
    double units = rint(ldexp(fabs(value), format->fraction_bits - exponent));
    unsigned int below = (unsigned int)(exponent - format->least_exponent) << format->fraction_bits;

    if (exponent > format->most_exponent)
        return (unsigned short)(sign | infinite);
    return (unsigned short)(sign | (below + (unsigned int)units));
}

double element_real(enum element_type type, const void *numbers, size_t index)
{
    switch (type) {
    case ELEMENT_FLOAT: return ((const float *)numbers)[index];
    case ELEMENT_DOUBLE: return ((const double *)numbers)[index];
    default: return from_narrow(&formats[type], ((const unsigned short *)numbers)[index]);
    }
}

long long element_integer(enum element_type type, const void *numbers, size_t index)
{
    switch (type) {
    case ELEMENT_INT: return ((const int *)numbers)[index];
    case ELEMENT_UNSIGNED: return ((const unsigned int *)numbers)[index];
    default: return ((const long long *)numbers)[index];
    }
}

void element_set_real(enum element_type type, void *numbers, size_t index, double value)
{
    switch (type) {
    case ELEMENT_FLOAT: ((float *)numbers)[index] = (float)value; break;
    case ELEMENT_DOUBLE: ((double *)numbers)[index] = value; break;
    default: ((unsigned short *)numbers)[index] = to_narrow(&formats[type], value); break;
    }
}

void element_set_integer(enum element_type type, void *numbers, size_t index, long long value)
{
    switch (type) {
    case ELEMENT_INT: ((int *)numbers)[index] = (int)value; break;
    case ELEMENT_UNSIGNED: ((unsigned int *)numbers)[index] = (unsigned int)value; break;
    default: ((long long *)numbers)[index] = value; break;
    }
}

enum element_type element_carried_in(enum element_type type)
{
    return type == ELEMENT_HALF || type == ELEMENT_BFLOAT16 ? ELEMENT_FLOAT : type;
}
