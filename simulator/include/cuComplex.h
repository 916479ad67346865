/*
 * CUDA's complex numbers: a real part x and an imaginary part y. For C and C++, host and kernels.
 */
#ifndef CU_COMPLEX_H_
#define CU_COMPLEX_H_

#include <math.h>

#include "sim/attributes.h"
#include "vector_types.h"

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* All functions for one of the two types; end: the end of its functions' names. */
#define SIM_COMPLEX_FUNCTIONS(type, part, made, end, hypotenuse, fused)                            \
    SIM_INLINE type made(part real, part imaginary)                                                \
    {                                                                                              \
        type z;                                                                                    \
        z.x = real;                                                                                \
        z.y = imaginary;                                                                           \
        return z;                                                                                  \
    }                                                                                              \
    SIM_INLINE part cuCreal##end(type z)                                                           \
    {                                                                                              \
        return z.x;                                                                                \
    }                                                                                              \
    SIM_INLINE part cuCimag##end(type z)                                                           \
    {                                                                                              \
        return z.y;                                                                                \
    }                                                                                              \
    SIM_INLINE type cuConj##end(type z)                                                            \
    {                                                                                              \
        return made(z.x, -z.y);                                                                    \
    }                                                                                              \
    SIM_INLINE type cuCadd##end(type a, type b)                                                    \
    {                                                                                              \
        return made(a.x + b.x, a.y + b.y);                                                         \
    }                                                                                              \
    SIM_INLINE type cuCsub##end(type a, type b)                                                    \
    {                                                                                              \
        return made(a.x - b.x, a.y - b.y);                                                         \
    }                                                                                              \
    SIM_INLINE type cuCmul##end(type a, type b)                                                    \
    {                                                                                              \
        return made(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);                                 \
    }                                                                                              \
    /* b is made of ordinary size first, so that its square neither overflows nor vanishes. */     \
    SIM_INLINE type cuCdiv##end(type a, type b)                                                    \
    {                                                                                              \
        part scale = 1 / ((b.x < 0 ? -b.x : b.x) + (b.y < 0 ? -b.y : b.y));                        \
        type p = made(a.x * scale, a.y * scale), q = made(b.x * scale, b.y * scale);               \
        part square = 1 / (q.x * q.x + q.y * q.y);                                                 \
                                                                                                   \
        return made((p.x * q.x + p.y * q.y) * square, (p.y * q.x - p.x * q.y) * square);           \
    }                                                                                              \
    SIM_INLINE part cuCabs##end(type z)                                                            \
    {                                                                                              \
        return hypotenuse(z.x, z.y);                                                               \
    }                                                                                              \
    /* a * b + c */                                                                                \
    SIM_INLINE type fused(type a, type b, type c)                                                  \
    {                                                                                              \
        return made(a.x * b.x + c.x - a.y * b.y, a.x * b.y + c.y + a.y * b.x);                     \
    }

SIM_COMPLEX_FUNCTIONS(cuFloatComplex, float, make_cuFloatComplex, f, hypotf, cuCfmaf)
SIM_COMPLEX_FUNCTIONS(cuDoubleComplex, double, make_cuDoubleComplex, , hypot, cuCfma)

SIM_INLINE cuComplex make_cuComplex(float real, float imaginary)
{
    return make_cuFloatComplex(real, imaginary);
}

SIM_INLINE cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z)
{
    return make_cuFloatComplex((float)z.x, (float)z.y);
}

SIM_INLINE cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z)
{
    return make_cuDoubleComplex(z.x, z.y);
}

#undef SIM_COMPLEX_FUNCTIONS

#endif
