/*
 * Integer intrinsics, and min and max for all pairs of types that CUDA has them for.
 */
#ifndef SIM_INTEGERS_H
#define SIM_INTEGERS_H

#include "attributes.h"

/* Leading zeros; all bits for 0. */
SIM_INLINE int __clz(int x)
{
    return x ? __builtin_clz((unsigned int)x) : 32;
}

SIM_INLINE int __clzll(long long x)
{
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}

/* The position of the lowest set bit, counted from 1; 0 without any. */
SIM_INLINE int __ffs(int x)
{
    return __builtin_ffs(x);
}

SIM_INLINE int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}

SIM_INLINE int __popc(unsigned int x)
{
    return __builtin_popcount(x);
}

SIM_INLINE int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}

/* The bits in reverse order: swaps neighbours, then pairs, nibbles and bytes. */
SIM_INLINE unsigned int __brev(unsigned int x)
{
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(x);
}

SIM_INLINE unsigned long long __brevll(unsigned long long x)
{
    return (unsigned long long)__brev((unsigned int)x) << 32 | __brev((unsigned int)(x >> 32));
}

/* Four bytes chosen from the eight of x (0 to 3) and y (4 to 7) by the nibbles of selector. */
SIM_INLINE unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned int result = 0;

    for (int i = 0; i < 4; i++) {
        unsigned int place = selector >> (4 * i) & 7;

        result |= ((unsigned int)(bytes >> (8 * place)) & 0xff) << (8 * i);
    }
    return result;
}

/* high:low shifted; the _l forms give the upper word, the _r forms the lower one. */
SIM_INLINE unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift)
{
    return (unsigned int)((((unsigned long long)high << 32 | low) << (shift & 31)) >> 32);
}

SIM_INLINE unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}

/* The same with a shift clamped to 32 instead of wrapped. */
SIM_INLINE unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}

SIM_INLINE unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

/* The low 32 bits of the product of the low 24 bits. */
SIM_INLINE int __mul24(int x, int y)
{
    x = (int)((unsigned int)x << 8) >> 8;
    y = (int)((unsigned int)y << 8) >> 8;
    return (int)((unsigned int)x * (unsigned int)y);
}

SIM_INLINE unsigned int __umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}

/* The high half of the product. */
SIM_INLINE int __mulhi(int x, int y)
{
    return (int)((long long)x * y >> 32);
}

SIM_INLINE unsigned int __umulhi(unsigned int x, unsigned int y)
{
    return (unsigned int)((unsigned long long)x * y >> 32);
}

SIM_INLINE long long __mul64hi(long long x, long long y)
{
    return (long long)((__extension__(__int128) x * y) >> 64);
}

SIM_INLINE unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((__extension__(unsigned __int128) x * y) >> 64);
}

/* |x - y| + z */
SIM_INLINE unsigned int __sad(int x, int y, unsigned int z)
{
    return (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x) + z;
}

SIM_INLINE unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return (x > y ? x - y : y - x) + z;
}

/* The average, rounded down (h) or up (rh), without overflow. */
SIM_INLINE int __hadd(int x, int y)
{
    return (int)(((long long)x + y) >> 1);
}

SIM_INLINE int __rhadd(int x, int y)
{
    return (int)(((long long)x + y + 1) >> 1);
}

SIM_INLINE unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}

SIM_INLINE unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}

/* The sum of the products of the four bytes, plus c. */
SIM_INLINE int __dp4a(int a, int b, int c)
{
    for (int i = 0; i < 32; i += 8)
        c += (signed char)(a >> i) * (signed char)(b >> i);
    return c;
}

SIM_INLINE unsigned int __dp4a(unsigned int a, unsigned int b, unsigned int c)
{
    for (int i = 0; i < 32; i += 8)
        c += (a >> i & 0xff) * (b >> i & 0xff);
    return c;
}

/* The sums of the products of two halves with two bytes of b: the low ones, or the high ones. */
SIM_INLINE int __dp2a_lo(int a, int b, int c)
{
    return c + (short)a * (signed char)b + (a >> 16) * (signed char)(b >> 8);
}

SIM_INLINE unsigned int __dp2a_lo(unsigned int a, unsigned int b, unsigned int c)
{
    return c + (a & 0xffff) * (b & 0xff) + (a >> 16) * (b >> 8 & 0xff);
}

SIM_INLINE int __dp2a_hi(int a, int b, int c)
{
    return __dp2a_lo(a, b >> 16, c);
}

SIM_INLINE unsigned int __dp2a_hi(unsigned int a, unsigned int b, unsigned int c)
{
    return __dp2a_lo(a, b >> 16, c);
}

/*
 * The position of the offset-th set bit from base on, upwards for a positive offset, downwards for
 * a negative one; 0 asks for base itself. Without such a bit: a number with all bits set.
 */
SIM_INLINE unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    int step = offset < 0 ? -1 : 1, wanted = offset < 0 ? -offset : offset;
    int place = (int)(base & 31);

    if (!offset)
        return mask >> place & 1 ? base & 31 : ~0u;
    for (; place >= 0 && place < 32; place += step)
        if ((mask >> place & 1) && !--wanted)
            return (unsigned int)place;
    return ~0u;
}

/* min and max: both operands are converted to type. */
#define SIM_MIN_MAX(type, first, second)                                                           \
    SIM_INLINE type min(first x, second y)                                                         \
    {                                                                                              \
        return (type)x < (type)y ? (type)x : (type)y;                                              \
    }                                                                                              \
    SIM_INLINE type max(first x, second y)                                                         \
    {                                                                                              \
        return (type)x > (type)y ? (type)x : (type)y;                                              \
    }
#define SIM_MIN_MAX_SIGNED(name)                                                                   \
    SIM_MIN_MAX(name, name, name)                                                                  \
    SIM_MIN_MAX(unsigned name, unsigned name, unsigned name)                                       \
    SIM_MIN_MAX(unsigned name, name, unsigned name)                                                \
    SIM_MIN_MAX(unsigned name, unsigned name, name)

SIM_MIN_MAX_SIGNED(int)
SIM_MIN_MAX_SIGNED(long)
SIM_MIN_MAX_SIGNED(long long)

#undef SIM_MIN_MAX_SIGNED
#undef SIM_MIN_MAX

/* C's functions: a NaN loses against a number. */
SIM_INLINE float min(float x, float y)
{
    return __builtin_fminf(x, y);
}

SIM_INLINE float max(float x, float y)
{
    return __builtin_fmaxf(x, y);
}

SIM_INLINE double min(double x, double y)
{
    return __builtin_fmin(x, y);
}

SIM_INLINE double max(double x, double y)
{
    return __builtin_fmax(x, y);
}

SIM_INLINE double min(float x, double y)
{
    return __builtin_fmin(x, y);
}

SIM_INLINE double max(float x, double y)
{
    return __builtin_fmax(x, y);
}

SIM_INLINE double min(double x, float y)
{
    return __builtin_fmin(x, y);
}

SIM_INLINE double max(double x, float y)
{
    return __builtin_fmax(x, y);
}

/* The names with a type in them. */
#define SIM_CHOICES(prefix, type)                                                                  \
    SIM_INLINE type prefix##min(type x, type y)                                                    \
    {                                                                                              \
        return y < x ? y : x;                                                                      \
    }                                                                                              \
    SIM_INLINE type prefix##max(type x, type y)                                                    \
    {                                                                                              \
        return x < y ? y : x;                                                                      \
    }

SIM_CHOICES(u, unsigned int)
SIM_CHOICES(ll, long long)
SIM_CHOICES(ull, unsigned long long)

#undef SIM_CHOICES

#endif
