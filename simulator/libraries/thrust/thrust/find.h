/*
 * thrust::find, equal, mismatch, minmax_element, is_sorted and their kinds: by reductions over all
 * positions.
 */
#ifndef SIM_THRUST_FIND_H
#define SIM_THRUST_FIND_H

#include "reduce.h"

namespace thrust {
namespace detail {

/* A position, if the predicate holds there, else n. */
template <class input, class predicate> struct place_if {
    input items;
    mutable predicate holds;
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
    mutable predicate holds;
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

/* Whether the element at a position belongs before the one in front of it. */
template <class input, class order> struct goes_down {
    input items;
    mutable order less;
    __host__ __device__ __forceinline__ bool operator()(size_t i) const
    {
        return i && less(items[(std::ptrdiff_t)i], items[(std::ptrdiff_t)i - 1]);
    }
};

template <class system, class input, class order = less<>>
input is_sorted_until(system where, input first, input last, order less = order())
{
    typedef goes_down<decltype(unwrap(first)), order> predicate;
    counting_iterator<size_t> begin(0), end((size_t)(last - first));

    return first + (find_if(where, begin, end, predicate{unwrap(first), less}) - begin);
}

template <class system, class input, class order = less<>>
bool is_sorted(system where, input first, input last, order less = order())
{
    return is_sorted_until(where, first, last, less) == last;
}

template <class system, class input, class predicate>
input partition_point(system where, input first, input last, predicate holds)
{
    return find_if_not(where, first, last, holds);
}

template <class system, class input, class predicate>
bool is_partitioned(system where, input first, input last, predicate holds)
{
    return partition_point(where, first, last, holds) - first ==
           count_if(where, first, last, holds);
}

template <class input, class second, class equality> struct differs {
    input a;
    second b;
    mutable equality same;
    __host__ __device__ __forceinline__ bool operator()(size_t i) const
    {
        return !same(a[(std::ptrdiff_t)i], b[(std::ptrdiff_t)i]);
    }
};

template <class system, class input, class second, class equality = equal_to<>>
std::pair<input, second> mismatch(system where, input first, input last, second other,
                                  equality same = equality())
{
    typedef differs<decltype(unwrap(first)), decltype(unwrap(other)), equality> predicate;
    counting_iterator<size_t> begin(0), end((size_t)(last - first));
    std::ptrdiff_t n =
        find_if(where, begin, end, predicate{unwrap(first), unwrap(other), same}) - begin;

    return {first + n, other + n};
}

}

SIM_THRUST_ALGORITHM(is_sorted_until)
SIM_THRUST_ALGORITHM(is_sorted)
SIM_THRUST_ALGORITHM(partition_point)
SIM_THRUST_ALGORITHM(is_partitioned)
SIM_THRUST_ALGORITHM(mismatch)
SIM_THRUST_ALGORITHM(find_if)
SIM_THRUST_ALGORITHM(find_if_not)
SIM_THRUST_ALGORITHM(find)
SIM_THRUST_ALGORITHM(equal)
SIM_THRUST_ALGORITHM(minmax_element)

}

#endif
