/*
 * The types of numbers, for the operators: the types in which they are carried, and the order in
 * which they stand.
 */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "../common/types/operation.h"

#define BOTH __host__ __device__ inline

/* The type in which sums and products are carried. */
template <typename element> struct carried {
    typedef element type;
};
template <> struct carried<int> {
    typedef long long type;
};
template <> struct carried<unsigned int> {
    typedef unsigned long long type;
};
template <> struct carried<__half> {
    typedef float type;
};
template <> struct carried<__nv_bfloat16> {
    typedef float type;
};

/* The type in which means are carried. */
template <typename element> struct averaged {
    typedef double type;
};
template <> struct averaged<float> {
    typedef float type;
};
template <> struct averaged<__half> {
    typedef float type;
};
template <> struct averaged<__nv_bfloat16> {
    typedef float type;
};

/* An unsigned integer as wide as a type of 4 or 8 bytes. */
template <size_t bytes> struct unsigned_of {
    typedef unsigned int type;
};
template <> struct unsigned_of<8> {
    typedef unsigned long long type;
};
template <typename number> struct as_wide {
    typedef typename unsigned_of<sizeof(number)>::type type;
};

/* A number in the type in which it is carried: nothing is rounded. */
BOTH long long carry(int x)
{
    return x;
}
BOTH unsigned long long carry(unsigned int x)
{
    return x;
}
BOTH long long carry(long long x)
{
    return x;
}
BOTH float carry(float x)
{
    return x;
}
BOTH double carry(double x)
{
    return x;
}
BOTH float carry(__half x)
{
    return __half2float(x);
}
BOTH float carry(__nv_bfloat16 x)
{
    return __bfloat162float(x);
}

/* 32 bits that are all 0 if x is 0, and not if it is not. Floating-point numbers lose their sign,
 * so that -0 is 0, and a NaN is not. */
BOTH unsigned int bits_unless_0(int x)
{
    return (unsigned int)x;
}
BOTH unsigned int bits_unless_0(unsigned int x)
{
    return x;
}
BOTH unsigned int bits_unless_0(long long x)
{
    return (unsigned int)x | (unsigned int)(x >> 32);
}
BOTH unsigned int bits_unless_0(float x)
{
    unsigned int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & INT_MAX;
}
BOTH unsigned int bits_unless_0(double x)
{
    long long bits;
    memcpy(&bits, &x, sizeof bits);
    return bits_unless_0(bits & LLONG_MAX);
}
template <typename narrow> BOTH unsigned int bits_but_the_sign(narrow x)
{
    unsigned short bits;
    memcpy(&bits, &x, sizeof bits);
    return bits & 0x7FFF;
}
BOTH unsigned int bits_unless_0(__half x)
{
    return bits_but_the_sign(x);
}
BOTH unsigned int bits_unless_0(__nv_bfloat16 x)
{
    return bits_but_the_sign(x);
}

/* Integers wrap around: unsigned, since a signed one that overflows is undefined. */
BOTH unsigned long long add(unsigned long long a, unsigned long long b)
{
    return a + b;
}
BOTH long long add(long long a, long long b)
{
    return (long long)((unsigned long long)a + (unsigned long long)b);
}
BOTH float add(float a, float b)
{
    return a + b;
}
BOTH double add(double a, double b)
{
    return a + b;
}

BOTH unsigned long long multiply(unsigned long long a, unsigned long long b)
{
    return a * b;
}
BOTH long long multiply(long long a, long long b)
{
    return (long long)((unsigned long long)a * (unsigned long long)b);
}
BOTH float multiply(float a, float b)
{
    return a * b;
}
BOTH double multiply(double a, double b)
{
    return a * b;
}

/* a * b + c; of floating-point numbers rounded once. */
BOTH unsigned int multiply_add(unsigned int a, unsigned int b, unsigned int c)
{
    return a * b + c;
}
BOTH float multiply_add(float a, float b, float c)
{
    return fmaf(a, b, c);
}
BOTH double multiply_add(double a, double b, double c)
{
    return fma(a, b, c);
}

/*
 * Order keys: integers that stand in the same order as the numbers, so that the smallest number
 * is that of the smallest key. Of floating-point numbers these are their bits, read as an integer
 * with a sign; those below 0 stand the wrong way round, which turning their other bits mends.
 */
template <typename number> struct order;
template <> struct order<int> {
    typedef int key;
    BOTH static key least()
    {
        return INT_MIN;
    }
    BOTH static key most()
    {
        return INT_MAX;
    }
    BOTH static long long number(key x)
    {
        return x;
    }
};
template <> struct order<unsigned int> {
    typedef unsigned int key;
    BOTH static key least()
    {
        return 0;
    }
    BOTH static key most()
    {
        return UINT_MAX;
    }
    BOTH static unsigned long long number(key x)
    {
        return x;
    }
};
template <> struct order<long long> {
    typedef long long key;
    BOTH static key least()
    {
        return LLONG_MIN;
    }
    BOTH static key most()
    {
        return LLONG_MAX;
    }
    BOTH static long long number(key x)
    {
        return x;
    }
};
template <> struct order<double> : order<long long> {
    BOTH static double number(long long key)
    {
        double x;
        long long bits = key ^ (key >> 63 & LLONG_MAX);
        memcpy(&x, &bits, sizeof x);
        return x;
    }
};
template <> struct order<float> : order<int> {
    BOTH static float number(int key)
    {
        float x;
        int bits = key ^ (key >> 31 & INT_MAX);
        memcpy(&x, &bits, sizeof x);
        return x;
    }
};
template <> struct order<__half> : order<float> {
};
template <> struct order<__nv_bfloat16> : order<float> {
};

/* The key of x, and of a NaN the one that it is to have. */
BOTH int key_of(int x, int)
{
    return x;
}
BOTH unsigned int key_of(unsigned int x, unsigned int)
{
    return x;
}
BOTH long long key_of(long long x, long long)
{
    return x;
}
BOTH int key_of(float x, int of_nan)
{
    int bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? of_nan : bits ^ (bits >> 31 & INT_MAX);
}
BOTH long long key_of(double x, long long of_nan)
{
    long long bits;
    memcpy(&bits, &x, sizeof bits);
    return x != x ? of_nan : bits ^ (bits >> 63 & LLONG_MAX);
}
BOTH int key_of(__half x, int of_nan)
{
    return key_of(__half2float(x), of_nan);
}
BOTH int key_of(__nv_bfloat16 x, int of_nan)
{
    return key_of(__bfloat162float(x), of_nan);
}

/* The answer that an accumulator is. */
static inline struct answer answer_of(long long x)
{
    return {x, 0, 0, 0};
}
static inline struct answer answer_of(unsigned long long x)
{
    return {(long long)x, 0, 0, 0};
}
static inline struct answer answer_of(unsigned int x)
{
    return {x, 0, 0, 0};
}
static inline struct answer answer_of(float x)
{
    return {0, x, 0, 0};
}
static inline struct answer answer_of(double x)
{
    return {0, x, 0, 0};
}

#undef BOTH

#endif
