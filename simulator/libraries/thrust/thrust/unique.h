/*
 * thrust::unique, remove_if and their kinds: the items that are left stand at the front; their end
 * is returned.
 */
#ifndef SIM_THRUST_UNIQUE_H
#define SIM_THRUST_UNIQUE_H

#include "copy.h"
#include "functional.h"
#include "iterator/zip_iterator.h"

namespace thrust {
namespace detail {

template <class predicate> struct fails {
    mutable predicate holds;
    template <class T> __host__ __device__ __forceinline__ bool operator()(T &&value) const
    {
        return !holds(value);
    }
};

template <class T> struct is_value {
    T wanted;
    template <class U> __host__ __device__ __forceinline__ bool operator()(const U &value) const
    {
        return value == wanted;
    }
};

/* Whether another value begins at a position. */
template <class input, class equality> struct begins {
    input items;
    mutable equality same;
    __host__ __device__ __forceinline__ bool operator()(size_t i) const
    {
        return i == 0 || !same(items[(std::ptrdiff_t)i - 1], items[(std::ptrdiff_t)i]);
    }
};

/* Copies items for which the predicate does not hold; of the stencil, if there is one. */
template <class system, class input, class output, class predicate>
output remove_copy_if(system where, input first, input last, output to, predicate holds)
{
    return copy_if(where, first, last, to, fails<predicate>{holds});
}

template <class system, class input, class other, class output, class predicate>
output remove_copy_if(system where, input first, input last, other stencil, output to,
                      predicate holds)
{
    return copy_if(where, first, last, stencil, to, fails<predicate>{holds});
}

template <class system, class input, class output, class T>
output remove_copy(system where, input first, input last, output to, T value)
{
    return remove_copy_if(where, first, last, to, is_value<T>{value});
}

template <class iterator, class other, class predicate>
iterator remove_if(device_system where, iterator first, iterator last, other stencil,
                   predicate holds)
{
    typedef value_of<iterator> value;
    temporary<value> kept((size_t)(last - first));
    device_ptr<value> begin(kept.get());
    std::ptrdiff_t left = remove_copy_if(where, first, last, stencil, begin, holds) - begin;

    return move_items(where, kept.get(), (size_t)left, first);
}

template <class iterator, class other, class predicate>
iterator remove_if(host_system where, iterator first, iterator last, other stencil, predicate holds)
{
    return remove_copy_if(where, first, last, stencil, first, holds);
}

template <class system, class iterator, class predicate>
iterator remove_if(system where, iterator first, iterator last, predicate holds)
{
    return remove_if(where, first, last, first, holds);
}

template <class system, class iterator, class T>
iterator remove(system where, iterator first, iterator last, T value)
{
    return remove_if(where, first, last, is_value<T>{value});
}

template <class system, class input, class output, class equality = equal_to<>>
output unique_copy(system where, input first, input last, output to, equality same = equality())
{
    typedef begins<decltype(unwrap(first)), equality> begin;

    return copy_if(where, first, last, counting_iterator<size_t>(0), to,
                   begin{unwrap(first), same});
}

template <class iterator, class equality = equal_to<>>
iterator unique(device_system where, iterator first, iterator last, equality same = equality())
{
    typedef value_of<iterator> value;
    temporary<value> kept((size_t)(last - first));
    device_ptr<value> begin(kept.get());
    std::ptrdiff_t left = unique_copy(where, first, last, begin, same) - begin;

    return move_items(where, kept.get(), (size_t)left, first);
}

template <class iterator, class equality = equal_to<>>
iterator unique(host_system, iterator first, iterator last, equality same = equality())
{
    iterator to = first;

    if (first == last)
        return last;
    while (++first != last)
        if (!same(*to, *first))
            *++to = *first;
    return ++to;
}

/* The first of equal keys that stand one after another, with its value. */
template <class system, class keys, class values, class keys_output, class output,
          class equality = equal_to<>>
std::pair<keys_output, output> unique_by_key_copy(system where, keys first, keys last, values items,
                                                  keys_output keys_to, output to,
                                                  equality same = equality())
{
    typedef begins<decltype(unwrap(first)), equality> begin;
    begin chosen{unwrap(first), same};
    counting_iterator<size_t> places(0);
    keys_output end = copy_if(where, first, last, places, keys_to, chosen);

    return {end, copy_if(where, items, items + (last - first), places, to, chosen)};
}

template <class keys, class values, class equality = equal_to<>>
std::pair<keys, values> unique_by_key(device_system where, keys first, keys last, values items,
                                      equality same = equality())
{
    temporary<value_of<keys>> kept((size_t)(last - first));
    temporary<value_of<values>> kept_values((size_t)(last - first));
    device_ptr<value_of<keys>> begin(kept.get());
    device_ptr<value_of<values>> begin_values(kept_values.get());
    size_t left =
        (size_t)(unique_by_key_copy(where, first, last, items, begin, begin_values, same).first -
                 begin);

    return {move_items(where, kept.get(), left, first),
            move_items(where, kept_values.get(), left, items)};
}

template <class keys, class values, class equality = equal_to<>>
std::pair<keys, values> unique_by_key(host_system, keys first, keys last, values items,
                                      equality same = equality())
{
    keys to = first;
    values to_values = items;

    if (first == last)
        return {first, items};
    while (++first != last) {
        ++items;
        if (!same(*to, *first)) {
            *++to = *first;
            *++to_values = *items;
        }
    }
    return {++to, ++to_values};
}

}

SIM_THRUST_ALGORITHM(remove_copy_if)
SIM_THRUST_ALGORITHM(remove_copy)
SIM_THRUST_ALGORITHM(remove_if)
SIM_THRUST_ALGORITHM(remove)
SIM_THRUST_ALGORITHM(unique_copy)
SIM_THRUST_ALGORITHM(unique)
SIM_THRUST_ALGORITHM(unique_by_key_copy)
SIM_THRUST_ALGORITHM(unique_by_key)

}

#endif
