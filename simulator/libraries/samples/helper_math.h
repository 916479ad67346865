/*
 * Arithmetic of vectors, as NVIDIA's samples have it from their own header of this name: by
 * elements, with a vector or a number; dot products, lengths and the like.
 */
#ifndef SIM_HELPER_MATH_H
#define SIM_HELPER_MATH_H

#include <math.h>

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;

#define SIM_VECTOR_FUNCTION SIM_INLINE

/* The vector that has each(element) for each of its elements, each with x, y, z, w in turn. */
#define SIM_OF_2(name, each) make_##name##2(each(x), each(y))
#define SIM_OF_3(name, each) make_##name##3(each(x), each(y), each(z))
#define SIM_OF_4(name, each) make_##name##4(each(x), each(y), each(z), each(w))

#define SIM_BOTH_SUM(e)         a.e + b.e
#define SIM_BOTH_DIFFERENCE(e)  a.e - b.e
#define SIM_BOTH_PRODUCT(e)     a.e *b.e
#define SIM_BOTH_QUOTIENT(e)    a.e / b.e
#define SIM_RIGHT_SUM(e)        a.e + b
#define SIM_RIGHT_DIFFERENCE(e) a.e - b
#define SIM_RIGHT_PRODUCT(e)    a.e *b
#define SIM_RIGHT_QUOTIENT(e)   a.e / b
#define SIM_LEFT_SUM(e)         a + b.e
#define SIM_LEFT_DIFFERENCE(e)  a - b.e
#define SIM_LEFT_PRODUCT(e)     a *b.e
#define SIM_LEFT_QUOTIENT(e)    a / b.e

/* One operator for vectors of one kind; scalar is the type of its elements. */
#define SIM_VECTOR_OPERATOR(name, scalar, of, vector, sign, kind)                                  \
    SIM_VECTOR_FUNCTION vector operator sign(vector a, vector b)                                   \
    {                                                                                              \
        return of(name, SIM_BOTH_##kind);                                                          \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector operator sign(vector a, scalar b)                                   \
    {                                                                                              \
        return of(name, SIM_RIGHT_##kind);                                                         \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector operator sign(scalar a, vector b)                                   \
    {                                                                                              \
        return of(name, SIM_LEFT_##kind);                                                          \
    }                                                                                              \
    SIM_VECTOR_FUNCTION void operator sign##=(vector &a, vector b)                                 \
    {                                                                                              \
        a = a sign b;                                                                              \
    }                                                                                              \
    SIM_VECTOR_FUNCTION void operator sign##=(vector &a, scalar b)                                 \
    {                                                                                              \
        a = a sign b;                                                                              \
    }

#define SIM_VECTOR_OPERATORS(name, scalar, of, vector)                                             \
    SIM_VECTOR_OPERATOR(name, scalar, of, vector, +, SUM)                                          \
    SIM_VECTOR_OPERATOR(name, scalar, of, vector, -, DIFFERENCE)                                   \
    SIM_VECTOR_OPERATOR(name, scalar, of, vector, *, PRODUCT)
SIM_VECTOR_OPERATORS(float, float, SIM_OF_2, float2)
SIM_VECTOR_OPERATORS(float, float, SIM_OF_3, float3)
SIM_VECTOR_OPERATORS(float, float, SIM_OF_4, float4)
SIM_VECTOR_OPERATORS(int, int, SIM_OF_2, int2)
SIM_VECTOR_OPERATORS(int, int, SIM_OF_3, int3)
SIM_VECTOR_OPERATORS(int, int, SIM_OF_4, int4)
SIM_VECTOR_OPERATORS(uint, uint, SIM_OF_2, uint2)
SIM_VECTOR_OPERATORS(uint, uint, SIM_OF_3, uint3)
SIM_VECTOR_OPERATORS(uint, uint, SIM_OF_4, uint4)
SIM_VECTOR_OPERATOR(float, float, SIM_OF_2, float2, /, QUOTIENT)
SIM_VECTOR_OPERATOR(float, float, SIM_OF_3, float3, /, QUOTIENT)
SIM_VECTOR_OPERATOR(float, float, SIM_OF_4, float4, /, QUOTIENT)

/* From a number, and from vectors of other sizes and types. */
#define SIM_FROM_NUMBER(e) s
#define SIM_VECTOR_MAKERS(name, scalar_type)                                                       \
    SIM_VECTOR_FUNCTION name##2 make_##name##2(scalar_type s)                                      \
    {                                                                                              \
        return SIM_OF_2(name, SIM_FROM_NUMBER);                                                    \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##2 make_##name##2(name##3 a)                                          \
    {                                                                                              \
        return make_##name##2(a.x, a.y);                                                           \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##3 make_##name##3(scalar_type s)                                      \
    {                                                                                              \
        return SIM_OF_3(name, SIM_FROM_NUMBER);                                                    \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##3 make_##name##3(name##2 a)                                          \
    {                                                                                              \
        return make_##name##3(a.x, a.y, 0);                                                        \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##3 make_##name##3(name##2 a, scalar_type s)                           \
    {                                                                                              \
        return make_##name##3(a.x, a.y, s);                                                        \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##3 make_##name##3(name##4 a)                                          \
    {                                                                                              \
        return make_##name##3(a.x, a.y, a.z);                                                      \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##4 make_##name##4(scalar_type s)                                      \
    {                                                                                              \
        return SIM_OF_4(name, SIM_FROM_NUMBER);                                                    \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##4 make_##name##4(name##3 a)                                          \
    {                                                                                              \
        return make_##name##4(a.x, a.y, a.z, 0);                                                   \
    }                                                                                              \
    SIM_VECTOR_FUNCTION name##4 make_##name##4(name##3 a, scalar_type s)                           \
    {                                                                                              \
        return make_##name##4(a.x, a.y, a.z, s);                                                   \
    }
SIM_VECTOR_MAKERS(float, float)
SIM_VECTOR_MAKERS(int, int)
SIM_VECTOR_MAKERS(uint, uint)

#define SIM_VECTOR_CONVERSIONS(to, scalar, from)                                                   \
    SIM_VECTOR_FUNCTION to##2 make_##to##2(from##2 a)                                              \
    {                                                                                              \
        return make_##to##2((scalar)a.x, (scalar)a.y);                                             \
    }                                                                                              \
    SIM_VECTOR_FUNCTION to##3 make_##to##3(from##3 a)                                              \
    {                                                                                              \
        return make_##to##3((scalar)a.x, (scalar)a.y, (scalar)a.z);                                \
    }                                                                                              \
    SIM_VECTOR_FUNCTION to##4 make_##to##4(from##4 a)                                              \
    {                                                                                              \
        return make_##to##4((scalar)a.x, (scalar)a.y, (scalar)a.z, (scalar)a.w);                   \
    }
SIM_VECTOR_CONVERSIONS(float, float, int)
SIM_VECTOR_CONVERSIONS(float, float, uint)
SIM_VECTOR_CONVERSIONS(int, int, float)
SIM_VECTOR_CONVERSIONS(int, int, uint)
SIM_VECTOR_CONVERSIONS(uint, uint, int)

SIM_VECTOR_FUNCTION float lerp(float a, float b, float t)
{
    return a + t * (b - a);
}
SIM_VECTOR_FUNCTION float clamp(float f, float low, float high)
{
    return fmaxf(low, fminf(f, high));
}
SIM_VECTOR_FUNCTION int clamp(int f, int low, int high)
{
    return f < low ? low : f > high ? high : f;
}
SIM_VECTOR_FUNCTION uint clamp(uint f, uint low, uint high)
{
    return f < low ? low : f > high ? high : f;
}
SIM_VECTOR_FUNCTION float fracf(float v)
{
    return v - floorf(v);
}
SIM_VECTOR_FUNCTION float smoothstep(float low, float high, float x)
{
    float y = clamp((x - low) / (high - low), 0.0f, 1.0f);

    return y * y * (3.0f - 2.0f * y);
}

/* Operators that vectors of integers have, too. */
#define SIM_EACH_NEGATED(e)  -a.e
#define SIM_EACH_CLAMPED(e)  clamp(v.e, low, high)
#define SIM_EACH_BETWEEN(e)  clamp(v.e, low.e, high.e)
#define SIM_EACH_SMALLER(e)  (b.e < a.e ? b.e : a.e)
#define SIM_EACH_LARGER(e)   (a.e < b.e ? b.e : a.e)
#define SIM_EACH_ABSOLUTE(e) (a.e < 0 ? -a.e : a.e)
#define SIM_VECTOR_CHOICES(name, scalar, of, vector)                                               \
    SIM_VECTOR_FUNCTION vector clamp(vector v, scalar low, scalar high)                            \
    {                                                                                              \
        return of(name, SIM_EACH_CLAMPED);                                                         \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector clamp(vector v, vector low, vector high)                            \
    {                                                                                              \
        return of(name, SIM_EACH_BETWEEN);                                                         \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector min(vector a, vector b)                                             \
    {                                                                                              \
        return of(name, SIM_EACH_SMALLER);                                                         \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector max(vector a, vector b)                                             \
    {                                                                                              \
        return of(name, SIM_EACH_LARGER);                                                          \
    }
#define SIM_VECTOR_SIGNS(name, of, vector)                                                         \
    SIM_VECTOR_FUNCTION vector operator-(const vector &a)                                          \
    {                                                                                              \
        return of(name, SIM_EACH_NEGATED);                                                         \
    }
SIM_VECTOR_CHOICES(int, int, SIM_OF_2, int2)
SIM_VECTOR_CHOICES(int, int, SIM_OF_3, int3)
SIM_VECTOR_CHOICES(int, int, SIM_OF_4, int4)
SIM_VECTOR_CHOICES(uint, uint, SIM_OF_2, uint2)
SIM_VECTOR_CHOICES(uint, uint, SIM_OF_3, uint3)
SIM_VECTOR_CHOICES(uint, uint, SIM_OF_4, uint4)
SIM_VECTOR_SIGNS(int, SIM_OF_2, int2)
SIM_VECTOR_SIGNS(int, SIM_OF_3, int3)
SIM_VECTOR_SIGNS(int, SIM_OF_4, int4)
SIM_VECTOR_FUNCTION int2 abs(int2 a)
{
    return SIM_OF_2(int, SIM_EACH_ABSOLUTE);
}
SIM_VECTOR_FUNCTION int3 abs(int3 a)
{
    return SIM_OF_3(int, SIM_EACH_ABSOLUTE);
}
SIM_VECTOR_FUNCTION int4 abs(int4 a)
{
    return SIM_OF_4(int, SIM_EACH_ABSOLUTE);
}

#define SIM_DOT_2(a, b) (a.x * b.x + a.y * b.y)
#define SIM_DOT_3(a, b) (a.x * b.x + a.y * b.y + a.z * b.z)
#define SIM_DOT_4(a, b) (a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w)
#define SIM_VECTOR_DOTS(scalar, name)                                                              \
    SIM_VECTOR_FUNCTION scalar dot(name##2 a, name##2 b)                                           \
    {                                                                                              \
        return SIM_DOT_2(a, b);                                                                    \
    }                                                                                              \
    SIM_VECTOR_FUNCTION scalar dot(name##3 a, name##3 b)                                           \
    {                                                                                              \
        return SIM_DOT_3(a, b);                                                                    \
    }                                                                                              \
    SIM_VECTOR_FUNCTION scalar dot(name##4 a, name##4 b)                                           \
    {                                                                                              \
        return SIM_DOT_4(a, b);                                                                    \
    }
SIM_VECTOR_DOTS(float, float)
SIM_VECTOR_DOTS(int, int)
SIM_VECTOR_DOTS(uint, uint)

/* Functions that only vectors of floats have. */
#define SIM_EACH_LESS_FLOAT(e) fminf(a.e, b.e)
#define SIM_EACH_MORE_FLOAT(e) fmaxf(a.e, b.e)
#define SIM_EACH_FLOOR(e)      floorf(v.e)
#define SIM_EACH_FRACTION(e)   fracf(v.e)
#define SIM_EACH_REST(e)       fmodf(a.e, b.e)
#define SIM_EACH_MAGNITUDE(e)  fabsf(v.e)
#define SIM_EACH_STEP(e)       smoothstep(low.e, high.e, x.e)
#define SIM_FLOAT_VECTOR(of, vector)                                                               \
    SIM_VECTOR_SIGNS(float, of, vector)                                                            \
    SIM_VECTOR_FUNCTION vector clamp(vector v, float low, float high)                              \
    {                                                                                              \
        return of(float, SIM_EACH_CLAMPED);                                                        \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector clamp(vector v, vector low, vector high)                            \
    {                                                                                              \
        return of(float, SIM_EACH_BETWEEN);                                                        \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector fminf(vector a, vector b)                                           \
    {                                                                                              \
        return of(float, SIM_EACH_LESS_FLOAT);                                                     \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector fmaxf(vector a, vector b)                                           \
    {                                                                                              \
        return of(float, SIM_EACH_MORE_FLOAT);                                                     \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector floorf(vector v)                                                    \
    {                                                                                              \
        return of(float, SIM_EACH_FLOOR);                                                          \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector fracf(vector v)                                                     \
    {                                                                                              \
        return of(float, SIM_EACH_FRACTION);                                                       \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector fmodf(vector a, vector b)                                           \
    {                                                                                              \
        return of(float, SIM_EACH_REST);                                                           \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector fabs(vector v)                                                      \
    {                                                                                              \
        return of(float, SIM_EACH_MAGNITUDE);                                                      \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector smoothstep(vector low, vector high, vector x)                       \
    {                                                                                              \
        return of(float, SIM_EACH_STEP);                                                           \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector lerp(vector a, vector b, float t)                                   \
    {                                                                                              \
        return a + t * (b - a);                                                                    \
    }                                                                                              \
    SIM_VECTOR_FUNCTION float length(vector v)                                                     \
    {                                                                                              \
        return sqrtf(dot(v, v));                                                                   \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector normalize(vector v)                                                 \
    {                                                                                              \
        return v * rsqrtf(dot(v, v));                                                              \
    }                                                                                              \
    SIM_VECTOR_FUNCTION vector reflect(vector i, vector n)                                         \
    {                                                                                              \
        return i - 2.0f * n * dot(n, i);                                                           \
    }
SIM_FLOAT_VECTOR(SIM_OF_2, float2)
SIM_FLOAT_VECTOR(SIM_OF_3, float3)
SIM_FLOAT_VECTOR(SIM_OF_4, float4)

SIM_VECTOR_FUNCTION float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#endif
