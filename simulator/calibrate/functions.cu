/*
 * Each mathematical function in a kernel of its own, named FUNCTION, which loads its arguments and
 * stores its result; none_float and none_double store an argument as it is. Nobody runs this:
 * functions.sh counts what nvcc makes of it.
 */
#include <cuda_fp16.h>

#define KERNEL(name, type, result)                                                                 \
    extern "C" __global__ void of_##name(type *to, const type *x, const type *y, const type *z)    \
    {                                                                                              \
        int i = blockIdx.x * blockDim.x + threadIdx.x;                                             \
        to[i] = (type)(result);                                                                    \
    }
#define OF_ONE(name, type) KERNEL(name, type, name(x[i]))
#define OF_TWO(name, type) KERNEL(name, type, name(x[i], y[i]))
/* Of two results, the sum: an instruction more. */
#define OF_SINE_AND_COSINE(name, type)                                                             \
    static __device__ type sum_of_##name(type x)                                                   \
    {                                                                                              \
        type sine, cosine;                                                                         \
        name(x, &sine, &cosine);                                                                   \
        return sine + cosine;                                                                      \
    }                                                                                              \
    KERNEL(name, type, sum_of_##name(x[i]))

/* What the counts are compared with: one argument, and two that are added. */
KERNEL(none_float, float, x[i])
KERNEL(none_double, double, x[i])
KERNEL(none_half, half, x[i])
KERNEL(sum_float, float, x[i] + y[i])
KERNEL(sum_double, double, x[i] + y[i])

#define BOTH_OF_ONE(name)                                                                          \
    OF_ONE(name, double)                                                                           \
    OF_ONE(name##f, float)
#define BOTH_OF_TWO(name)                                                                          \
    OF_TWO(name, double)                                                                           \
    OF_TWO(name##f, float)

BOTH_OF_ONE(acos)
BOTH_OF_ONE(acosh)
BOTH_OF_ONE(asin)
BOTH_OF_ONE(asinh)
BOTH_OF_ONE(atan)
BOTH_OF_ONE(atanh)
BOTH_OF_ONE(cbrt)
BOTH_OF_ONE(cos)
BOTH_OF_ONE(cospi)
BOTH_OF_ONE(cosh)
BOTH_OF_ONE(cyl_bessel_i0)
BOTH_OF_ONE(cyl_bessel_i1)
BOTH_OF_ONE(erf)
BOTH_OF_ONE(erfc)
BOTH_OF_ONE(erfcinv)
BOTH_OF_ONE(erfcx)
BOTH_OF_ONE(erfinv)
BOTH_OF_ONE(exp)
BOTH_OF_ONE(exp10)
BOTH_OF_ONE(exp2)
BOTH_OF_ONE(expm1)
BOTH_OF_ONE(ilogb)
BOTH_OF_ONE(j0)
BOTH_OF_ONE(j1)
OF_ONE(lgammaf, float) /* a double's loads its coefficients, which is taken for rare */
BOTH_OF_ONE(log)
BOTH_OF_ONE(log10)
BOTH_OF_ONE(log1p)
BOTH_OF_ONE(log2)
BOTH_OF_ONE(logb)
BOTH_OF_ONE(normcdf)
BOTH_OF_ONE(rcbrt)
BOTH_OF_ONE(round)
BOTH_OF_ONE(rsqrt)
BOTH_OF_ONE(sin)
BOTH_OF_ONE(sinh)
BOTH_OF_ONE(sinpi)
BOTH_OF_ONE(tan)
BOTH_OF_ONE(tanh)
BOTH_OF_ONE(tgamma)
BOTH_OF_ONE(y0)
BOTH_OF_ONE(y1)
BOTH_OF_TWO(atan2)
BOTH_OF_TWO(fmod)
BOTH_OF_TWO(hypot)
BOTH_OF_TWO(pow)
BOTH_OF_TWO(remainder)
BOTH_OF_TWO(rhypot)
OF_SINE_AND_COSINE(sincos, double)
OF_SINE_AND_COSINE(sincosf, float)

OF_ONE(__cosf, float)
OF_ONE(__exp10f, float)
OF_ONE(__expf, float)
OF_ONE(__log10f, float)
OF_ONE(__log2f, float)
OF_ONE(__logf, float)
OF_ONE(__sinf, float)
OF_TWO(__fdividef, float)
OF_TWO(__powf, float)

OF_ONE(hexp, half)
