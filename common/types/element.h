/*
 * The types of numbers that step 16 reduces, for code that learns the type when it runs. The two
 * narrow ones are kept as their 16 bits: half has 1 + 5 + 10 of them (sign, exponent, fraction),
 * bfloat16 1 + 8 + 7.
 */
#ifndef ELEMENT_H
#define ELEMENT_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum element_type {
    ELEMENT_INT,
    ELEMENT_UNSIGNED,
    ELEMENT_INT64,
    ELEMENT_FLOAT,
    ELEMENT_DOUBLE,
    ELEMENT_HALF,
    ELEMENT_BFLOAT16,
    ELEMENT_TYPES
};

/* "int", "unsigned", "int64", "float", "double", "half", "bfloat16", and NULL behind them. */
extern const char *const element_names[];

/* The bytes of one number. */
size_t element_bytes(enum element_type type);

/* Whether its numbers are integers. */
int element_is_integer(enum element_type type);

/*
 * The precision of a floating-point type: the bits of a number's significand, with the first one
 * that is not stored. 24 for float, 53 for double, 11 for half, 8 for bfloat16; 0 for integers.
 */
int element_precision(enum element_type type);

/* The exponents of the smallest normal and the largest power of two of a floating-point type. */
int element_least_exponent(enum element_type type);
int element_most_exponent(enum element_type type);

/* What it is carried in: float for the narrow types, else the type itself. */
enum element_type element_carried_in(enum element_type type);

/* numbers[index] of a floating-point type: all its numbers are doubles, too. */
double element_real(enum element_type type, const void *numbers, size_t index);

/* numbers[index] of an integer type; of unsigned ones that too fits. */
long long element_integer(enum element_type type, const void *numbers, size_t index);

/* numbers[index] = value, rounded to nearest, ties to even; too large ones become infinite. */
void element_set_real(enum element_type type, void *numbers, size_t index, double value);

/* numbers[index] = value, of which the type's low bits are kept. */
void element_set_integer(enum element_type type, void *numbers, size_t index, long long value);

#ifdef __cplusplus
}
#endif

#endif
