/*
 * thrust::inclusive_scan and exclusive_scan, also of a function's results for the items.
 */
#ifndef SIM_THRUST_SCAN_H
#define SIM_THRUST_SCAN_H

#include <cub/device/device_scan.cuh>

#include "device_ptr.h"
#include "functional.h"
#include "iterator/transform_iterator.h"

namespace thrust {
namespace detail {

template <class input, class output, class operation = plus<>>
output inclusive_scan(device_system where, input first, input last, output to,
                      operation combine = operation())
{
    size_t n = (size_t)(last - first), bytes = 0;

    ::cub::DeviceScan::InclusiveScan(NULL, bytes, unwrap(first), unwrap(to), combine, n);
    temporary<char> storage(bytes);
    ::cub::DeviceScan::InclusiveScan(storage.get(), bytes, unwrap(first), unwrap(to), combine, n,
                                     where.stream);
    return to + (last - first);
}

template <class input, class output, class operation = plus<>>
output inclusive_scan(host_system, input first, input last, output to,
                      operation combine = operation())
{
    if (first == last)
        return to;
    value_of<input> running = *first;
    *to++ = running;
    while (++first != last)
        *to++ = running = combine(running, *first);
    return to;
}

template <class input, class output, class T = value_of<input>, class operation = plus<>>
output exclusive_scan(device_system where, input first, input last, output to, T initial = T(),
                      operation combine = operation())
{
    size_t n = (size_t)(last - first), bytes = 0;

    ::cub::DeviceScan::ExclusiveScan(NULL, bytes, unwrap(first), unwrap(to), combine, initial, n);
    temporary<char> storage(bytes);
    ::cub::DeviceScan::ExclusiveScan(storage.get(), bytes, unwrap(first), unwrap(to), combine,
                                     initial, n, where.stream);
    return to + (last - first);
}

template <class input, class output, class T = value_of<input>, class operation = plus<>>
output exclusive_scan(host_system, input first, input last, output to, T initial = T(),
                      operation combine = operation())
{
    for (; first != last; ++first) {
        T next = combine(initial, *first); /* to may be first */
        *to++ = initial;
        initial = next;
    }
    return to;
}

template <class system, class input, class output, class function, class operation>
output transform_inclusive_scan(system where, input first, input last, output to, function change,
                                operation combine)
{
    return inclusive_scan(where, make_transform_iterator(first, change),
                          make_transform_iterator(last, change), to, combine);
}

template <class system, class input, class output, class function, class T, class operation>
output transform_exclusive_scan(system where, input first, input last, output to, function change,
                                T initial, operation combine)
{
    return exclusive_scan(where, make_transform_iterator(first, change),
                          make_transform_iterator(last, change), to, initial, combine);
}

}

SIM_THRUST_ALGORITHM(transform_inclusive_scan)
SIM_THRUST_ALGORITHM(transform_exclusive_scan)
SIM_THRUST_ALGORITHM(inclusive_scan)
SIM_THRUST_ALGORITHM(exclusive_scan)

}

#include "by_key.h"

#endif
