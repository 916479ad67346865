/*
 * Conversions of half and bfloat16, as macros for both: see narrow_types.h. In their names, word
 * is half or bfloat16 and pair is half2 or bfloat162.
 */
#ifndef SIM_NARROW_CONVERSIONS_H
#define SIM_NARROW_CONVERSIONS_H

#include <limits.h>
#include <math.h>

#include "narrow_types.h"

/* To narrow, in the four roundings: __int2half_rn and its kind. */
#define SIM_TO_NARROW(one, format, name, from, call)                                               \
    SIM_TO_NARROW_ROUNDED(one, format, name##_rn, from, call, SIM_NEAREST_EVEN)                    \
    SIM_TO_NARROW_ROUNDED(one, format, name##_rz, from, call, SIM_TOWARD_ZERO)                     \
    SIM_TO_NARROW_ROUNDED(one, format, name##_ru, from, call, SIM_UPWARD)                          \
    SIM_TO_NARROW_ROUNDED(one, format, name##_rd, from, call, SIM_DOWNWARD)
#define SIM_TO_NARROW_ROUNDED(one, format, name, from, call, rounding)                             \
    SIM_INLINE one name(from v)                                                                    \
    {                                                                                              \
        return one::of_bits(call(v, format, rounding));                                            \
    }

/* To integers: too large a value gives the largest, NaN gives 0 (of 64 bits 2^63, as CUDA says). */
#define SIM_FROM_NARROW(one, format, name, to, lowest, highest, of_nan)                            \
    SIM_FROM_NARROW_ROUNDED(one, format, name##_rn, to, lowest, highest, of_nan, ::rint)           \
    SIM_FROM_NARROW_ROUNDED(one, format, name##_rz, to, lowest, highest, of_nan, ::trunc)          \
    SIM_FROM_NARROW_ROUNDED(one, format, name##_ru, to, lowest, highest, of_nan, ::ceil)           \
    SIM_FROM_NARROW_ROUNDED(one, format, name##_rd, to, lowest, highest, of_nan, ::floor)
#define SIM_FROM_NARROW_ROUNDED(one, format, name, to, lowest, highest, of_nan, round)             \
    SIM_INLINE to name(const one &v)                                                               \
    {                                                                                              \
        double whole = round(sim_narrow_to_double(v.__x, format));                                 \
        return whole != whole               ? (to)(of_nan)                                         \
               : whole <= (double)(lowest)  ? (to)(lowest)                                         \
               : whole >= (double)(highest) ? (to)(highest)                                        \
                                            : (to)whole;                                           \
    }

#define SIM_NARROW_CONVERSIONS(one, two, spelling, pair, format)                                   \
    SIM_TO_NARROW(one, format, __float2##spelling, float, sim_narrow_from_float)                   \
    SIM_TO_NARROW(one, format, __int2##spelling, int, sim_narrow_from_signed)                      \
    SIM_TO_NARROW(one, format, __uint2##spelling, unsigned int, sim_narrow_from_unsigned)          \
    SIM_TO_NARROW(one, format, __short2##spelling, short, sim_narrow_from_signed)                  \
    SIM_TO_NARROW(one, format, __ushort2##spelling, unsigned short, sim_narrow_from_unsigned)      \
    SIM_TO_NARROW(one, format, __ll2##spelling, long long, sim_narrow_from_signed)                 \
    SIM_TO_NARROW(one, format, __ull2##spelling, unsigned long long, sim_narrow_from_unsigned)     \
    SIM_TO_NARROW_ROUNDED(one, format, __float2##spelling, float, sim_narrow_from_float,           \
                          SIM_NEAREST_EVEN)                                                        \
    SIM_TO_NARROW_ROUNDED(one, format, __double2##spelling, double, sim_narrow_from_double,        \
                          SIM_NEAREST_EVEN)                                                        \
    SIM_FROM_NARROW(one, format, __##spelling##2int, int, INT_MIN, INT_MAX, 0)                     \
    SIM_FROM_NARROW(one, format, __##spelling##2uint, unsigned int, 0, UINT_MAX, 0)                \
    SIM_FROM_NARROW(one, format, __##spelling##2short, short, SHRT_MIN, SHRT_MAX, 0)               \
    SIM_FROM_NARROW(one, format, __##spelling##2ushort, unsigned short, 0, USHRT_MAX, 0)           \
    SIM_FROM_NARROW(one, format, __##spelling##2ll, long long, LLONG_MIN, LLONG_MAX,               \
                    0x8000000000000000ull)                                                         \
    SIM_FROM_NARROW(one, format, __##spelling##2ull, unsigned long long, 0, ULLONG_MAX,            \
                    0x8000000000000000ull)                                                         \
    SIM_INLINE float __##spelling##2float(const one &v)                                            \
    {                                                                                              \
        return sim_narrow_to_float(v.__x, format);                                                 \
    }                                                                                              \
    SIM_INLINE short __##spelling##_as_short(const one &v)                                         \
    {                                                                                              \
        return (short)v.__x;                                                                       \
    }                                                                                              \
    SIM_INLINE unsigned short __##spelling##_as_ushort(const one &v)                               \
    {                                                                                              \
        return v.__x;                                                                              \
    }                                                                                              \
    SIM_INLINE one __short_as_##spelling(short v)                                                  \
    {                                                                                              \
        return one::of_bits((unsigned short)v);                                                    \
    }                                                                                              \
    SIM_INLINE one __ushort_as_##spelling(unsigned short v)                                        \
    {                                                                                              \
        return one::of_bits(v);                                                                    \
    }                                                                                              \
    SIM_INLINE float2 __##pair##2float2_of(const two &v)                                           \
    {                                                                                              \
        return float2(sim_narrow_to_float(v.word() & 0xffff, format),                              \
                      sim_narrow_to_float(v.word() >> 16, format));                                \
    }                                                                                              \
    SIM_INLINE float __low2float(const two &v)                                                     \
    {                                                                                              \
        return sim_narrow_to_float(v.word() & 0xffff, format);                                     \
    }                                                                                              \
    SIM_INLINE float __high2float(const two &v)                                                    \
    {                                                                                              \
        return sim_narrow_to_float(v.word() >> 16, format);                                        \
    }                                                                                              \
    SIM_INLINE one __low2##spelling(const two &v)                                                  \
    {                                                                                              \
        return one::of_bits(v.word() & 0xffff);                                                    \
    }                                                                                              \
    SIM_INLINE one __high2##spelling(const two &v)                                                 \
    {                                                                                              \
        return one::of_bits(v.word() >> 16);                                                       \
    }                                                                                              \
    SIM_INLINE two __halves2##pair(const one &a, const one &b)                                     \
    {                                                                                              \
        return two::of_bits(a.__x | (uint32_t)b.__x << 16);                                        \
    }                                                                                              \
    SIM_INLINE two make_##pair(const one &a, const one &b)                                         \
    {                                                                                              \
        return __halves2##pair(a, b);                                                              \
    }                                                                                              \
    SIM_INLINE two __##spelling##2##pair(const one &a)                                             \
    {                                                                                              \
        return __halves2##pair(a, a);                                                              \
    }                                                                                              \
    SIM_INLINE two __float2##pair##_rn(float v)                                                    \
    {                                                                                              \
        return __##spelling##2##pair(__float2##spelling(v));                                       \
    }                                                                                              \
    SIM_INLINE two __floats2##pair##_rn(float a, float b)                                          \
    {                                                                                              \
        return __halves2##pair(__float2##spelling(a), __float2##spelling(b));                      \
    }                                                                                              \
    SIM_INLINE two __low2##pair(const two &v)                                                      \
    {                                                                                              \
        return __##spelling##2##pair(__low2##spelling(v));                                         \
    }                                                                                              \
    SIM_INLINE two __high2##pair(const two &v)                                                     \
    {                                                                                              \
        return __##spelling##2##pair(__high2##spelling(v));                                        \
    }                                                                                              \
    SIM_INLINE two __lows2##pair(const two &a, const two &b)                                       \
    {                                                                                              \
        return __halves2##pair(__low2##spelling(a), __low2##spelling(b));                          \
    }                                                                                              \
    SIM_INLINE two __highs2##pair(const two &a, const two &b)                                      \
    {                                                                                              \
        return __halves2##pair(__high2##spelling(a), __high2##spelling(b));                        \
    }                                                                                              \
    SIM_INLINE two __lowhigh2highlow(const two &v)                                                 \
    {                                                                                              \
        return two::of_bits(v.word() >> 16 | v.word() << 16);                                      \
    }

#endif
