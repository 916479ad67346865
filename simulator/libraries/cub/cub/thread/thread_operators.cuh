/*
 * Operators by which CUB's algorithms combine values. CUB of CUDA 13 has cuda::std::plus and
 * cuda::maximum instead; both are here.
 */
#ifndef SIM_CUB_THREAD_OPERATORS_CUH
#define SIM_CUB_THREAD_OPERATORS_CUH

#include <cuda/functional>

#define CUB_VERSION 300000

namespace cub {

using Sum = ::cuda::std::plus<>;
using Difference = ::cuda::std::minus<>;
using Division = ::cuda::std::divides<>;
using Max = ::cuda::maximum<>;
using Min = ::cuda::minimum<>;
using Equality = ::cuda::std::equal_to<>;
using Inequality = ::cuda::std::not_equal_to<>;

/* A key, or an index, and its value. */
template <class key_type, class value_type> struct KeyValuePair {
    typedef key_type Key;
    typedef value_type Value;
    Key key;
    Value value;
};

/* Of pairs of an index and a value: the larger value; of equal ones, the lower index. */
struct ArgMax {
    template <class pair>
    __host__ __device__ __forceinline__ pair operator()(const pair &a, const pair &b) const
    {
        return b.value > a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

struct ArgMin {
    template <class pair>
    __host__ __device__ __forceinline__ pair operator()(const pair &a, const pair &b) const
    {
        return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
    }
};

}

#endif
