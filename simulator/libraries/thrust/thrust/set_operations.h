/*
 * thrust::set_union, set_intersection, set_difference, set_symmetric_difference of sorted
 * sequences, in which an element may stand several times: the k-th of equal ones in one sequence
 * is the same as the k-th in the other.
 */
#ifndef SIM_THRUST_SET_OPERATIONS_H
#define SIM_THRUST_SET_OPERATIONS_H

#include <algorithm>

#include "copy.h"
#include "merge.h"

namespace thrust {
namespace detail {

/* Whether the element at a position of the first sequence is in the second, too. */
template <class input, class other, class order> struct is_in_other {
    input a;
    other b;
    size_t m;
    mutable order less;
    bool wanted;
    __host__ __device__ bool operator()(size_t i) const
    {
        const auto &value = a[(std::ptrdiff_t)i];
        size_t which = i - lower::place(a, i, value, less);
        size_t before = lower::place(b, m, value, less);

        return (which < upper::place(b, m, value, less) - before) == wanted;
    }
};

/* Copies the elements of the first sequence that are in the second; or with wanted 0, the rest. */
template <class system, class input, class other, class output, class order>
output copy_common(system where, input first, input last, other second, other second_last,
                   output to, order less, bool wanted)
{
    typedef is_in_other<decltype(unwrap(first)), decltype(unwrap(second)), order> chosen;

    return copy_if(
        where, first, last, counting_iterator<size_t>(0), to,
        chosen{unwrap(first), unwrap(second), (size_t)(second_last - second), less, wanted});
}

template <class system, class input, class other, class output, class order = less<>>
output set_intersection(system where, input first, input last, other second, other second_last,
                        output to, order less = order())
{
    return copy_common(where, first, last, second, second_last, to, less, true);
}

template <class system, class input, class other, class output, class order = less<>>
output set_difference(system where, input first, input last, other second, other second_last,
                      output to, order less = order())
{
    return copy_common(where, first, last, second, second_last, to, less, false);
}

template <class input, class other, class output, class order = less<>>
output set_union(device_system where, input first, input last, other second, other second_last,
                 output to, order less = order())
{
    typedef value_of<other> value;
    temporary<value> rest((size_t)(second_last - second));
    device_ptr<value> begin(rest.get());
    auto end = copy_common(where, second, second_last, first, last, begin, less, false);

    return merge(where, first, last, begin, end, to, less);
}

template <class input, class other, class output, class order = less<>>
output set_symmetric_difference(device_system where, input first, input last, other second,
                                other second_last, output to, order less = order())
{
    typedef value_of<input> value;
    temporary<value> rest((size_t)(last - first));
    device_ptr<value> begin(rest.get());
    auto end = copy_common(where, first, last, second, second_last, begin, less, false);
    temporary<value> other_rest((size_t)(second_last - second));
    device_ptr<value> other_begin(other_rest.get());
    auto other_end = copy_common(where, second, second_last, first, last, other_begin, less, false);

    return merge(where, begin, end, other_begin, other_end, to, less);
}

template <class input, class other, class output, class order = less<>>
output set_union(host_system, input first, input last, other second, other second_last, output to,
                 order less = order())
{
    return std::set_union(first, last, second, second_last, to, less);
}

template <class input, class other, class output, class order = less<>>
output set_symmetric_difference(host_system, input first, input last, other second,
                                other second_last, output to, order less = order())
{
    return std::set_symmetric_difference(first, last, second, second_last, to, less);
}

}

SIM_THRUST_ALGORITHM(set_union)
SIM_THRUST_ALGORITHM(set_intersection)
SIM_THRUST_ALGORITHM(set_difference)
SIM_THRUST_ALGORITHM(set_symmetric_difference)

}

#endif
