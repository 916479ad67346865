/*
 * Floating-point arithmetic with a named rounding: to the nearest (rn), towards
 * zero (rz), up (ru) and down (rd).
 */
#ifndef SIM_ROUNDING_H
#define SIM_ROUNDING_H

#include <fenv.h>
#include <math.h>

#include "attributes.h"

namespace cuda_sim {

/* Keeps the compiler from computing a value before or after the place where it stands. */
template <class type> SIM_INLINE type pinned(type value)
{
#if defined(__x86_64__)
    __asm__ volatile("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__ volatile("" : "+w"(value));
#else
    __asm__ volatile("" : "+m"(value));
#endif
    return value;
}

/* The processor's rounding while an object of this type lives. */
class rounding {
public:
    explicit SIM_HIDDEN rounding(int mode) : before(fegetround()) { fesetround(mode); }
    SIM_HIDDEN ~rounding() { fesetround(before); }

private:
    const int before;
};

}

/* One operation in the four roundings: expression in terms of x, y and z. */
#define SIM_ROUNDED(type, name, rounding_suffix, mode, parameters, pins, expression)               \
    static inline __attribute__((noinline, unused))                                                \
    SIM_HIDDEN type name##_##rounding_suffix parameters                                            \
    {                                                                                              \
        cuda_sim::rounding now(mode);                                                              \
        pins return cuda_sim::pinned<type>(expression);                                            \
    }
#define SIM_NEAREST(type, name, parameters, expression)                                            \
    SIM_INLINE type name##_rn parameters                                                           \
    {                                                                                              \
        return expression;                                                                         \
    }
#define SIM_ALL_ROUNDINGS(type, name, parameters, pins, expression)                                \
    SIM_NEAREST(type, name, parameters, expression)                                                \
    SIM_ROUNDED(type, name, rz, FE_TOWARDZERO, parameters, pins, expression)                       \
    SIM_ROUNDED(type, name, ru, FE_UPWARD, parameters, pins, expression)                           \
    SIM_ROUNDED(type, name, rd, FE_DOWNWARD, parameters, pins, expression)
#define SIM_PIN1 x = cuda_sim::pinned(x);
#define SIM_PIN2 SIM_PIN1 y = cuda_sim::pinned(y);
#define SIM_PIN3 SIM_PIN2 z = cuda_sim::pinned(z);

SIM_ALL_ROUNDINGS(float, __fadd, (float x, float y), SIM_PIN2, x + y)
SIM_ALL_ROUNDINGS(float, __fsub, (float x, float y), SIM_PIN2, x - y)
SIM_ALL_ROUNDINGS(float, __fmul, (float x, float y), SIM_PIN2, x *y)
SIM_ALL_ROUNDINGS(float, __fdiv, (float x, float y), SIM_PIN2, x / y)
SIM_ALL_ROUNDINGS(float, __fmaf, (float x, float y, float z), SIM_PIN3, fmaf(x, y, z))
SIM_ALL_ROUNDINGS(float, __frcp, (float x), SIM_PIN1, 1.0f / x)
SIM_ALL_ROUNDINGS(float, __fsqrt, (float x), SIM_PIN1, sqrtf(x))
SIM_ALL_ROUNDINGS(double, __dadd, (double x, double y), SIM_PIN2, x + y)
SIM_ALL_ROUNDINGS(double, __dsub, (double x, double y), SIM_PIN2, x - y)
SIM_ALL_ROUNDINGS(double, __dmul, (double x, double y), SIM_PIN2, x *y)
SIM_ALL_ROUNDINGS(double, __ddiv, (double x, double y), SIM_PIN2, x / y)
SIM_ALL_ROUNDINGS(double, __fma, (double x, double y, double z), SIM_PIN3, ::fma(x, y, z))
SIM_ALL_ROUNDINGS(double, __drcp, (double x), SIM_PIN1, 1.0 / x)
SIM_ALL_ROUNDINGS(double, __dsqrt, (double x), SIM_PIN1, ::sqrt(x))
SIM_NEAREST(float, __frsqrt, (float x), (float)(1.0 / ::sqrt((double)x)))

#undef SIM_PIN1
#undef SIM_PIN2
#undef SIM_PIN3
#undef SIM_ALL_ROUNDINGS
#undef SIM_NEAREST
#undef SIM_ROUNDED

#endif
