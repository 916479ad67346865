/*
 * thrust::iterator_traits and its kind; min, max, swap, distance, advance.
 */
#ifndef SIM_THRUST_ITERATOR_TRAITS_H
#define SIM_THRUST_ITERATOR_TRAITS_H

#include "../execution_policy.h"

namespace thrust {

template <class iterator> using iterator_traits = std::iterator_traits<iterator>;
template <class iterator> using iterator_value = cuda_sim::iterator_value<iterator>;
template <class iterator> using iterator_value_t = typename iterator_value<iterator>::type;

#define SIM_THRUST_ITERATOR_TRAIT(name, member)                                                    \
    template <class iterator> struct name {                                                        \
        typedef typename std::iterator_traits<iterator>::member type;                              \
    };                                                                                             \
    template <class iterator> using name##_t = typename name<iterator>::type;
SIM_THRUST_ITERATOR_TRAIT(iterator_difference, difference_type)
SIM_THRUST_ITERATOR_TRAIT(iterator_reference, reference)
SIM_THRUST_ITERATOR_TRAIT(iterator_pointer, pointer)
#undef SIM_THRUST_ITERATOR_TRAIT

template <class iterator> struct iterator_system {
    typedef std::conditional_t<detail::place_of<iterator>::value == detail::ON_DEVICE,
                               device_system_tag, host_system_tag>
        type;
};

/* On the device, too, where std::min is not. The first of equals, as in C++. */
template <class T> __host__ __device__ __forceinline__ T min(const T &a, const T &b)
{
    return b < a ? b : a;
}
template <class T> __host__ __device__ __forceinline__ T max(const T &a, const T &b)
{
    return a < b ? b : a;
}
template <class T, class order>
__host__ __device__ __forceinline__ T min(const T &a, const T &b, order less)
{
    return less(b, a) ? b : a;
}
template <class T, class order>
__host__ __device__ __forceinline__ T max(const T &a, const T &b, order less)
{
    return less(a, b) ? b : a;
}

using std::swap;

template <class iterator> __host__ __device__ std::ptrdiff_t distance(iterator first, iterator last)
{
    return last - first;
}
template <class iterator, class number> __host__ __device__ void advance(iterator &place, number n)
{
    place += (std::ptrdiff_t)n;
}
template <class iterator> __host__ __device__ iterator next(iterator place, std::ptrdiff_t n = 1)
{
    return place + n;
}
template <class iterator> __host__ __device__ iterator prev(iterator place, std::ptrdiff_t n = 1)
{
    return place - n;
}

}

#endif
