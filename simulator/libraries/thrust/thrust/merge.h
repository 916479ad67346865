/*
 * thrust::merge and merge_by_key: each element finds its place by bisection of the other sequence.
 */
#ifndef SIM_THRUST_MERGE_H
#define SIM_THRUST_MERGE_H

#include <algorithm>
#include <utility>

#include "binary_search.h"

namespace thrust {
namespace detail {

/* put(from_first, i, to): puts element i of the first sequence, or of the other, to position to. */
template <class system, class input, class other, class order, class function>
void merge_places(system where, input first, input last, other second, other second_last,
                  order less, function put)
{
    size_t n = (size_t)(last - first), m = (size_t)(second_last - second);
    auto a = unwrap(first);
    auto b = unwrap(second);

    for_indices(where, n + m, [=] __host__ __device__(size_t k) mutable {
        if (k < n)
            put(true, k, k + lower::place(b, m, a[(std::ptrdiff_t)k], less));
        else
            put(false, k - n, k - n + upper::place(a, n, b[(std::ptrdiff_t)(k - n)], less));
    });
}

template <class system, class input, class other, class output, class order = less<>>
output merge(system where, input first, input last, other second, other second_last, output to,
             order less = order())
{
    auto a = unwrap(first);
    auto b = unwrap(second);
    auto out = unwrap(to);

    merge_places(where, first, last, second, second_last, less,
                 [=] __host__ __device__(bool from_first, size_t i, size_t place) mutable {
                     if (from_first)
                         out[(std::ptrdiff_t)place] = a[(std::ptrdiff_t)i];
                     else
                         out[(std::ptrdiff_t)place] = b[(std::ptrdiff_t)i];
                 });
    return to + ((last - first) + (second_last - second));
}

template <class system, class keys, class other, class values, class other_values,
          class keys_output, class output, class order = less<>>
std::pair<keys_output, output>
merge_by_key(system where, keys first, keys last, other second, other second_last, values items,
             other_values second_items, keys_output keys_to, output to, order less = order())
{
    std::ptrdiff_t n = (last - first) + (second_last - second);
    auto a = unwrap(items);
    auto b = unwrap(second_items);
    auto out = unwrap(to);

    merge(where, first, last, second, second_last, keys_to, less);
    merge_places(where, first, last, second, second_last, less,
                 [=] __host__ __device__(bool from_first, size_t i, size_t place) mutable {
                     if (from_first)
                         out[(std::ptrdiff_t)place] = a[(std::ptrdiff_t)i];
                     else
                         out[(std::ptrdiff_t)place] = b[(std::ptrdiff_t)i];
                 });
    return {keys_to + n, to + n};
}

}

SIM_THRUST_ALGORITHM(merge)
SIM_THRUST_ALGORITHM(merge_by_key)

}

#endif
