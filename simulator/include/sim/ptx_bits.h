/*
 * PTX's minima, signs, bits and fields of them: part of ptx.h.
 */
#ifndef SIM_PTX_BITS_H
#define SIM_PTX_BITS_H

namespace cuda_sim::ptx {

/* ---- Choices, bits ------------------------------------------------------------------------- */

#define SIM_PTX_CHOICE(name, sign, operation, float_function, double_function)                     \
    SIM_PTX type name(type a, type b)                                                              \
    {                                                                                              \
        if constexpr (is_narrow<type>)                                                             \
            return type{as<decltype(type::bits)>(                                                  \
                sim_narrow_compute(a.bits, b.bits, 0, operation | type::operation))};              \
        else if constexpr (std::is_integral_v<type>)                                               \
            return a sign b ? a : b;                                                               \
        else if constexpr (sizeof(type) == 4)                                                      \
            return float_function(a, b);                                                           \
        else                                                                                       \
            return double_function(a, b);                                                          \
    }
SIM_PTX_CHOICE(min, <, SIM_NARROW_MIN, ::fminf, ::fmin)
SIM_PTX_CHOICE(max, >, SIM_NARROW_MAX, ::fmaxf, ::fmax)
#undef SIM_PTX_CHOICE

SIM_PTX type neg(type a)
{
    if constexpr (is_narrow<type>)
        return type{(decltype(type::bits))(a.bits ^ (sizeof a.bits == 4 ? 0x80008000u : 0x8000u))};
    else
        return (type)-a;
}

SIM_PTX type abs(type a)
{
    if constexpr (is_narrow<type>)
        return type{(decltype(type::bits))(a.bits & (sizeof a.bits == 4 ? 0x7fff7fffu : 0x7fffu))};
    else if constexpr (std::is_integral_v<type>)
        return a < 0 ? (type)-a : a;
    else
        return (type)::fabs((double)a);
}

SIM_PTX type bit_and(type a, type b)
{
    return (type)(a & b);
}
SIM_PTX type bit_or(type a, type b)
{
    return (type)(a | b);
}
SIM_PTX type bit_xor(type a, type b)
{
    return (type)(a ^ b);
}
SIM_PTX type bit_not(type a)
{
    if constexpr (std::is_same_v<type, bool>)
        return !a;
    else
        return (type)~a;
}
SIM_PTX type cnot(type a)
{
    return a == 0;
}
SIM_PTX type select(type a, type b, bool first)
{
    return first ? a : b;
}
SIM_PTX type move(type a)
{
    return a;
}

/* By the type's width or more, nothing but the sign is left. */
SIM_PTX type shl(type a, uint32_t by)
{
    return by < 8 * sizeof(type) ? (type)(a << by) : (type)0;
}
SIM_PTX type shr(type a, uint32_t by)
{
    if constexpr (std::is_signed_v<type>)
        return (type)(a >> (by < 8 * sizeof(type) ? by : 8 * sizeof(type) - 1));
    else
        return by < 8 * sizeof(type) ? (type)(a >> by) : (type)0;
}

#define SIM_PTX_FUNNEL(name, function)                                                             \
    SIM_PTX uint32_t name(uint32_t low, uint32_t high, uint32_t by)                                \
    {                                                                                              \
        return function(low, high, by);                                                            \
    }
SIM_PTX_FUNNEL(shf_l_wrap, __funnelshift_l)
SIM_PTX_FUNNEL(shf_r_wrap, __funnelshift_r)
SIM_PTX_FUNNEL(shf_l_clamp, __funnelshift_lc)
SIM_PTX_FUNNEL(shf_r_clamp, __funnelshift_rc)
#undef SIM_PTX_FUNNEL

SIM_PTX uint32_t popc(type a)
{
    return sizeof(type) == 8 ? (uint32_t)__popcll(a) : (uint32_t)__popc((uint32_t)a);
}
SIM_PTX uint32_t clz(type a)
{
    return sizeof(type) == 8 ? (uint32_t)__clzll((long long)a) : (uint32_t)__clz((int)a);
}
SIM_PTX type brev(type a)
{
    return sizeof(type) == 8 ? (type)__brevll(a) : (type)__brev((uint32_t)a);
}

/* The highest bit that is not the sign; all ones if there is none. */
SIM_PTX uint32_t bfind(type a)
{
    using unsigned_type = std::make_unsigned_t<type>;
    unsigned_type bits = std::is_signed_v<type> && (std::make_signed_t<type>)a < 0
                             ? (unsigned_type)~a
                             : (unsigned_type)a;

    return (uint32_t)(8 * sizeof(type) - 1) - clz<unsigned_type>(bits);
}
SIM_PTX uint32_t bfind_shift(type a)
{
    uint32_t bit = bfind<type>(a);

    return bit == 0xffffffff ? bit : (uint32_t)(8 * sizeof(type) - 1) - bit;
}
SIM_PTX type bfe(type a, uint32_t first, uint32_t count)
{
    return (type)sim_integer_field((uint64_t)(int64_t)a, first, count,
                                   (std::is_signed_v<type> ? SIM_FIELD_SIGNED : 0) |
                                       (sizeof(type) == 8 ? SIM_FIELD_64 : 0));
}
SIM_PTX type bfi(type from, type into, uint32_t first, uint32_t count)
{
    return (type)sim_integer_insert(from, into, first, count, 8 * sizeof(type));
}
SIM_PTX uint32_t prmt(uint32_t a, uint32_t b, uint32_t selector)
{
    return __byte_perm(a, b, selector);
}
SIM_PTX uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    return sim_integer_lop3(a, b, c, table);
}
SIM_PTX type sad(type a, type b, type c)
{
    return add<type>(c, a < b ? sub<type>(b, a) : sub<type>(a, b));
}
/* The results for the parts of two words, each in its place; or their sum, and c. */
#define SIM_PARTS(name, simd)                                                                      \
    SIM_PTX uint32_t name(uint32_t a, uint32_t b, uint32_t)                                        \
    {                                                                                              \
        return simd(a, b);                                                                         \
    }
#define SIM_PARTS_OR_SUM(name, simd, sum)                                                          \
    SIM_PARTS(name, simd)                                                                          \
    SIM_PTX uint32_t name##_add(uint32_t a, uint32_t b, uint32_t c)                                \
    {                                                                                              \
        return sum(simd(a, b), 0) + c;                                                             \
    }
/* Words of 4 bytes or 2 halves. */
#define SIM_WORDS_OF(n)                                                                            \
    SIM_PARTS(vadd##n, __vadd##n)                                                                  \
    SIM_PARTS(vadd##n##_sat, __vaddus##n)                                                          \
    SIM_PARTS(vsub##n##_sat, __vsubus##n)                                                          \
    SIM_PARTS_OR_SUM(vabsdiff##n, __vabsdiffu##n, __vsadu##n)                                      \
    SIM_PARTS_OR_SUM(vmin##n, __vminu##n, __vsadu##n)                                              \
    SIM_PARTS_OR_SUM(vmax##n, __vmaxu##n, __vsadu##n)                                              \
    SIM_PARTS_OR_SUM(vavrg##n, __vavgu##n, __vsadu##n)
SIM_WORDS_OF(4)
SIM_WORDS_OF(2)
#undef SIM_WORDS_OF
#undef SIM_PARTS_OR_SUM
#undef SIM_PARTS

}

#endif
