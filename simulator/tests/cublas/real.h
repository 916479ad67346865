/* cuBLAS's calls by the type of their numbers, and how near a result is. */
#ifndef REAL_H
#define REAL_H

#include <cublas_v2.h>
#include <limits>
#include <math.h>

template <class real> struct blas;

#define BLAS(real, letter, small)                                                                  \
    template <> struct blas<real> {                                                                \
        static constexpr auto axpy = cublas##letter##axpy_v2;                                      \
        static constexpr auto copy = cublas##letter##copy_v2;                                      \
        static constexpr auto swap = cublas##letter##swap_v2;                                      \
        static constexpr auto scal = cublas##letter##scal_v2;                                      \
        static constexpr auto dot = cublas##letter##dot_v2;                                        \
        static constexpr auto asum = cublas##letter##asum_v2;                                      \
        static constexpr auto nrm2 = cublas##letter##nrm2_v2;                                      \
        static constexpr auto amax = cublasI##small##amax_v2;                                      \
        static constexpr auto amin = cublasI##small##amin_v2;                                      \
        static constexpr auto gemv = cublas##letter##gemv_v2;                                      \
        static constexpr auto ger = cublas##letter##ger_v2;                                        \
    };
BLAS(float, S, s)
BLAS(double, D, d)

/* 1 if the value is the expected one to that many units of its last place, for numbers around 16.
 */
template <class real> static bool near(real value, long double expected, long double units)
{
    long double size = fmaxl(fabsl(expected), 16);

    if (fabsl(expected) < std::numeric_limits<real>::min() * 1000)
        size = fabsl(expected);
    return fabsl(value - expected) <= units * size * std::numeric_limits<real>::epsilon();
}

#endif
