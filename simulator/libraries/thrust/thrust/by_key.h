/*
 * thrust::reduce_by_key and the scans by key: of each run of equal keys by itself. One thread goes
 * through a run; that is simple, and slow for long ones.
 */
#ifndef SIM_THRUST_BY_KEY_H
#define SIM_THRUST_BY_KEY_H

#include <utility>

#include "functional.h"
#include <cub/device/device_scan.cuh>

namespace thrust {
namespace detail {

/* Whether a run begins at position i. */
template <class keys, class equality>
__host__ __device__ bool begins_run(keys from, size_t i, equality same)
{
    return i == 0 || !same(from[(std::ptrdiff_t)i - 1], from[(std::ptrdiff_t)i]);
}

/* 1 where a run begins: its sums give the number of each position's run. */
template <class keys, class equality> struct run_begins {
    typedef unsigned int value_type;
    typedef std::ptrdiff_t difference_type;
    typedef value_type reference;
    typedef const value_type *pointer;
    typedef std::random_access_iterator_tag iterator_category;
    static constexpr place sim_place = ANYWHERE;

    __host__ __device__ value_type operator[](std::ptrdiff_t i) const
    {
        return begins_run(from, (size_t)i, same);
    }
    __host__ __device__ value_type operator*() const { return (*this)[0]; }

    keys from;
    equality same;
};

template <class keys, class values, class keys_output, class output, class equality,
          class operation>
std::pair<keys_output, output> reduce_by_key(device_system where, keys first, keys last,
                                             values items, keys_output keys_to, output to,
                                             equality same, operation combine)
{
    auto from = unwrap(first);
    auto item = unwrap(items);
    auto put_key = unwrap(keys_to);
    auto put = unwrap(to);
    size_t n = (size_t)(last - first), bytes = 0;
    temporary<unsigned int> runs(n);
    unsigned int *run = runs.get();
    run_begins<decltype(from), equality> marks{from, same};

    if (!n)
        return {keys_to, to};
    ::cub::DeviceScan::InclusiveSum(NULL, bytes, marks, run, n);
    temporary<char> storage(bytes);
    ::cub::DeviceScan::InclusiveSum(storage.get(), bytes, marks, run, n, where.stream);
    for_indices(where, n, [=] __device__(size_t i) mutable {
        if (!begins_run(from, i, same))
            return;
        value_of<values> sum = item[(std::ptrdiff_t)i];
        for (size_t k = i + 1; k < n && run[k] == run[i]; k++)
            sum = combine(sum, item[(std::ptrdiff_t)k]);
        put_key[(std::ptrdiff_t)run[i] - 1] = from[(std::ptrdiff_t)i];
        put[(std::ptrdiff_t)run[i] - 1] = sum;
    });
    std::ptrdiff_t count = runs.fetch(n - 1);
    return {keys_to + count, to + count};
}

template <class keys, class values, class keys_output, class output, class equality,
          class operation>
std::pair<keys_output, output> reduce_by_key(host_system, keys first, keys last, values items,
                                             keys_output keys_to, output to, equality same,
                                             operation combine)
{
    while (first != last) {
        auto key = *first;
        value_of<values> sum = *items;

        for (++first, ++items; first != last && same(key, *first); ++first, ++items)
            sum = combine(sum, *items);
        *keys_to = key;
        *to = sum;
        ++keys_to, ++to;
    }
    return {keys_to, to};
}

template <class system, class keys, class values, class keys_output, class output,
          class equality = equal_to<>>
std::pair<keys_output, output> reduce_by_key(system where, keys first, keys last, values items,
                                             keys_output keys_to, output to,
                                             equality same = equality())
{
    return reduce_by_key(where, first, last, items, keys_to, to, same, plus<>());
}

/* inclusive: an item counts in its own sum; else a run begins with initial. */
template <class system, class keys, class values, class output, class T, class equality,
          class operation>
output scan_runs(system where, keys first, keys last, values items, output to, T initial,
                 equality same, operation combine, bool inclusive)
{
    auto from = unwrap(first);
    auto item = unwrap(items);
    auto put = unwrap(to);
    size_t n = (size_t)(last - first);

    for_indices(where, n, [=] __host__ __device__(size_t i) mutable {
        if (!begins_run(from, i, same))
            return;
        T sum = initial;
        size_t k = i;
        do {
            T item_k = item[(std::ptrdiff_t)k]; /* to may be the items themselves */
            T with = inclusive && k == i ? item_k : (T)combine(sum, item_k);
            put[(std::ptrdiff_t)k] = inclusive ? with : sum;
            sum = with;
            k++;
        } while (k < n && !begins_run(from, k, same));
    });
    return to + (last - first);
}

template <class system, class keys, class values, class output, class equality = equal_to<>,
          class operation = plus<>>
output inclusive_scan_by_key(system where, keys first, keys last, values items, output to,
                             equality same = equality(), operation combine = operation())
{
    return scan_runs(where, first, last, items, to, value_of<values>(), same, combine, true);
}

template <class system, class keys, class values, class output, class T = value_of<values>,
          class equality = equal_to<>, class operation = plus<>>
output exclusive_scan_by_key(system where, keys first, keys last, values items, output to,
                             T initial = T(), equality same = equality(),
                             operation combine = operation())
{
    return scan_runs(where, first, last, items, to, initial, same, combine, false);
}

}

SIM_THRUST_ALGORITHM(reduce_by_key)
SIM_THRUST_ALGORITHM(inclusive_scan_by_key)
SIM_THRUST_ALGORITHM(exclusive_scan_by_key)

}

#endif
