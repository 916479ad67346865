/*
 * thrust::find, find_if, find_if_not, equal, minmax_element: by reductions over all places.
 */
#ifndef SIM_THRUST_FIND_H
#define SIM_THRUST_FIND_H

#include "reduce.h"

namespace thrust {
namespace detail {

/* Of a place: itself if the predicate holds there, else n. */
template <class input, class predicate> struct place_if {
    input items;
    predicate holds;
    size_t n;
    __host__ __device__ __forceinline__ size_t operator()(size_t i) const
    {
        return holds(items[(std::ptrdiff_t)i]) ? i : n;
    }
};

template <class system, class input, class predicate>
input find_if(system where, input first, input last, predicate holds)
{
    typedef place_if<decltype(unwrap(first)), predicate> function;
    size_t n = (size_t)(last - first);

    return first + (std::ptrdiff_t)transform_reduce(
                       where, counting_iterator<size_t>(0), counting_iterator<size_t>(n),
                       function{unwrap(first), holds, n}, n, ::cuda::minimum<size_t>());
}

template <class predicate> struct not_so {
    predicate holds;
    template <class T> __host__ __device__ __forceinline__ bool operator()(const T &value) const
    {
        return !holds(value);
    }
};

template <class system, class input, class predicate>
input find_if_not(system where, input first, input last, predicate holds)
{
    return find_if(where, first, last, not_so<predicate>{holds});
}

template <class system, class input, class T>
input find(system where, input first, input last, T value)
{
    return find_if(where, first, last, equals<T>{value});
}

template <class system, class input, class second, class equality = equal_to<>>
bool equal(system where, input first, input last, second other, equality same = equality())
{
    return inner_product(where, first, last, other, 1, logical_and<>(), same) != 0;
}

template <class system, class input, class order = less<>>
std::pair<input, input> minmax_element(system where, input first, input last, order less = order())
{
    return {min_element(where, first, last, less), max_element(where, first, last, less)};
}

}

SIM_THRUST_ALGORITHM(find_if)
SIM_THRUST_ALGORITHM(find_if_not)
SIM_THRUST_ALGORITHM(find)
SIM_THRUST_ALGORITHM(equal)
SIM_THRUST_ALGORITHM(minmax_element)

}

#endif
