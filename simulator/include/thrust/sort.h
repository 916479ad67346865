/*
 * thrust::sort and sort_by_key, all stable: on the device by merges (cub/device/merge_sort.cuh).
 */
#ifndef SIM_THRUST_SORT_H
#define SIM_THRUST_SORT_H

#include <algorithm>
#include <cub/device/merge_sort.cuh>
#include <numeric>
#include <vector>

#include "device_ptr.h"
#include "functional.h"

namespace thrust {
namespace detail {

template <class iterator, class order = less<>>
void sort(device_system where, iterator first, iterator last, order before = order())
{
    size_t n = (size_t)(last - first);
    temporary<value_of<iterator>> spare(n);

    ::cub::detail::merge_sort(unwrap(first), (char *)NULL, spare.get(), (char *)NULL, n, before,
                              where.stream);
}

template <class iterator, class order = less<>>
void sort(host_system, iterator first, iterator last, order before = order())
{
    std::stable_sort(first, last, before);
}

template <class system, class iterator, class order = less<>>
void stable_sort(system where, iterator first, iterator last, order before = order())
{
    sort(where, first, last, before);
}

template <class keys, class values, class order = less<>>
void sort_by_key(device_system where, keys first, keys last, values also, order before = order())
{
    size_t n = (size_t)(last - first);
    temporary<value_of<keys>> spare(n);
    temporary<value_of<values>> spare_values(n);

    ::cub::detail::merge_sort(unwrap(first), unwrap(also), spare.get(), spare_values.get(), n,
                              before, where.stream);
}

template <class keys, class values, class order = less<>>
void sort_by_key(host_system, keys first, keys last, values also, order before = order())
{
    size_t n = (size_t)(last - first);
    std::vector<size_t> places(n);
    std::vector<value_of<keys>> old_keys(first, last);
    std::vector<value_of<values>> old_values(also, also + n);

    std::iota(places.begin(), places.end(), (size_t)0);
    std::stable_sort(places.begin(), places.end(),
                     [&](size_t a, size_t b) { return before(old_keys[a], old_keys[b]); });
    for (size_t i = 0; i < n; i++) {
        first[i] = old_keys[places[i]];
        also[i] = old_values[places[i]];
    }
}

template <class system, class keys, class values, class order = less<>>
void stable_sort_by_key(system where, keys first, keys last, values also, order before = order())
{
    sort_by_key(where, first, last, also, before);
}

}

SIM_THRUST_ALGORITHM(sort)
SIM_THRUST_ALGORITHM(stable_sort)
SIM_THRUST_ALGORITHM(sort_by_key)
SIM_THRUST_ALGORITHM(stable_sort_by_key)

}

#endif
