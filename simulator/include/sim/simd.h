/*
 * Arithmetic on the two halves, or the four bytes, of a word: __vadd2, __vadd4 and their kind.
 */
#ifndef SIM_SIMD_H
#define SIM_SIMD_H

#include "attributes.h"
#include "integers.h"

namespace cuda_sim {

/* A part of a word, of that many bits, as a signed or unsigned number. */
template <int bits> SIM_INLINE int signed_part(unsigned int word, int at)
{
    return (int)(word << (32 - bits - at)) >> (32 - bits);
}
template <int bits> SIM_INLINE int unsigned_part(unsigned int word, int at)
{
    return (int)(word >> at & ((1u << bits) - 1));
}

/* Cut to the range of a signed or unsigned part. */
template <int bits> SIM_INLINE int signed_limits(int x)
{
    constexpr int most = (1 << (bits - 1)) - 1;

    return x > most ? most : x < -most - 1 ? -most - 1 : x;
}
template <int bits> SIM_INLINE int unsigned_limits(int x)
{
    constexpr int most = (1 << bits) - 1;

    return x > most ? most : x < 0 ? 0 : x;
}

SIM_INLINE int distance(int x, int y)
{
    return x > y ? x - y : y - x;
}

}

/* For both widths: the parts of one word, or of two, are x and y. */
#define SIM_PARTS_1(name, expression)                                                              \
    SIM_PARTS_OF(name##2, 16, signed, (unsigned int a), a, expression)                             \
    SIM_PARTS_OF(name##4, 8, signed, (unsigned int a), a, expression)
#define SIM_PARTS_2(name, sign, expression)                                                        \
    SIM_PARTS_OF(name##2, 16, sign, (unsigned int a, unsigned int b), b, expression)               \
    SIM_PARTS_OF(name##4, 8, sign, (unsigned int a, unsigned int b), b, expression)
#define SIM_PARTS_OF(name, width, sign, parameters, second, expression)                            \
    SIM_INLINE unsigned int name parameters                                                        \
    {                                                                                              \
        constexpr int bits = width;                                                                \
        unsigned int result = 0;                                                                   \
                                                                                                   \
        for (int i = 0; i < 32; i += bits) {                                                       \
            int x = cuda_sim::sign##_part<bits>(a, i);                                             \
            int y = cuda_sim::sign##_part<bits>(second, i);                                        \
                                                                                                   \
            (void)y;                                                                               \
            result |= ((unsigned int)(expression) & ((1u << bits) - 1)) << i;                      \
        }                                                                                          \
        return result;                                                                             \
    }
/* Each comparison in two forms: all bits of a part set, or the lowest. */
#define SIM_COMPARISON(name, sign, operator)                                                       \
    SIM_PARTS_2(__vcmp##name, sign, -(x operator y))                                               \
    SIM_PARTS_2(__vset##name, sign, x operator y)

SIM_PARTS_2(__vadd, unsigned, x + y)
SIM_PARTS_2(__vaddss, signed, cuda_sim::signed_limits<bits>(x + y))
SIM_PARTS_2(__vaddus, unsigned, cuda_sim::unsigned_limits<bits>(x + y))
SIM_PARTS_2(__vsub, unsigned, x - y)
SIM_PARTS_2(__vsubss, signed, cuda_sim::signed_limits<bits>(x - y))
SIM_PARTS_2(__vsubus, unsigned, cuda_sim::unsigned_limits<bits>(x - y))
SIM_PARTS_1(__vabs, x < 0 ? -x : x)
SIM_PARTS_1(__vabsss, cuda_sim::signed_limits<bits>(x < 0 ? -x : x))
SIM_PARTS_1(__vneg, -x)
SIM_PARTS_1(__vnegss, cuda_sim::signed_limits<bits>(-x))
SIM_PARTS_2(__vabsdiffs, signed, cuda_sim::distance(x, y))
SIM_PARTS_2(__vabsdiffu, unsigned, cuda_sim::distance(x, y))
SIM_PARTS_2(__vavgs, signed, (x + y + (x + y >= 0)) >> 1)
SIM_PARTS_2(__vavgu, unsigned, (x + y + 1) >> 1)
SIM_PARTS_2(__vhaddu, unsigned, (x + y) >> 1)
SIM_PARTS_2(__vmaxs, signed, x > y ? x : y)
SIM_PARTS_2(__vmaxu, unsigned, x > y ? x : y)
SIM_PARTS_2(__vmins, signed, x < y ? x : y)
SIM_PARTS_2(__vminu, unsigned, x < y ? x : y)
SIM_COMPARISON(eq, unsigned, ==)
SIM_COMPARISON(ne, unsigned, !=)
SIM_COMPARISON(ges, signed, >=)
SIM_COMPARISON(geu, unsigned, >=)
SIM_COMPARISON(gts, signed, >)
SIM_COMPARISON(gtu, unsigned, >)
SIM_COMPARISON(les, signed, <=)
SIM_COMPARISON(leu, unsigned, <=)
SIM_COMPARISON(lts, signed, <)
SIM_COMPARISON(ltu, unsigned, <)

/* The sum of the parts' distances. */
#define SIM_DISTANCES(name, width, sign)                                                           \
    SIM_INLINE unsigned int name(unsigned int a, unsigned int b)                                   \
    {                                                                                              \
        unsigned int sum = 0;                                                                      \
                                                                                                   \
        for (int i = 0; i < 32; i += width)                                                        \
            sum += (unsigned int)cuda_sim::distance(cuda_sim::sign##_part<width>(a, i),            \
                                                    cuda_sim::sign##_part<width>(b, i));           \
        return sum;                                                                                \
    }
SIM_DISTANCES(__vsads2, 16, signed)
SIM_DISTANCES(__vsadu2, 16, unsigned)
SIM_DISTANCES(__vsads4, 8, signed)
SIM_DISTANCES(__vsadu4, 8, unsigned)

#undef SIM_PARTS_1
#undef SIM_PARTS_2
#undef SIM_PARTS_OF
#undef SIM_COMPARISON
#undef SIM_DISTANCES

/* Most and least of three, or of a sum and a third; relu: not below 0. */
#define SIM_OF_THREE(type, suffix)                                                                 \
    SIM_INLINE type __vimax3_##suffix(type a, type b, type c)                                      \
    {                                                                                              \
        return max(max(a, b), c);                                                                  \
    }                                                                                              \
    SIM_INLINE type __vimin3_##suffix(type a, type b, type c)                                      \
    {                                                                                              \
        return min(min(a, b), c);                                                                  \
    }                                                                                              \
    SIM_INLINE type __viaddmax_##suffix(type a, type b, type c)                                    \
    {                                                                                              \
        return max((type)((unsigned int)a + (unsigned int)b), c);                                  \
    }                                                                                              \
    SIM_INLINE type __viaddmin_##suffix(type a, type b, type c)                                    \
    {                                                                                              \
        return min((type)((unsigned int)a + (unsigned int)b), c);                                  \
    }
#define SIM_NOT_BELOW_ZERO(name, parameters, arguments)                                            \
    SIM_INLINE int name##_relu parameters                                                          \
    {                                                                                              \
        return max(name arguments, 0);                                                             \
    }
/* Says also which it was: the first, where both are the same. */
#define SIM_WHICH(name, type, operator)                                                            \
    SIM_INLINE type name(type a, type b, bool *first)                                              \
    {                                                                                              \
        *first = a operator b;                                                                     \
        return *first ? a : b;                                                                     \
    }

SIM_OF_THREE(int, s32)
SIM_OF_THREE(unsigned int, u32)
SIM_NOT_BELOW_ZERO(__vimax3_s32, (int a, int b, int c), (a, b, c))
SIM_NOT_BELOW_ZERO(__vimin3_s32, (int a, int b, int c), (a, b, c))
SIM_NOT_BELOW_ZERO(__viaddmax_s32, (int a, int b, int c), (a, b, c))
SIM_NOT_BELOW_ZERO(__viaddmin_s32, (int a, int b, int c), (a, b, c))
SIM_INLINE int __vimax_s32_relu(int a, int b)
{
    return max(max(a, b), 0);
}
SIM_INLINE int __vimin_s32_relu(int a, int b)
{
    return max(min(a, b), 0);
}
SIM_WHICH(__vibmax_s32, int, >=)
SIM_WHICH(__vibmax_u32, unsigned int, >=)
SIM_WHICH(__vibmin_s32, int, <=)
SIM_WHICH(__vibmin_u32, unsigned int, <=)

#undef SIM_OF_THREE
#undef SIM_NOT_BELOW_ZERO
#undef SIM_WHICH

#endif
