/*
 * Thrust's function objects.
 */
#ifndef SIM_THRUST_FUNCTIONAL_H
#define SIM_THRUST_FUNCTIONAL_H

#include <cuda/functional>

#include "detail/placeholders.h"
#include "detail/system.h"

namespace thrust {

using ::cuda::maximum;
using ::cuda::minimum;
using ::cuda::std::bit_and;
using ::cuda::std::bit_or;
using ::cuda::std::bit_xor;
using ::cuda::std::divides;
using ::cuda::std::equal_to;
using ::cuda::std::greater;
using ::cuda::std::greater_equal;
using ::cuda::std::less;
using ::cuda::std::less_equal;
using ::cuda::std::logical_and;
using ::cuda::std::logical_or;
using ::cuda::std::minus;
using ::cuda::std::modulus;
using ::cuda::std::multiplies;
using ::cuda::std::not_equal_to;
using ::cuda::std::plus;

/* The base classes of function objects before CUDA 13. */
template <class argument, class result> struct unary_function {
    typedef argument argument_type;
    typedef result result_type;
};
template <class first, class second, class result> struct binary_function {
    typedef first first_argument_type;
    typedef second second_argument_type;
    typedef result result_type;
};

#define SIM_THRUST_FUNCTION(name, result, expression)                                              \
    template <class type = void> struct name {                                                     \
        __host__ __device__ __forceinline__ result operator()(const type &a) const                 \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };                                                                                             \
    template <> struct name<void> {                                                                \
        template <class type>                                                                      \
        __host__ __device__ __forceinline__ auto operator()(const type &a) const                   \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };
SIM_THRUST_FUNCTION(negate, type, -a)
SIM_THRUST_FUNCTION(square, type, a *a)
SIM_THRUST_FUNCTION(identity, type, a)
SIM_THRUST_FUNCTION(logical_not, bool, !a)
#undef SIM_THRUST_FUNCTION

/* Of two arguments the first, or the second. */
template <class first = void, class second = void> struct project1st {
    template <class A, class B>
    __host__ __device__ __forceinline__ A operator()(const A &a, const B &) const
    {
        return a;
    }
};
template <class first = void, class second = void> struct project2nd {
    template <class A, class B>
    __host__ __device__ __forceinline__ B operator()(const A &, const B &b) const
    {
        return b;
    }
};

}

#endif
