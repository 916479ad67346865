/*
 * Conversions with a named rounding, and values taken for their bits.
 */
#ifndef SIM_CONVERSIONS_H
#define SIM_CONVERSIONS_H

#include <limits.h>
#include <math.h>

#include "attributes.h"
#include "rounding.h"

/* ---- Floating point to integer: too large gives the largest, NaN gives 0 --- */

#define SIM_TO_INTEGER(name, from, to, lowest, highest, below, beyond, round)                      \
    SIM_INLINE to name(from x)                                                                     \
    {                                                                                              \
        from whole = round(x);                                                                     \
        return whole != whole            ? 0                                                       \
               : whole <= (from)(below)  ? lowest                                                  \
               : whole >= (from)(beyond) ? highest                                                 \
                                         : (to)whole;                                              \
    }

/* beyond: the first value too large, which is a power of two and so exact in both types. */
#define SIM_TO_INTEGERS(prefix, from, suffix, round)                                               \
    SIM_TO_INTEGER(prefix##2int_##suffix, from, int, INT_MIN, INT_MAX, -0x1p31, 0x1p31, round)     \
    SIM_TO_INTEGER(prefix##2uint_##suffix, from, unsigned int, 0u, UINT_MAX, 0, 0x1p32, round)     \
    SIM_TO_INTEGER(prefix##2ll_##suffix, from, long long, LLONG_MIN, LLONG_MAX, -0x1p63, 0x1p63,   \
                   round)                                                                          \
    SIM_TO_INTEGER(prefix##2ull_##suffix, from, unsigned long long, 0ull, ULLONG_MAX, 0, 0x1p64,   \
                   round)

SIM_TO_INTEGERS(__float, float, rn, rintf)
SIM_TO_INTEGERS(__float, float, rz, truncf)
SIM_TO_INTEGERS(__float, float, ru, ceilf)
SIM_TO_INTEGERS(__float, float, rd, floorf)
SIM_TO_INTEGERS(__double, double, rn, ::rint)
SIM_TO_INTEGERS(__double, double, rz, ::trunc)
SIM_TO_INTEGERS(__double, double, ru, ::ceil)
SIM_TO_INTEGERS(__double, double, rd, ::floor)

#undef SIM_TO_INTEGERS
#undef SIM_TO_INTEGER

/* ---- To floating point ------------------------------------------------------ */

#define SIM_TO_FLOAT(name, from, to)                                                               \
    SIM_INLINE to name##_rn(from x)                                                                \
    {                                                                                              \
        return (to)x;                                                                              \
    }                                                                                              \
    SIM_TO_FLOAT_DIRECTED(name##_rz, from, to, FE_TOWARDZERO)                                      \
    SIM_TO_FLOAT_DIRECTED(name##_ru, from, to, FE_UPWARD)                                          \
    SIM_TO_FLOAT_DIRECTED(name##_rd, from, to, FE_DOWNWARD)
#define SIM_TO_FLOAT_DIRECTED(name, from, to, mode)                                                \
    static inline __attribute__((noinline, unused)) SIM_HIDDEN to name(from x)                     \
    {                                                                                              \
        cuda_sim::rounding now(mode);                                                              \
        __asm__ volatile("" : "+m"(x));                                                            \
        return cuda_sim::pinned<to>((to)x);                                                        \
    }

SIM_TO_FLOAT(__int2float, int, float)
SIM_TO_FLOAT(__uint2float, unsigned int, float)
SIM_TO_FLOAT(__ll2float, long long, float)
SIM_TO_FLOAT(__ull2float, unsigned long long, float)
SIM_TO_FLOAT(__ll2double, long long, double)
SIM_TO_FLOAT(__ull2double, unsigned long long, double)
SIM_TO_FLOAT(__double2float, double, float)

#undef SIM_TO_FLOAT
#undef SIM_TO_FLOAT_DIRECTED

SIM_INLINE double __int2double_rn(int x)
{
    return x;
}

SIM_INLINE double __uint2double_rn(unsigned int x)
{
    return x;
}

/* ---- Bits -------------------------------------------------------------------- */

#define SIM_BIT_CAST(name, from, to)                                                               \
    SIM_INLINE to name(from x)                                                                     \
    {                                                                                              \
        return __builtin_bit_cast(to, x);                                                          \
    }

SIM_BIT_CAST(__float_as_int, float, int)
SIM_BIT_CAST(__float_as_uint, float, unsigned int)
SIM_BIT_CAST(__int_as_float, int, float)
SIM_BIT_CAST(__uint_as_float, unsigned int, float)
SIM_BIT_CAST(__double_as_longlong, double, long long)
SIM_BIT_CAST(__longlong_as_double, long long, double)

#undef SIM_BIT_CAST

SIM_INLINE int __double2hiint(double x)
{
    return (int)(__double_as_longlong(x) >> 32);
}

SIM_INLINE int __double2loint(double x)
{
    return (int)__double_as_longlong(x);
}

SIM_INLINE double __hiloint2double(int high, int low)
{
    return __longlong_as_double(
        (long long)((unsigned long long)(unsigned int)high << 32 | (unsigned int)low));
}

#endif
