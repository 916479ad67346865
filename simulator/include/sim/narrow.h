/*
 * Arithmetic on 16-bit floating point, half and bfloat16, as the runtime does it: values are
 * their bits, and each call is one instruction of a GPU. May be called anywhere.
 */
#ifndef SIM_NARROW_H
#define SIM_NARROW_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum sim_narrow_format { SIM_HALF, SIM_BFLOAT };

enum sim_rounding { SIM_NEAREST_EVEN, SIM_TOWARD_ZERO, SIM_UPWARD, SIM_DOWNWARD };

/* A computation's operation, with the format in the lowest bit; a pair if SIM_NARROW_PAIR is set.
 */
enum sim_narrow_operation {
    SIM_NARROW_ADD = 1 << 4,
    SIM_NARROW_SUB = 2 << 4,
    SIM_NARROW_MUL = 3 << 4,
    SIM_NARROW_FMA = 4 << 4,
    SIM_NARROW_MIN = 5 << 4, /* the number, if the other is NaN */
    SIM_NARROW_MAX = 6 << 4,
    SIM_NARROW_MIN_NAN = 7 << 4, /* NaN, if one is NaN */
    SIM_NARROW_MAX_NAN = 8 << 4,
    SIM_NARROW_CEIL = 9 << 4,
    SIM_NARROW_FLOOR = 10 << 4,
    SIM_NARROW_TRUNC = 11 << 4,
    SIM_NARROW_RINT = 12 << 4,
    /* of sim_narrow_divide */
    SIM_NARROW_DIV = 16 << 4,
    SIM_NARROW_RCP = 17 << 4,
    SIM_NARROW_SQRT = 18 << 4,
    SIM_NARROW_RSQRT = 19 << 4,
    /* of sim_narrow_function */
    SIM_NARROW_EXP = 24 << 4,
    SIM_NARROW_EXP2 = 25 << 4,
    SIM_NARROW_EXP10 = 26 << 4,
    SIM_NARROW_LOG = 27 << 4,
    SIM_NARROW_LOG2 = 28 << 4,
    SIM_NARROW_LOG10 = 29 << 4,
    SIM_NARROW_SIN = 30 << 4,
    SIM_NARROW_COS = 31 << 4,
    SIM_NARROW_TANH = 32 << 4,
    /* more bits */
    SIM_NARROW_PAIR = 2,     /* on the two values in 32 bits */
    SIM_NARROW_SATURATE = 4, /* clamps the result to [0, 1]; NaN becomes 0 */
    SIM_NARROW_RELU = 8      /* a negative result becomes 0 */
};

/* operation: one of the above, with more bits and the format. Operands that it does not have: 0. */
uint32_t sim_narrow_compute(uint32_t a, uint32_t b, uint32_t c, unsigned int operation);
uint32_t sim_narrow_divide(uint32_t a, uint32_t b, unsigned int operation);
uint32_t sim_narrow_function(uint32_t a, unsigned int operation);

enum sim_narrow_comparison {
    SIM_NARROW_EQUAL,
    SIM_NARROW_NOT_EQUAL,
    SIM_NARROW_LESS,
    SIM_NARROW_LESS_EQUAL,
    SIM_NARROW_GREATER,
    SIM_NARROW_GREATER_EQUAL,
    SIM_NARROW_IS_NAN /* of a alone */
};
/*
 * 0xffff where it holds, else 0; of a pair (more: format and SIM_NARROW_PAIR) both halves of 32
 * bits. With a NaN it holds if SIM_NARROW_UNORDERED is in more, else not.
 */
enum { SIM_NARROW_UNORDERED = 4 };
uint32_t sim_narrow_compare(uint32_t a, uint32_t b, enum sim_narrow_comparison comparison,
                            unsigned int more);

/* A narrow value as float or double: exact. */
float sim_narrow_to_float(uint32_t value, unsigned int format);
double sim_narrow_to_double(uint32_t value, unsigned int format);
/* The other way, rounded; a value that is too large becomes infinite, or the largest if rounded
 * down. */
uint32_t sim_narrow_from_float(float value, unsigned int format, enum sim_rounding rounding);
uint32_t sim_narrow_from_double(double value, unsigned int format, enum sim_rounding rounding);
uint32_t sim_narrow_from_signed(int64_t value, unsigned int format, enum sim_rounding rounding);
uint32_t sim_narrow_from_unsigned(uint64_t value, unsigned int format, enum sim_rounding rounding);

#ifdef __cplusplus
}
#endif

#endif
