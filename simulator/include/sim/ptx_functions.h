/*
 * PTX's comparisons, conversions and functions of floating point: part of ptx.h.
 */
#ifndef SIM_PTX_FUNCTIONS_H
#define SIM_PTX_FUNCTIONS_H

#include <limits>

namespace cuda_sim::ptx {

#define SIM_PTX_COMPARISON(name, sign)                                                             \
    SIM_PTX bool name(type a, type b)                                                              \
    {                                                                                              \
        return a sign b;                                                                           \
    }
SIM_PTX_COMPARISON(eq, ==)
SIM_PTX_COMPARISON(lt, <)
SIM_PTX_COMPARISON(le, <=)
SIM_PTX_COMPARISON(gt, >)
SIM_PTX_COMPARISON(ge, >=)
#undef SIM_PTX_COMPARISON

/* Without a u a comparison with NaN is false, also that for being different. */
SIM_PTX bool ne(type a, type b)
{
    if constexpr (std::is_floating_point_v<type>)
        return a < b || a > b;
    else
        return a != b;
}
#define SIM_PTX_UNORDERED(name, expression)                                                        \
    SIM_PTX bool name(type a, type b)                                                              \
    {                                                                                              \
        return expression;                                                                         \
    }
SIM_PTX_UNORDERED(equ, !(a < b || a > b))
SIM_PTX_UNORDERED(neu, !(a == b))
SIM_PTX_UNORDERED(ltu, !(a >= b))
SIM_PTX_UNORDERED(leu, !(a > b))
SIM_PTX_UNORDERED(gtu, !(a <= b))
SIM_PTX_UNORDERED(geu, !(a < b))
SIM_PTX_UNORDERED(num, a == a && b == b)
SIM_PTX_UNORDERED(nan, a != a || b != b)
#undef SIM_PTX_UNORDERED

#define SIM_PTX_FUNCTION(name, float_form, double_form)                                            \
    SIM_PTX type name(type a)                                                                      \
    {                                                                                              \
        if constexpr (sizeof(type) == 4)                                                           \
            return float_form;                                                                     \
        else                                                                                       \
            return double_form;                                                                    \
    }
SIM_PTX_FUNCTION(rcp, 1.0f / a, 1.0 / a)
SIM_PTX_FUNCTION(sqrt, ::sqrtf(a), ::sqrt(a))
SIM_PTX_FUNCTION(rsqrt, 1.0f / ::sqrtf(a), 1.0 / ::sqrt(a))
SIM_PTX_FUNCTION(sin, ::sinf(a), ::sin(a))
SIM_PTX_FUNCTION(cos, ::cosf(a), ::cos(a))
SIM_PTX_FUNCTION(lg2, ::log2f(a), ::log2(a))
SIM_PTX_FUNCTION(ex2, ::exp2f(a), ::exp2(a))
SIM_PTX_FUNCTION(tanh, ::tanhf(a), ::tanh(a))
#undef SIM_PTX_FUNCTION

/* a's sign, b's size. */
SIM_PTX type copysign(type a, type b)
{
    return (type)::copysign((double)b, (double)a);
}

SIM_PTX type clamped(type a)
{
    return a > 0 ? (a < 1 ? a : (type)1) : (type)0;
}
SIM_PTX type add_sat(type a, type b)
{
    if constexpr (std::is_floating_point_v<type>)
        return clamped<type>(a + b);
    type sum;
    if (!__builtin_add_overflow(a, b, &sum))
        return sum;
    return a < 0 ? std::numeric_limits<type>::min() : std::numeric_limits<type>::max();
}
SIM_PTX type sub_sat(type a, type b)
{
    if constexpr (std::is_floating_point_v<type>)
        return clamped<type>(a - b);
    type difference;
    if (!__builtin_sub_overflow(a, b, &difference))
        return difference;
    return a < 0 ? std::numeric_limits<type>::min() : std::numeric_limits<type>::max();
}

/* ---- Conversions --------------------------------------------------------------------------- */

enum class rounding { rn, rz, rm, rp, rni, rzi, rmi, rpi };

template <class from> SIM_INLINE from whole(from value, rounding how)
{
    switch (how) {
    case rounding::rz:
    case rounding::rzi: return (from)::trunc((double)value);
    case rounding::rm:
    case rounding::rmi: return (from)::floor((double)value);
    case rounding::rp:
    case rounding::rpi: return (from)::ceil((double)value);
    default: return (from)::rint((double)value);
    }
}

/* Too large gives the largest, NaN 0. */
template <class to, class from> SIM_INLINE to to_integer(from value)
{
    constexpr bool is_signed = std::is_signed_v<to>;
    constexpr unsigned bits = 8 * sizeof(to) - is_signed;
    constexpr to highest = (to) ~((to)is_signed << bits);
    constexpr from beyond = (from)2 * (from)((uint64_t)1 << (bits - 1));

    return value != value                             ? (to)0
           : value >= beyond                          ? highest
           : value <= (is_signed ? -beyond : (from)0) ? (to)(is_signed ? ~highest : 0)
                                                      : (to)value;
}

template <class to, class from> SIM_INLINE to convert(from value, rounding how)
{
    if constexpr (is_narrow<to> && std::is_same_v<from, float>)
        return to{(decltype(to::bits))sim_narrow_from_float(value, to::operation & 1,
                                                            how == rounding::rz   ? SIM_TOWARD_ZERO
                                                            : how == rounding::rm ? SIM_DOWNWARD
                                                            : how == rounding::rp
                                                                ? SIM_UPWARD
                                                                : SIM_NEAREST_EVEN)};
    else if constexpr (is_narrow<from> && std::is_same_v<to, float>)
        return sim_narrow_to_float(value.bits, from::operation & 1);
    else if constexpr (std::is_floating_point_v<from> && std::is_integral_v<to>)
        return to_integer<to>(whole(value, how));
    else if constexpr (std::is_floating_point_v<from> && std::is_same_v<from, to>)
        return how >= rounding::rni ? whole(value, how) : value;
    else if constexpr (sizeof(to) < sizeof(from) && std::is_floating_point_v<from>)
        return how == rounding::rz   ? __double2float_rz(value)
               : how == rounding::rm ? __double2float_rd(value)
               : how == rounding::rp ? __double2float_ru(value)
                                     : (to)value;
    else
        return (to)value;
}

}

#endif
