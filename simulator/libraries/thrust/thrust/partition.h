/*
 * thrust::partition, stable_partition, reverse, adjacent_difference: all by way of a copy.
 */
#ifndef SIM_THRUST_PARTITION_H
#define SIM_THRUST_PARTITION_H

#include <algorithm>
#include <numeric>
#include <vector>

#include "iterator/reverse_iterator.h"
#include "unique.h"

namespace thrust {
namespace detail {

template <class iterator, class predicate>
iterator stable_partition(device_system where, iterator first, iterator last, predicate holds)
{
    typedef value_of<iterator> value;
    size_t n = (size_t)(last - first);
    temporary<value> parted(n);
    device_ptr<value> begin(parted.get());
    auto middle = copy_if(where, first, last, begin, holds);

    copy_if(where, first, last, middle, fails<predicate>{holds});
    move_items(where, parted.get(), n, first);
    return first + (middle - begin);
}

/* Not the standard's, of which compilers say that it is deprecated within. */
template <class iterator, class predicate>
iterator stable_partition(host_system, iterator first, iterator last, predicate holds)
{
    std::vector<value_of<iterator>> rest;
    iterator to = first;

    for (; first != last; ++first) {
        if (!holds(*first))
            rest.push_back(*first);
        else
            *to++ = *first;
    }
    std::copy(rest.begin(), rest.end(), to);
    return to;
}

template <class system, class iterator, class predicate>
iterator partition(system where, iterator first, iterator last, predicate holds)
{
    return stable_partition(where, first, last, holds);
}

template <class system, class iterator> void reverse(system where, iterator first, iterator last)
{
    size_t n = (size_t)(last - first);
    auto items = unwrap(first);

    for_indices(where, n / 2, [=] __host__ __device__(size_t i) mutable {
        value_of<iterator> kept = items[(std::ptrdiff_t)i];
        items[(std::ptrdiff_t)i] = items[(std::ptrdiff_t)(n - 1 - i)];
        items[(std::ptrdiff_t)(n - 1 - i)] = kept;
    });
}

template <class system, class input, class output>
output reverse_copy(system where, input first, input last, output to)
{
    return copy(where, reverse_iterator<input>(last), reverse_iterator<input>(first), to);
}

/* Items for which the predicate holds go to one output, the rest to another. */
template <class system, class input, class output, class other, class predicate>
std::pair<output, other> partition_copy(system where, input first, input last, output to,
                                        other rest, predicate holds)
{
    output end = copy_if(where, first, last, to, holds);

    return {end, copy_if(where, first, last, rest, fails<predicate>{holds})};
}

template <class system, class input, class output, class other, class predicate>
std::pair<output, other> stable_partition_copy(system where, input first, input last, output to,
                                               other rest, predicate holds)
{
    return partition_copy(where, first, last, to, rest, holds);
}

template <class input, class output, class operation = minus<>>
output adjacent_difference(device_system where, input first, input last, output to,
                           operation combine = operation())
{
    size_t n = (size_t)(last - first);
    auto from = unwrap(first);
    temporary<value_of<input>> results(n); /* to may be first */
    auto *put = results.get();

    for_indices(where, n, [=] __device__(size_t i) mutable {
        put[i] = from[(std::ptrdiff_t)i];
        if (i)
            put[i] = combine(from[(std::ptrdiff_t)i], from[(std::ptrdiff_t)i - 1]);
    });
    move_items(where, put, n, to);
    return to + (last - first);
}

template <class input, class output, class operation = minus<>>
output adjacent_difference(host_system, input first, input last, output to,
                           operation combine = operation())
{
    return std::adjacent_difference(first, last, to, combine);
}

}

SIM_THRUST_ALGORITHM(stable_partition)
SIM_THRUST_ALGORITHM(partition)
SIM_THRUST_ALGORITHM(partition_copy)
SIM_THRUST_ALGORITHM(stable_partition_copy)
SIM_THRUST_ALGORITHM(reverse_copy)
SIM_THRUST_ALGORITHM(reverse)
SIM_THRUST_ALGORITHM(adjacent_difference)

}

#endif
