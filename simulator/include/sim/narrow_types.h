/*
 * The functions that half and bfloat16 have in common, as macros: cuda_fp16.h and cuda_bf16.h
 * make them for their types. one: the type; two: the pair of it; format: SIM_HALF or SIM_BFLOAT.
 */
#ifndef SIM_NARROW_TYPES_H
#define SIM_NARROW_TYPES_H

#include <type_traits>

#include "../vector_types.h"
#include "attributes.h"
#include "narrow.h"
#ifdef __CUDACC__
#include "atomics.h"
#include "exchanges.h"
#endif

#define SIM_NARROW_MEMBER __attribute__((always_inline))

/* The type itself. It copies itself by a load and a store of 16 bits, which are counted. */
#define SIM_NARROW_TYPE(one, one_raw, format)                                                      \
    struct __attribute__((aligned(2))) one_raw {                                                   \
        unsigned short x;                                                                          \
    };                                                                                             \
    struct __attribute__((aligned(2))) one {                                                       \
        unsigned short __x;                                                                        \
        one() = default;                                                                           \
        SIM_NARROW_MEMBER constexpr one(const one &other) : __x(other.__x) {}                      \
        SIM_NARROW_MEMBER constexpr one(const one_raw &raw) : __x(raw.x) {}                        \
        SIM_NARROW_MEMBER one(float v)                                                             \
            : __x((unsigned short)sim_narrow_from_float(v, format, SIM_NEAREST_EVEN))              \
        {                                                                                          \
        }                                                                                          \
        SIM_NARROW_MEMBER one(double v)                                                            \
            : __x((unsigned short)sim_narrow_from_double(v, format, SIM_NEAREST_EVEN))             \
        {                                                                                          \
        }                                                                                          \
        template <class type,                                                                      \
                  std::enable_if_t<std::is_integral_v<type> && std::is_signed_v<type>, int> = 0>   \
        SIM_NARROW_MEMBER one(type v)                                                              \
            : __x((unsigned short)sim_narrow_from_signed(v, format, SIM_NEAREST_EVEN))             \
        {                                                                                          \
        }                                                                                          \
        template <class type,                                                                      \
                  std::enable_if_t<std::is_integral_v<type> && !std::is_signed_v<type>, int> = 1>  \
        SIM_NARROW_MEMBER one(type v)                                                              \
            : __x((unsigned short)sim_narrow_from_unsigned(v, format, SIM_NEAREST_EVEN))           \
        {                                                                                          \
        }                                                                                          \
        SIM_NARROW_MEMBER one &operator=(const one &other)                                         \
        {                                                                                          \
            __x = other.__x;                                                                       \
            return *this;                                                                          \
        }                                                                                          \
        SIM_NARROW_MEMBER one &operator=(const one_raw &raw)                                       \
        {                                                                                          \
            __x = raw.x;                                                                           \
            return *this;                                                                          \
        }                                                                                          \
        SIM_NARROW_MEMBER one &operator=(float v) { return *this = one(v); }                       \
        SIM_NARROW_MEMBER one &operator=(double v) { return *this = one(v); }                      \
        template <class type, std::enable_if_t<std::is_integral_v<type>, int> = 0>                 \
        SIM_NARROW_MEMBER one &operator=(type v)                                                   \
        {                                                                                          \
            return *this = one(v);                                                                 \
        }                                                                                          \
        SIM_NARROW_MEMBER operator float() const { return sim_narrow_to_float(__x, format); }      \
        SIM_NARROW_MEMBER operator one_raw() const { return one_raw{__x}; }                        \
        SIM_NARROW_MEMBER explicit operator bool() const { return (__x & 0x7fff) != 0; }           \
        SIM_NARROW_MEMBER static one of_bits(uint32_t bits)                                        \
        {                                                                                          \
            return one(one_raw{(unsigned short)bits});                                             \
        }                                                                                          \
    };

/* Two of them in 32 bits, which are loaded and stored whole. */
#define SIM_NARROW_PAIR_TYPE(two, two_raw, one)                                                    \
    struct __attribute__((aligned(4))) two_raw {                                                   \
        unsigned short x, y;                                                                       \
    };                                                                                             \
    struct __attribute__((aligned(4))) two {                                                       \
        one x, y;                                                                                  \
        two() = default;                                                                           \
        SIM_NARROW_MEMBER two(const one &a, const one &b) : x(a), y(b) {}                          \
        SIM_NARROW_MEMBER two(const two &other) { word() = other.word(); }                         \
        SIM_NARROW_MEMBER two &operator=(const two &other)                                         \
        {                                                                                          \
            word() = other.word();                                                                 \
            return *this;                                                                          \
        }                                                                                          \
        typedef uint32_t __attribute__((may_alias)) whole;                                         \
        SIM_NARROW_MEMBER whole &word() { return *reinterpret_cast<whole *>(this); }               \
        SIM_NARROW_MEMBER const whole &word() const                                                \
        {                                                                                          \
            return *reinterpret_cast<const whole *>(this);                                         \
        }                                                                                          \
        SIM_NARROW_MEMBER static two of_bits(uint32_t bits)                                        \
        {                                                                                          \
            two result;                                                                            \
            result.word() = bits;                                                                  \
            return result;                                                                         \
        }                                                                                          \
    };

/* ---- One operation: name(a, b) on one type, and on the pair by its own name -------------- */

#define SIM_NARROW_2(name, type, bits, call, operation)                                            \
    SIM_INLINE type name(const type &a, const type &b)                                             \
    {                                                                                              \
        return type::of_bits(call(a.bits, b.bits, SIM_NARROW_ARGUMENT(call) operation));           \
    }
#define SIM_NARROW_ARGUMENT(call)           SIM_NARROW_THIRD_##call
#define SIM_NARROW_THIRD_sim_narrow_compute 0,
#define SIM_NARROW_THIRD_sim_narrow_divide

#define SIM_NARROW_3(name, type, bits, operation)                                                  \
    SIM_INLINE type name(const type &a, const type &b, const type &c)                              \
    {                                                                                              \
        return type::of_bits(sim_narrow_compute(a.bits, b.bits, c.bits, operation));               \
    }

#define SIM_NARROW_1(name, type, bits, call, operation)                                            \
    SIM_INLINE type name(const type &a)                                                            \
    {                                                                                              \
        return type::of_bits(call(a.bits, SIM_NARROW_REST_##call operation));                      \
    }
#define SIM_NARROW_REST_sim_narrow_compute 0, 0,
#define SIM_NARROW_REST_sim_narrow_divide  0,
#define SIM_NARROW_REST_sim_narrow_function

/* With a pair's name, which has a 2: __hadd and __hadd2. */
#define SIM_NARROW_SUM(one, two, format, name, operation)                                          \
    SIM_NARROW_2(__h##name, one, __x, sim_narrow_compute, operation | format)                      \
    SIM_NARROW_2(__h##name##_rn, one, __x, sim_narrow_compute, operation | format)                 \
    SIM_NARROW_2(__h##name##_sat, one, __x, sim_narrow_compute,                                    \
                 operation | SIM_NARROW_SATURATE | format)                                         \
    SIM_NARROW_2(__h##name##2, two, word(), sim_narrow_compute,                                    \
                 operation | SIM_NARROW_PAIR | format)                                             \
    SIM_NARROW_2(__h##name##2_rn, two, word(), sim_narrow_compute,                                 \
                 operation | SIM_NARROW_PAIR | format)                                             \
    SIM_NARROW_2(__h##name##2_sat, two, word(), sim_narrow_compute,                                \
                 operation | SIM_NARROW_SATURATE | SIM_NARROW_PAIR | format)

#define SIM_NARROW_CHOICE(one, two, format, name, pair_name, operation)                            \
    SIM_NARROW_2(name, one, __x, sim_narrow_compute, operation | format)                           \
    SIM_NARROW_2(pair_name, two, word(), sim_narrow_compute, operation | SIM_NARROW_PAIR | format)

#define SIM_NARROW_FUNCTION(one, two, format, name, call, operation)                               \
    SIM_NARROW_1(h##name, one, __x, call, operation | format)                                      \
    SIM_NARROW_1(h2##name, two, word(), call, operation | SIM_NARROW_PAIR | format)

#define SIM_NARROW_ARITHMETIC(one, two, format)                                                    \
    SIM_NARROW_SUM(one, two, format, add, SIM_NARROW_ADD)                                          \
    SIM_NARROW_SUM(one, two, format, sub, SIM_NARROW_SUB)                                          \
    SIM_NARROW_SUM(one, two, format, mul, SIM_NARROW_MUL)                                          \
    SIM_NARROW_3(__hfma, one, __x, SIM_NARROW_FMA | format)                                        \
    SIM_NARROW_3(__hfma_sat, one, __x, SIM_NARROW_FMA | SIM_NARROW_SATURATE | format)              \
    SIM_NARROW_3(__hfma_relu, one, __x, SIM_NARROW_FMA | SIM_NARROW_RELU | format)                 \
    SIM_NARROW_3(__hfma2, two, word(), SIM_NARROW_FMA | SIM_NARROW_PAIR | format)                  \
    SIM_NARROW_3(__hfma2_sat, two, word(),                                                         \
                 SIM_NARROW_FMA | SIM_NARROW_SATURATE | SIM_NARROW_PAIR | format)                  \
    SIM_NARROW_3(__hfma2_relu, two, word(),                                                        \
                 SIM_NARROW_FMA | SIM_NARROW_RELU | SIM_NARROW_PAIR | format)                      \
    SIM_NARROW_2(__hdiv, one, __x, sim_narrow_divide, SIM_NARROW_DIV | format)                     \
    SIM_NARROW_2(__h2div, two, word(), sim_narrow_divide,                                          \
                 SIM_NARROW_DIV | SIM_NARROW_PAIR | format)                                        \
    SIM_NARROW_CHOICE(one, two, format, __hmin, __hmin2, SIM_NARROW_MIN)                           \
    SIM_NARROW_CHOICE(one, two, format, __hmax, __hmax2, SIM_NARROW_MAX)                           \
    SIM_NARROW_CHOICE(one, two, format, __hmin_nan, __hmin2_nan, SIM_NARROW_MIN_NAN)               \
    SIM_NARROW_CHOICE(one, two, format, __hmax_nan, __hmax2_nan, SIM_NARROW_MAX_NAN)               \
    SIM_NARROW_FUNCTION(one, two, format, ceil, sim_narrow_compute, SIM_NARROW_CEIL)               \
    SIM_NARROW_FUNCTION(one, two, format, floor, sim_narrow_compute, SIM_NARROW_FLOOR)             \
    SIM_NARROW_FUNCTION(one, two, format, trunc, sim_narrow_compute, SIM_NARROW_TRUNC)             \
    SIM_NARROW_FUNCTION(one, two, format, rint, sim_narrow_compute, SIM_NARROW_RINT)               \
    SIM_NARROW_FUNCTION(one, two, format, rcp, sim_narrow_divide, SIM_NARROW_RCP)                  \
    SIM_NARROW_FUNCTION(one, two, format, sqrt, sim_narrow_divide, SIM_NARROW_SQRT)                \
    SIM_NARROW_FUNCTION(one, two, format, rsqrt, sim_narrow_divide, SIM_NARROW_RSQRT)              \
    SIM_NARROW_FUNCTION(one, two, format, exp, sim_narrow_function, SIM_NARROW_EXP)                \
    SIM_NARROW_FUNCTION(one, two, format, exp2, sim_narrow_function, SIM_NARROW_EXP2)              \
    SIM_NARROW_FUNCTION(one, two, format, exp10, sim_narrow_function, SIM_NARROW_EXP10)            \
    SIM_NARROW_FUNCTION(one, two, format, log, sim_narrow_function, SIM_NARROW_LOG)                \
    SIM_NARROW_FUNCTION(one, two, format, log2, sim_narrow_function, SIM_NARROW_LOG2)              \
    SIM_NARROW_FUNCTION(one, two, format, log10, sim_narrow_function, SIM_NARROW_LOG10)            \
    SIM_NARROW_FUNCTION(one, two, format, sin, sim_narrow_function, SIM_NARROW_SIN)                \
    SIM_NARROW_FUNCTION(one, two, format, cos, sim_narrow_function, SIM_NARROW_COS)                \
    SIM_NARROW_FUNCTION(one, two, format, tanh, sim_narrow_function, SIM_NARROW_TANH)              \
    SIM_INLINE one __hneg(const one &a)                                                            \
    {                                                                                              \
        return one::of_bits(a.__x ^ 0x8000u);                                                      \
    }                                                                                              \
    SIM_INLINE one __habs(const one &a)                                                            \
    {                                                                                              \
        return one::of_bits(a.__x & 0x7fffu);                                                      \
    }                                                                                              \
    SIM_INLINE two __hneg2(const two &a)                                                           \
    {                                                                                              \
        return two::of_bits(a.word() ^ 0x80008000u);                                               \
    }                                                                                              \
    SIM_INLINE two __habs2(const two &a)                                                           \
    {                                                                                              \
        return two::of_bits(a.word() & 0x7fff7fffu);                                               \
    }

/* ---- Comparisons ---------------------------------------------------------------------------- */

/* one_bits: the format's 1, which a pair's comparison gives where it holds. */
#define SIM_NARROW_COMPARISON(one, two, format, one_bits, name, suffix, comparison, more)          \
    SIM_INLINE bool __h##name##suffix(const one &a, const one &b)                                  \
    {                                                                                              \
        return sim_narrow_compare(a.__x, b.__x, comparison, format | more) != 0;                   \
    }                                                                                              \
    SIM_INLINE unsigned int __h##name##suffix##2_mask(const two &a, const two &b)                  \
    {                                                                                              \
        return sim_narrow_compare(a.word(), b.word(), comparison,                                  \
                                  format | SIM_NARROW_PAIR | more);                                \
    }                                                                                              \
    SIM_INLINE bool __hb##name##suffix##2(const two &a, const two &b)                              \
    {                                                                                              \
        return __h##name##suffix##2_mask(a, b) == 0xffffffffu;                                     \
    }                                                                                              \
    SIM_INLINE two __h##name##suffix##2(const two &a, const two &b)                                \
    {                                                                                              \
        return two::of_bits(__h##name##suffix##2_mask(a, b) & (one_bits * 0x10001u));              \
    }

#define SIM_NARROW_COMPARED(one, two, format, one_bits, name, comparison)                          \
    SIM_NARROW_COMPARISON(one, two, format, one_bits, name, , comparison, 0)                       \
    SIM_NARROW_COMPARISON(one, two, format, one_bits, name, u, comparison, SIM_NARROW_UNORDERED)

#define SIM_NARROW_COMPARISONS(one, two, format, one_bits)                                         \
    SIM_NARROW_COMPARED(one, two, format, one_bits, eq, SIM_NARROW_EQUAL)                          \
    SIM_NARROW_COMPARED(one, two, format, one_bits, ne, SIM_NARROW_NOT_EQUAL)                      \
    SIM_NARROW_COMPARED(one, two, format, one_bits, lt, SIM_NARROW_LESS)                           \
    SIM_NARROW_COMPARED(one, two, format, one_bits, le, SIM_NARROW_LESS_EQUAL)                     \
    SIM_NARROW_COMPARED(one, two, format, one_bits, gt, SIM_NARROW_GREATER)                        \
    SIM_NARROW_COMPARED(one, two, format, one_bits, ge, SIM_NARROW_GREATER_EQUAL)                  \
    SIM_INLINE bool __hisnan(const one &a)                                                         \
    {                                                                                              \
        return sim_narrow_compare(a.__x, 0, SIM_NARROW_IS_NAN, format) != 0;                       \
    }                                                                                              \
    SIM_INLINE two __hisnan2(const two &a)                                                         \
    {                                                                                              \
        return two::of_bits(                                                                       \
            sim_narrow_compare(a.word(), 0, SIM_NARROW_IS_NAN, format | SIM_NARROW_PAIR) &         \
            (one_bits * 0x10001u));                                                                \
    }

/* ---- Operators, for one and for the pair -------------------------------------------------- */

#define SIM_NARROW_OPERATORS(type, add, sub, mul, div, neg, eq, ne, lt, le, gt, ge)                \
    SIM_INLINE type operator+(const type &a, const type &b)                                        \
    {                                                                                              \
        return add(a, b);                                                                          \
    }                                                                                              \
    SIM_INLINE type operator-(const type &a, const type &b)                                        \
    {                                                                                              \
        return sub(a, b);                                                                          \
    }                                                                                              \
    SIM_INLINE type operator*(const type &a, const type &b)                                        \
    {                                                                                              \
        return mul(a, b);                                                                          \
    }                                                                                              \
    SIM_INLINE type operator/(const type &a, const type &b)                                        \
    {                                                                                              \
        return div(a, b);                                                                          \
    }                                                                                              \
    SIM_INLINE type &operator+=(type &a, const type &b)                                            \
    {                                                                                              \
        return a = add(a, b);                                                                      \
    }                                                                                              \
    SIM_INLINE type &operator-=(type &a, const type &b)                                            \
    {                                                                                              \
        return a = sub(a, b);                                                                      \
    }                                                                                              \
    SIM_INLINE type &operator*=(type &a, const type &b)                                            \
    {                                                                                              \
        return a = mul(a, b);                                                                      \
    }                                                                                              \
    SIM_INLINE type &operator/=(type &a, const type &b)                                            \
    {                                                                                              \
        return a = div(a, b);                                                                      \
    }                                                                                              \
    SIM_INLINE type operator+(const type &a)                                                       \
    {                                                                                              \
        return a;                                                                                  \
    }                                                                                              \
    SIM_INLINE type operator-(const type &a)                                                       \
    {                                                                                              \
        return neg(a);                                                                             \
    }                                                                                              \
    SIM_INLINE bool operator==(const type &a, const type &b)                                       \
    {                                                                                              \
        return eq(a, b);                                                                           \
    }                                                                                              \
    SIM_INLINE bool operator!=(const type &a, const type &b)                                       \
    {                                                                                              \
        return ne(a, b);                                                                           \
    }                                                                                              \
    SIM_INLINE bool operator<(const type &a, const type &b)                                        \
    {                                                                                              \
        return lt(a, b);                                                                           \
    }                                                                                              \
    SIM_INLINE bool operator<=(const type &a, const type &b)                                       \
    {                                                                                              \
        return le(a, b);                                                                           \
    }                                                                                              \
    SIM_INLINE bool operator>(const type &a, const type &b)                                        \
    {                                                                                              \
        return gt(a, b);                                                                           \
    }                                                                                              \
    SIM_INLINE bool operator>=(const type &a, const type &b)                                       \
    {                                                                                              \
        return ge(a, b);                                                                           \
    }

#define SIM_NARROW_ALL_OPERATORS(one, two)                                                         \
    SIM_NARROW_OPERATORS(one, __hadd, __hsub, __hmul, __hdiv, __hneg, __heq, __hneu, __hlt, __hle, \
                         __hgt, __hge)                                                             \
    SIM_NARROW_OPERATORS(two, __hadd2, __hsub2, __hmul2, __h2div, __hneg2, __hbeq2, __hbneu2,      \
                         __hblt2, __hble2, __hbgt2, __hbge2)                                       \
    SIM_INLINE one &operator++(one &a)                                                             \
    {                                                                                              \
        return a = __hadd(a, one(1.0f));                                                           \
    }                                                                                              \
    SIM_INLINE one &operator--(one &a)                                                             \
    {                                                                                              \
        return a = __hsub(a, one(1.0f));                                                           \
    }

/* ---- Exchanges and atomics ------------------------------------------------------------------ */

#define SIM_NARROW_SHUFFLES_OF(type, bits)                                                         \
    SIM_INLINE type __shfl_sync(unsigned int mask, const type &v, int lane, int width = 32)        \
    {                                                                                              \
        return type::of_bits((uint32_t)__shfl_sync(mask, (unsigned int)v.bits, lane, width));      \
    }                                                                                              \
    SIM_INLINE type __shfl_up_sync(unsigned int mask, const type &v, unsigned int delta,           \
                                   int width = 32)                                                 \
    {                                                                                              \
        return type::of_bits((uint32_t)__shfl_up_sync(mask, (unsigned int)v.bits, delta, width));  \
    }                                                                                              \
    SIM_INLINE type __shfl_down_sync(unsigned int mask, const type &v, unsigned int delta,         \
                                     int width = 32)                                               \
    {                                                                                              \
        return type::of_bits(                                                                      \
            (uint32_t)__shfl_down_sync(mask, (unsigned int)v.bits, delta, width));                 \
    }                                                                                              \
    SIM_INLINE type __shfl_xor_sync(unsigned int mask, const type &v, int lane_mask,               \
                                    int width = 32)                                                \
    {                                                                                              \
        return type::of_bits(                                                                      \
            (uint32_t)__shfl_xor_sync(mask, (unsigned int)v.bits, lane_mask, width));              \
    }

#define SIM_NARROW_ATOMICS_OF(type, bits, number)                                                  \
    SIM_INLINE type atomicAdd(type *address, const type &value)                                    \
    {                                                                                              \
        return type::of_bits((uint32_t)sim_atomic(SIM_ATOMIC_ADD, number, address, value.bits, 0,  \
                                                  SIM_SCOPE_DEVICE));                              \
    }

#ifdef __CUDACC__
#define SIM_NARROW_TOGETHER(one, two, one_number, two_number)                                      \
    SIM_NARROW_SHUFFLES_OF(one, __x)                                                               \
    SIM_NARROW_SHUFFLES_OF(two, word())                                                            \
    SIM_NARROW_ATOMICS_OF(one, __x, one_number)                                                    \
    SIM_NARROW_ATOMICS_OF(two, word(), two_number)
#else
#define SIM_NARROW_TOGETHER(one, two, one_number, two_number)
#endif

#endif
