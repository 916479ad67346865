/*
 * thrust::lower_bound, upper_bound, binary_search: of one value or of many.
 */
#ifndef SIM_THRUST_BINARY_SEARCH_H
#define SIM_THRUST_BINARY_SEARCH_H

#include "functional.h"
#include "reduce.h"

namespace thrust {
namespace detail {

/* How many of the n sorted elements lie before value: those less than it, or those not greater. */
struct lower {
    template <class iterator, class T, class order>
    __host__ __device__ static size_t place(iterator sorted, size_t n, const T &value, order less)
    {
        size_t first = 0;

        while (n) {
            size_t half = n / 2;

            if (less(sorted[(std::ptrdiff_t)(first + half)], value)) {
                first += half + 1;
                n -= half + 1;
            } else {
                n = half;
            }
        }
        return first;
    }
};

template <class order> struct turned {
    mutable order less;
    template <class first, class second>
    __host__ __device__ bool operator()(const first &a, const second &b) const
    {
        return !less(b, a);
    }
};

struct upper {
    template <class iterator, class T, class order>
    __host__ __device__ static size_t place(iterator sorted, size_t n, const T &value, order less)
    {
        return lower::place(sorted, n, value, turned<order>{less});
    }
};

struct present {
    template <class iterator, class T, class order>
    __host__ __device__ static bool place(iterator sorted, size_t n, const T &value, order less)
    {
        size_t at = lower::place(sorted, n, value, less);

        return at < n && !less(value, sorted[(std::ptrdiff_t)at]);
    }
};

/* One value: its position. */
template <class which, class iterator, class T, class order>
size_t search_one(device_system system, iterator first, iterator last, T value, order less)
{
    temporary<size_t> result(1);
    size_t *to = result.get(), n = (size_t)(last - first);
    auto sorted = unwrap(first);

    for_indices(system, 1, [=] __device__(size_t) mutable {
        *to = (size_t)which::place(sorted, n, value, less);
    });
    return result.fetch(0);
}

template <class which, class iterator, class T, class order>
size_t search_one(host_system, iterator first, iterator last, T value, order less)
{
    return (size_t)which::place(first, (size_t)(last - first), value, less);
}

/* Many values: all their positions. */
template <class which, class system, class iterator, class values, class output, class order>
output search_many(system where, iterator first, iterator last, values from, values to,
                   output results, order less)
{
    size_t n = (size_t)(last - first), count = (size_t)(to - from);
    auto sorted = unwrap(first);
    auto wanted = unwrap(from);
    auto put = unwrap(results);

    for_indices(where, count, [=] __host__ __device__(size_t i) mutable {
        put[(std::ptrdiff_t)i] = which::place(sorted, n, wanted[(std::ptrdiff_t)i], less);
    });
    return results + (std::ptrdiff_t)count;
}

#define SIM_THRUST_SEARCH(name, which, result)                                                     \
    template <class system, class iterator, class T>                                               \
    auto name(system where, iterator first, iterator last, T value)                                \
    {                                                                                              \
        auto at = search_one<which>(where, first, last, value, less<>());                          \
        return result;                                                                             \
    }                                                                                              \
    template <class system, class iterator, class T, class order>                                  \
    auto name(system where, iterator first, iterator last, T value, order less)                    \
    {                                                                                              \
        auto at = search_one<which>(where, first, last, value, less);                              \
        return result;                                                                             \
    }                                                                                              \
    template <class system, class iterator, class values, class output>                            \
    output name(system where, iterator first, iterator last, values from, values to, output put)   \
    {                                                                                              \
        return search_many<which>(where, first, last, from, to, put, less<>());                    \
    }                                                                                              \
    template <class system, class iterator, class values, class output, class order>               \
    output name(system where, iterator first, iterator last, values from, values to, output put,   \
                order less)                                                                        \
    {                                                                                              \
        return search_many<which>(where, first, last, from, to, put, less);                        \
    }
SIM_THRUST_SEARCH(lower_bound, lower, first + (std::ptrdiff_t)at)
SIM_THRUST_SEARCH(upper_bound, upper, first + (std::ptrdiff_t)at)
SIM_THRUST_SEARCH(binary_search, present, at != 0)
#undef SIM_THRUST_SEARCH

template <class system, class iterator, class T, class order = less<>>
std::pair<iterator, iterator> equal_range(system where, iterator first, iterator last, T value,
                                          order before = order())
{
    return {lower_bound(where, first, last, value, before),
            upper_bound(where, first, last, value, before)};
}

}

SIM_THRUST_ALGORITHM(lower_bound)
SIM_THRUST_ALGORITHM(upper_bound)
SIM_THRUST_ALGORITHM(binary_search)
SIM_THRUST_ALGORITHM(equal_range)

}

#endif
