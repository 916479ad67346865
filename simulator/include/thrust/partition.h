/*
 * thrust::partition, stable_partition, reverse, adjacent_difference: all by way of a copy.
 */
#ifndef SIM_THRUST_PARTITION_H
#define SIM_THRUST_PARTITION_H

#include <algorithm>
#include <numeric>

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
    if (n)
        cudaMemcpy(unwrap(first), parted.get(), n * sizeof(value), cudaMemcpyDeviceToDevice);
    return first + (middle - begin);
}

template <class iterator, class predicate>
iterator stable_partition(host_system, iterator first, iterator last, predicate holds)
{
    return std::stable_partition(first, last, holds);
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

    for_indices(where, n / 2, [=] __host__ __device__(size_t i) {
        value_of<iterator> kept = items[(std::ptrdiff_t)i];
        items[(std::ptrdiff_t)i] = items[(std::ptrdiff_t)(n - 1 - i)];
        items[(std::ptrdiff_t)(n - 1 - i)] = kept;
    });
}

template <class input, class output, class operation = minus<>>
output adjacent_difference(device_system where, input first, input last, output to,
                           operation combine = operation())
{
    size_t n = (size_t)(last - first);
    auto from = unwrap(first);
    temporary<value_of<output>> results(n); /* to may be first */
    auto *put = results.get();

    for_indices(where, n, [=] __device__(size_t i) {
        put[i] = i ? combine(from[(std::ptrdiff_t)i], from[(std::ptrdiff_t)i - 1]) : from[0];
    });
    copy(where, device_ptr<value_of<output>>(put), device_ptr<value_of<output>>(put) + n, to);
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
SIM_THRUST_ALGORITHM(reverse)
SIM_THRUST_ALGORITHM(adjacent_difference)

}

#endif
