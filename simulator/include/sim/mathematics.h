/*
 * Mathematical functions that CUDA has beyond C's. The fast ones (__expf, ...)
 * are as exact here as C's: on a GPU their last bits differ.
 *
 * Some C libraries declare functions of these names (glibc __expf, and newer ones
 * sinpi or rsqrt): the names are macros, so that ours and theirs do not meet.
 */
#ifndef SIM_MATHEMATICS_H
#define SIM_MATHEMATICS_H

#include <math.h>

#include "arithmetic.h"
#include "attributes.h"

#define SIM_FUNCTION(type, name, parameters, expression)                                           \
    SIM_INLINE type sim_##name parameters                                                          \
    {                                                                                              \
        return expression;                                                                         \
    }

/* ---- Fast forms ---------------------------------------------------------------- */

#define __expf      sim_fast_exp
#define __logf      sim_fast_log
#define __log2f     sim_fast_log2
#define __log10f    sim_fast_log10
#define __powf      sim_fast_power
#define __sinf      sim_fast_sin
#define __cosf      sim_fast_cos
#define __tanf      tanf
#define __tanhf     tanhf
#define __sincosf   sincosf
#define __exp10f    sim_fast_exp10
#define __fdividef  sim_fast_divide
#define fdividef    sim_fast_divide
#define __saturatef sim_saturatef

/* Clamped to [0, 1]; a NaN becomes 0. */
SIM_FUNCTION(float, saturatef, (float x), x > 0.0f ? (x < 1.0f ? x : 1.0f) : 0.0f)

/* ---- Roots and norms ------------------------------------------------------------ */

#define rsqrt    sim_rsqrt
#define rsqrtf   sim_rsqrtf
#define rcbrt    sim_rcbrt
#define rcbrtf   sim_rcbrtf
#define rhypot   sim_rhypot
#define rhypotf  sim_rhypotf
#define norm3d   sim_norm3d
#define norm3df  sim_norm3df
#define rnorm3d  sim_rnorm3d
#define rnorm3df sim_rnorm3df
#define norm4d   sim_norm4d
#define norm4df  sim_norm4df
#define rnorm4d  sim_rnorm4d
#define rnorm4df sim_rnorm4df

SIM_FUNCTION(float, rsqrtf, (float x), sim_fast_rsqrt(x))
SIM_FUNCTION(double, rsqrt, (double x), 1.0 / ::sqrt(x))
SIM_FUNCTION(float, rsqrt, (float x), sim_rsqrtf(x))
SIM_FUNCTION(float, rcbrtf, (float x), sim_special_rcbrtf(x))
SIM_FUNCTION(double, rcbrt, (double x), sim_special_rcbrt(x))
SIM_FUNCTION(float, rhypotf, (float x, float y), sim_special_rhypotf(x, y))
SIM_FUNCTION(double, rhypot, (double x, double y), sim_special_rhypot(x, y))
SIM_FUNCTION(float, norm3df, (float x, float y, float z),
             (float)::sqrt((double)x *x + (double)y * y + (double)z * z))
SIM_FUNCTION(double, norm3d, (double x, double y, double z), ::hypot(::hypot(x, y), z))
SIM_FUNCTION(float, rnorm3df, (float x, float y, float z), 1.0f / sim_norm3df(x, y, z))
SIM_FUNCTION(double, rnorm3d, (double x, double y, double z), 1.0 / sim_norm3d(x, y, z))
SIM_FUNCTION(double, norm4d, (double x, double y, double z, double w),
             ::hypot(::hypot(x, y), ::hypot(z, w)))
SIM_FUNCTION(float, norm4df, (float x, float y, float z, float w),
             (float)sim_norm4d((double)x, (double)y, (double)z, (double)w))
SIM_FUNCTION(double, rnorm4d, (double x, double y, double z, double w),
             1.0 / sim_norm4d(x, y, z, w))
SIM_FUNCTION(float, rnorm4df, (float x, float y, float z, float w),
             (float)(1.0 / sim_norm4d((double)x, (double)y, (double)z, (double)w)))

/* The root of the sum of the squares of count numbers; r: its inverse. */
SIM_INLINE double norm(int count, const double *numbers)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += numbers[i] * numbers[i];
    return ::sqrt(sum);
}

SIM_INLINE float normf(int count, const float *numbers)
{
    double sum = 0;

    for (int i = 0; i < count; i++)
        sum += (double)numbers[i] * numbers[i];
    return (float)::sqrt(sum);
}

SIM_INLINE double rnorm(int count, const double *numbers)
{
    return 1.0 / norm(count, numbers);
}

SIM_INLINE float rnormf(int count, const float *numbers)
{
    return 1.0f / normf(count, numbers);
}

/* ---- Angles in units of pi, and the normal distribution --------------------------- */

#define sinpi     sim_sinpi
#define sinpif    sim_sinpif
#define cospi     sim_cospi
#define cospif    sim_cospif
#define normcdf   sim_normcdf
#define normcdff  sim_normcdff
#define sincospi  sim_sincospi
#define sincospif sim_sincospif

SIM_FUNCTION(float, sinpif, (float x), sim_special_sinpif(x))
SIM_FUNCTION(float, cospif, (float x), sim_special_cospif(x))
SIM_FUNCTION(double, sinpi, (double x), sim_special_sinpi(x))
SIM_FUNCTION(double, cospi, (double x), sim_special_cospi(x))
SIM_FUNCTION(double, normcdf, (double x), sim_special_normcdf(x))
SIM_FUNCTION(float, normcdff, (float x), sim_special_normcdff(x))

SIM_INLINE void sim_sincospi(double x, double *sine, double *cosine)
{
    *sine = sim_sinpi(x);
    *cosine = sim_cospi(x);
}

SIM_INLINE void sim_sincospif(float x, float *sine, float *cosine)
{
    *sine = sim_sinpif(x);
    *cosine = sim_cospif(x);
}

/* ---- Inverses of the error function and of the normal distribution, Bessel functions ------- */

#define SIM_BOTH(name, expression)                                                                 \
    SIM_INLINE double name(double x)                                                               \
    {                                                                                              \
        return expression;                                                                         \
    }                                                                                              \
    SIM_INLINE float name##f(float x)                                                              \
    {                                                                                              \
        return (float)name((double)x);                                                             \
    }

SIM_BOTH(erfinv, sim_special_erfinv(x))
SIM_BOTH(erfcinv, sim_special_erfcinv(x))
SIM_BOTH(erfcx, sim_special_erfcx(x))
SIM_BOTH(normcdfinv, -1.4142135623730950488 * sim_special_erfcinv(2 * x))
SIM_BOTH(cyl_bessel_i0, sim_special_bessel_i0(x))
SIM_BOTH(cyl_bessel_i1, sim_special_bessel_i1(x))

#undef SIM_BOTH
#undef SIM_FUNCTION

#endif
