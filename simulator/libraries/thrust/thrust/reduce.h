/*
 * thrust::reduce, transform_reduce, inner_product, count, count_if, and the extrema: the device's
 * by the kernels of cub/device/device_reduce.cuh.
 */
#ifndef SIM_THRUST_REDUCE_H
#define SIM_THRUST_REDUCE_H

#include <cub/device/device_reduce.cuh>

#include "functional.h"
#include "iterator/zip_iterator.h"

namespace thrust {
namespace detail {

template <class input, class function, class T, class operation>
T transform_reduce(device_system where, input first, input last, function change, T initial,
                   operation combine)
{
    size_t n = (size_t)(last - first), bytes = 0;
    temporary<T> result(1);

    ::cub::DeviceReduce::TransformReduce(NULL, bytes, unwrap(first), result.get(), n, combine,
                                         change, initial);
    temporary<char> storage(bytes);
    ::cub::DeviceReduce::TransformReduce(storage.get(), bytes, unwrap(first), result.get(), n,
                                         combine, change, initial, where.stream);
    return result.fetch(0);
}

template <class input, class function, class T, class operation>
T transform_reduce(host_system, input first, input last, function change, T initial,
                   operation combine)
{
    for (; first != last; ++first)
        initial = combine(initial, change(*first));
    return initial;
}

template <class system, class input, class T = value_of<input>, class operation = plus<>>
T reduce(system where, input first, input last, T initial = T(), operation combine = operation())
{
    return transform_reduce(where, first, last, ::cub::detail::as_it_is(), initial, combine);
}

template <class product> struct of_pair {
    mutable product multiply;
    template <class pair> __host__ __device__ __forceinline__ auto operator()(const pair &p) const
    {
        return multiply(thrust::get<0>(p), thrust::get<1>(p));
    }
};

template <class system, class input, class second, class T, class sum = plus<>,
          class product = multiplies<>>
T inner_product(system where, input first, input last, second also, T initial, sum add = sum(),
                product multiply = product())
{
    return transform_reduce(where, make_zip_iterator(first, also),
                            make_zip_iterator(last, also + (last - first)),
                            of_pair<product>{multiply}, initial, add);
}

template <class predicate> struct as_number {
    mutable predicate holds;
    template <class T> __host__ __device__ __forceinline__ long operator()(const T &value) const
    {
        return holds(value) ? 1 : 0;
    }
};

template <class T> struct equals {
    T wanted;
    template <class U> __host__ __device__ __forceinline__ bool operator()(const U &value) const
    {
        return value == wanted;
    }
};

template <class system, class input, class predicate>
long count_if(system where, input first, input last, predicate holds)
{
    return transform_reduce(where, first, last, as_number<predicate>{holds}, 0l, plus<long>());
}

template <class system, class input, class T>
long count(system where, input first, input last, T value)
{
    return count_if(where, first, last, equals<T>{value});
}

template <class system, class input, class predicate>
bool all_of(system where, input first, input last, predicate holds)
{
    return count_if(where, first, last, holds) == last - first;
}

template <class system, class input, class predicate>
bool any_of(system where, input first, input last, predicate holds)
{
    return count_if(where, first, last, holds) > 0;
}

template <class system, class input, class predicate>
bool none_of(system where, input first, input last, predicate holds)
{
    return count_if(where, first, last, holds) == 0;
}

/* Of two positions the one whose value is the better; of equal ones the first. */
template <class input, class order> struct better {
    input values;
    mutable order less;
    bool largest;
    __host__ __device__ __forceinline__ size_t operator()(size_t a, size_t b) const
    {
        if (b < a) {
            size_t first = b;
            b = a;
            a = first;
        }
        return (largest ? less(values[a], values[b]) : less(values[b], values[a])) ? b : a;
    }
};

template <class system, class input, class order>
input extremum(system where, input first, input last, order less, bool largest)
{
    typedef better<decltype(unwrap(first)), order> operation;
    size_t n = (size_t)(last - first);

    if (n == 0)
        return last;
    return first + (std::ptrdiff_t)reduce(where, counting_iterator<size_t>(0),
                                          counting_iterator<size_t>(n), (size_t)0,
                                          operation{unwrap(first), less, largest});
}

template <class system, class input, class order = less<>>
input max_element(system where, input first, input last, order less = order())
{
    return extremum(where, first, last, less, true);
}

template <class system, class input, class order = less<>>
input min_element(system where, input first, input last, order less = order())
{
    return extremum(where, first, last, less, false);
}

}

SIM_THRUST_ALGORITHM(transform_reduce)
SIM_THRUST_ALGORITHM(reduce)
SIM_THRUST_ALGORITHM(inner_product)
SIM_THRUST_ALGORITHM(count_if)
SIM_THRUST_ALGORITHM(count)
SIM_THRUST_ALGORITHM(all_of)
SIM_THRUST_ALGORITHM(any_of)
SIM_THRUST_ALGORITHM(none_of)
SIM_THRUST_ALGORITHM(max_element)
SIM_THRUST_ALGORITHM(min_element)

}

#include "by_key.h"
#include "find.h"

#endif
