/*
 * thrust::sort and sort_by_key, all stable: on the device by merges (cub/device/merge_sort.cuh).
 */
#ifndef SIM_THRUST_SORT_H
#define SIM_THRUST_SORT_H

#include <algorithm>
#include <cub/device/merge_sort.cuh>
#include <numeric>
#include <vector>

#include "copy.h"
#include "find.h"
#include "functional.h"

namespace thrust {
namespace detail {

/* The elements of an iterator that is no pointer, in memory for a while; put back by back(). */
template <class iterator> class gathered {
public:
    gathered(device_system s, iterator i, size_t count)
        : where(s), from(i), n(count), items(is_plain ? 0 : count)
    {
        if constexpr (!is_plain)
            for_indices(
                where, n,
                copy_body<decltype(unwrap(from)), value_of<iterator> *>{unwrap(from), items.get()});
    }
    value_of<iterator> *get() const
    {
        if constexpr (is_plain)
            return unwrap(from);
        else
            return items.get();
    }
    void back() const
    {
        if constexpr (!is_plain)
            move_items(where, items.get(), n, from);
    }

private:
    static constexpr bool is_plain = std::is_pointer_v<decltype(unwrap(std::declval<iterator>()))>;
    device_system where;
    iterator from;
    size_t n;
    temporary<value_of<iterator>> items;
};

template <class order> struct calling {
    mutable order before;
    template <class first, class second>
    __host__ __device__ __forceinline__ bool operator()(const first &a, const second &b) const
    {
        return before(a, b);
    }
};

template <class iterator, class order = less<>>
void sort(device_system where, iterator first, iterator last, order before = order())
{
    size_t n = (size_t)(last - first);
    temporary<value_of<iterator>> spare(n);
    gathered<iterator> items(where, first, n);

    ::cub::detail::merge_sort(items.get(), (char *)NULL, spare.get(), (char *)NULL, n,
                              calling<order>{before}, where.stream);
    items.back();
}

/* The sort of one thread in a kernel: in place, without memory of its own. */
template <class keys, class move, class order>
void sort_in_place(keys first, std::ptrdiff_t n, order before, move change_places)
{
    for (std::ptrdiff_t i = 1; i < n; i++)
        for (std::ptrdiff_t k = i; k > 0 && before(first[k], first[k - 1]); k--)
            change_places(k);
}

template <class iterator> void change_with_previous(iterator first, std::ptrdiff_t k)
{
    value_of<iterator> kept = first[k];

    first[k] = first[k - 1];
    first[k - 1] = kept;
}

template <class iterator, class order = less<>>
void sort(host_system, iterator first, iterator last, order before = order())
{
    if (sim_in_kernel())
        return sort_in_place(first, last - first, before,
                             [=](std::ptrdiff_t k) { change_with_previous(first, k); });
    std::vector<value_of<iterator>> items(first, last);

    std::stable_sort(items.begin(), items.end(), before);
    std::copy(items.begin(), items.end(), first);
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
    gathered<keys> items(where, first, n);
    gathered<values> others(where, also, n);

    ::cub::detail::merge_sort(items.get(), others.get(), spare.get(), spare_values.get(), n,
                              calling<order>{before}, where.stream);
    items.back();
    others.back();
}

template <class keys, class values, class order = less<>>
void sort_by_key(host_system, keys first, keys last, values also, order before = order())
{
    if (sim_in_kernel())
        return sort_in_place(first, last - first, before, [=](std::ptrdiff_t k) {
            change_with_previous(first, k);
            change_with_previous(also, k);
        });
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
