/*
 * The C++ for inline PTX (simcc/ptx.c): registers are variables of 16, 32 or 64 bits, and each
 * instruction is a function of its type.
 */
#ifndef SIM_PTX_H
#define SIM_PTX_H

#include <math.h>
#include <stdint.h>
#include <type_traits>

#include "arithmetic.h"
#include "atomics.h"
#include "barriers.h"
#include "conversions.h"
#include "exchanges.h"
#include "integers.h"
#include "narrow.h"
#include "part_barriers.h"
#include "builtin_variables.h"
#include "rounding.h"
#include "window.h"

namespace cuda_sim::ptx {

#define SIM_PTX template <class type> SIM_INLINE

/* ---- Values and registers ---------------------------------------------------------------- */

/* 16-bit floating point, alone and in pairs; operation: its name in sim/narrow.h. */
template <class bits_type, unsigned more> struct narrow {
    bits_type bits;
    static constexpr unsigned operation = more;
};
using half = narrow<uint16_t, SIM_HALF>;
using half2 = narrow<uint32_t, SIM_HALF | SIM_NARROW_PAIR>;
using bfloat = narrow<uint16_t, SIM_BFLOAT>;
using bfloat2 = narrow<uint32_t, SIM_BFLOAT | SIM_NARROW_PAIR>;

template <class type> inline constexpr bool is_narrow = false;
template <class bits, unsigned more> inline constexpr bool is_narrow<narrow<bits, more>> = true;

template <size_t bytes> using word_of = typename word<bytes>::type;

/* A register's bits, or a constant, as a value of the type that an instruction wants. */
template <class type, class from> SIM_INLINE constexpr type as(from value)
{
    if constexpr (is_narrow<type>)
        return type{as<decltype(type::bits)>(value)};
    else if constexpr (is_narrow<from>)
        return as<type>(value.bits);
    else if constexpr (std::is_same_v<type, from>)
        return value;
    else if constexpr (std::is_pointer_v<from>)
        return as<type>(reinterpret_cast<uintptr_t>(value));
    else if constexpr (std::is_pointer_v<type>)
        return reinterpret_cast<type>(static_cast<uintptr_t>(value));
    else if constexpr (std::is_floating_point_v<type> == std::is_floating_point_v<from>)
        return static_cast<type>(value);
    else if constexpr (std::is_same_v<from, int64_t>) /* a constant without a point */
        return static_cast<type>(value);
    else if constexpr (std::is_floating_point_v<type>)
        return __builtin_bit_cast(type, static_cast<word_of<sizeof(type)>>(value));
    else
        return static_cast<type>(__builtin_bit_cast(word_of<sizeof(from)>, value));
}

/* Writes a result into a register; signed ones extend their sign. */
template <class kept, class type> SIM_INLINE void put(kept &to, type value)
{
    to = as<kept>(value);
}

/* The value as a number that the compiler does not know: nvcc knows no result of PTX either. */
template <class type> SIM_INLINE type unknown(type value)
{
    auto bits = __builtin_bit_cast(word_of<sizeof(type)>, value);

    __asm__("" : "+r"(bits));
    return __builtin_bit_cast(type, bits);
}

/* Writes a register to the program's expression behind the constraint. */
template <class target, class kept> SIM_INLINE void give(target &to, kept value)
{
    if constexpr (sizeof(kept) <= sizeof(uint64_t))
        to = as<target>(unknown(value));
    else
        to = as<target>(value);
}

template <class kept, class... parts> SIM_INLINE void take_apart(kept value, parts &...to)
{
    constexpr unsigned size = 8 * sizeof(kept) / sizeof...(to);
    word_of<sizeof(kept)> rest = as<word_of<sizeof(kept)>>(value);

    ((put(to, static_cast<word_of<size / 8>>(rest)), rest = (rest >> (size - 1)) >> 1), ...);
}

template <class kept, class... parts> SIM_INLINE void put_together(kept &to, parts... from)
{
    constexpr unsigned size = 8 * sizeof(kept) / sizeof...(from);
    word_of<sizeof(kept)> all = 0;
    unsigned shift = 0;

    ((all |= static_cast<word_of<sizeof(kept)>>(as<word_of<size / 8>>(from)) << shift,
      shift += size),
     ...);
    put(to, all);
}

/* ---- Places ---------------------------------------------------------------------------------- */

SIM_INLINE uint32_t thread_number()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

SIM_INLINE uint32_t lane()
{
    return thread_number() % SIM_WARP_SIZE;
}

SIM_INLINE uint32_t warp()
{
    return thread_number() / SIM_WARP_SIZE;
}

SIM_INLINE uint32_t warps()
{
    return (blockDim.x * blockDim.y * blockDim.z + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
}

/* ---- Arithmetic ---------------------------------------------------------------------------- */

/* Twice as wide: the result of mul.wide. */
template <class type>
using wide = std::conditional_t<std::is_signed_v<type>,
                                std::conditional_t<sizeof(type) == 2, int32_t, int64_t>,
                                std::conditional_t<sizeof(type) == 2, uint32_t, uint64_t>>;

#define SIM_PTX_SUM(name, sign, operation)                                                         \
    SIM_PTX type name(type a, type b)                                                              \
    {                                                                                              \
        if constexpr (is_narrow<type>)                                                             \
            return type{as<decltype(type::bits)>(                                                  \
                sim_narrow_compute(a.bits, b.bits, 0, operation | type::operation))};              \
        else if constexpr (std::is_integral_v<type>)                                               \
            return (type)((std::make_unsigned_t<type>)a sign(std::make_unsigned_t<type>) b);       \
        else                                                                                       \
            return a sign b;                                                                       \
    }
SIM_PTX_SUM(add, +, SIM_NARROW_ADD)
SIM_PTX_SUM(sub, -, SIM_NARROW_SUB)
SIM_PTX_SUM(mul, *, SIM_NARROW_MUL)
#undef SIM_PTX_SUM

SIM_PTX wide<type> mul_wide(type a, type b)
{
    return (wide<type>)a * (wide<type>)b;
}

SIM_PTX type mul_hi(type a, type b)
{
    if constexpr (sizeof(type) == 8)
        return std::is_signed_v<type> ? (type)__mul64hi(a, b) : (type)__umul64hi(a, b);
    else
        return (type)(mul_wide<type>(a, b) >> (8 * sizeof(type)));
}

SIM_PTX type mul24(type a, type b)
{
    if constexpr (std::is_signed_v<type>)
        return __mul24(a, b);
    else
        return __umul24(a, b);
}

SIM_PTX type mad(type a, type b, type c)
{
    return add<type>(mul<type>(a, b), c);
}

SIM_PTX type mad24(type a, type b, type c)
{
    return add<type>(mul24<type>(a, b), c);
}

SIM_PTX type mad_hi(type a, type b, type c)
{
    return add<type>(mul_hi<type>(a, b), c);
}

SIM_PTX wide<type> mad_wide(type a, type b, wide<type> c)
{
    return add<wide<type>>(mul_wide<type>(a, b), c);
}

SIM_PTX type fma(type a, type b, type c)
{
    if constexpr (is_narrow<type>)
        return type{as<decltype(type::bits)>(
            sim_narrow_compute(a.bits, b.bits, c.bits, SIM_NARROW_FMA | type::operation))};
    else if constexpr (sizeof(type) == 4)
        return ::fmaf(a, b, c);
    else
        return ::fma(a, b, c);
}

/* The roundings that have a name: rz, rm (down) and rp (up). */
#define SIM_PTX_ROUNDED(mode, suffix)                                                              \
    SIM_PTX type add_##mode(type a, type b)                                                        \
    {                                                                                              \
        if constexpr (sizeof(type) == 4)                                                           \
            return __fadd_##suffix(a, b);                                                          \
        else                                                                                       \
            return __dadd_##suffix(a, b);                                                          \
    }                                                                                              \
    SIM_PTX type mul_##mode(type a, type b)                                                        \
    {                                                                                              \
        if constexpr (sizeof(type) == 4)                                                           \
            return __fmul_##suffix(a, b);                                                          \
        else                                                                                       \
            return __dmul_##suffix(a, b);                                                          \
    }                                                                                              \
    SIM_PTX type fma_##mode(type a, type b, type c)                                                \
    {                                                                                              \
        if constexpr (sizeof(type) == 4)                                                           \
            return __fmaf_##suffix(a, b, c);                                                       \
        else                                                                                       \
            return __fma_##suffix(a, b, c);                                                        \
    }
SIM_PTX_ROUNDED(rz, rz)
SIM_PTX_ROUNDED(rm, rd)
SIM_PTX_ROUNDED(rp, ru)
#undef SIM_PTX_ROUNDED

SIM_PTX type div(type a, type b)
{
    return a / b;
}

SIM_PTX type rem(type a, type b)
{
    return a % b;
}

/* ---- With the carry, which one instruction leaves and the next takes ------------------------- */

#define SIM_PTX_CARRY(name, how)                                                                   \
    SIM_PTX type name(type a, type b)                                                              \
    {                                                                                              \
        return (type)sim_integer_carry((word_of<sizeof(type)>)a, (word_of<sizeof(type)>)b,         \
                                       (how) | (sizeof(type) == 8 ? SIM_CARRY_64 : 0));            \
    }
SIM_PTX_CARRY(add_cc, SIM_CARRY_GIVEN)
SIM_PTX_CARRY(addc, SIM_CARRY_TAKEN)
SIM_PTX_CARRY(addc_cc, SIM_CARRY_TAKEN | SIM_CARRY_GIVEN)
SIM_PTX_CARRY(sub_cc, SIM_CARRY_GIVEN | SIM_CARRY_SUBTRACTS)
SIM_PTX_CARRY(subc, SIM_CARRY_TAKEN | SIM_CARRY_SUBTRACTS)
SIM_PTX_CARRY(subc_cc, SIM_CARRY_TAKEN | SIM_CARRY_GIVEN | SIM_CARRY_SUBTRACTS)
#undef SIM_PTX_CARRY

#define SIM_PTX_MAD_CARRY(name, product, carry)                                                    \
    SIM_PTX type name(type a, type b, type c)                                                      \
    {                                                                                              \
        return carry<type>(product<type>(a, b), c);                                                \
    }
SIM_PTX_MAD_CARRY(mad_lo_cc, mul, add_cc)
SIM_PTX_MAD_CARRY(madc_lo, mul, addc)
SIM_PTX_MAD_CARRY(madc_lo_cc, mul, addc_cc)
SIM_PTX_MAD_CARRY(mad_hi_cc, mul_hi, add_cc)
SIM_PTX_MAD_CARRY(madc_hi, mul_hi, addc)
SIM_PTX_MAD_CARRY(madc_hi_cc, mul_hi, addc_cc)
#undef SIM_PTX_MAD_CARRY

}

#include "ptx_bits.h"
#include "ptx_functions.h"
#include "ptx_memory.h"

#undef SIM_PTX

#endif
