/*
 * thrust::copy, copy_n and copy_if, between host and device, and gather.
 */
#ifndef SIM_THRUST_COPY_H
#define SIM_THRUST_COPY_H

#include <cub/device/device_select.cuh>

#include "device_ptr.h"

namespace thrust {
namespace detail {

template <class input, class output> struct copy_body {
    input from;
    output to;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[i] = from[i]; }
};

template <class output, class input> output copy_items(input first, input last, output to)
{
    constexpr bool from_device = place_of<input>::value == ON_DEVICE;
    constexpr bool to_device = place_of<output>::value == ON_DEVICE;
    typedef decltype(unwrap(first)) plain_input;
    typedef decltype(unwrap(to)) plain_output;
    size_t n = (size_t)(last - first);

    if constexpr (std::is_pointer_v<plain_input> && std::is_pointer_v<plain_output> &&
                  std::is_same_v<value_of<input>, value_of<output>>) {
        if (n)
            cudaMemcpy(unwrap(to), unwrap(first), n * sizeof(value_of<input>), cudaMemcpyDefault);
    } else if constexpr (from_device && to_device) {
        for_indices(device_system(), n,
                    copy_body<plain_input, plain_output>{unwrap(first), unwrap(to)});
    } else if constexpr (to_device && place_of<input>::value == ANYWHERE) {
        for_indices(device_system(), n,
                    copy_body<plain_input, plain_output>{unwrap(first), unwrap(to)});
    } else if constexpr (to_device) { /* collected first, then sent in one piece */
        value_of<output> *items = new value_of<output>[n];
        for (size_t i = 0; i < n; i++)
            items[i] = first[i];
        if (n)
            cudaMemcpy(unwrap(to), items, n * sizeof *items, cudaMemcpyHostToDevice);
        delete[] items;
    } else if constexpr (from_device && std::is_pointer_v<plain_input>) {
        typedef std::remove_cv_t<value_of<input>> item;
        item *items = new item[n];
        if (n)
            cudaMemcpy(items, unwrap(first), n * sizeof *items, cudaMemcpyDeviceToHost);
        for (size_t i = 0; i < n; i++, ++to)
            *to = items[i];
        delete[] items;
        return to;
    } else if constexpr (from_device) { /* computed on the device, then fetched */
        typedef std::remove_cv_t<value_of<input>> item;
        temporary<item> items(n);
        for_indices(device_system(), n, copy_body<plain_input, item *>{unwrap(first), items.get()});
        return copy_items(device_ptr<item>(items.get()), device_ptr<item>(items.get()) + n, to);
    } else {
        for (; first != last; ++first, ++to)
            *to = *first;
        return to;
    }
    return to + n;
}

template <class system, class input, class output>
output copy(system, input first, input last, output to)
{
    return copy_items(first, last, to);
}

template <class system, class input, class output>
output copy_n(system, input first, size_t n, output to)
{
    return copy_items(first, first + n, to);
}

template <class input, class output, class predicate>
output copy_if(device_system where, input first, input last, output to, predicate holds)
{
    size_t n = (size_t)(last - first), bytes = 0;
    temporary<int> count(1);

    ::cub::DeviceSelect::If(NULL, bytes, unwrap(first), unwrap(to), count.get(), n, holds);
    temporary<char> storage(bytes);
    ::cub::DeviceSelect::If(storage.get(), bytes, unwrap(first), unwrap(to), count.get(), n, holds,
                            where.stream);
    return to + count.fetch(0);
}

template <class input, class output, class predicate>
output copy_if(host_system, input first, input last, output to, predicate holds)
{
    for (; first != last; ++first)
        if (holds(*first))
            *to++ = *first;
    return to;
}

template <class places, class input, class output> struct gather_body {
    places place;
    input from;
    output to;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[i] = from[place[i]]; }
};

template <class system, class places, class input, class output>
output gather(system where, places first, places last, input from, output to)
{
    typedef gather_body<decltype(unwrap(first)), decltype(unwrap(from)), decltype(unwrap(to))> body;

    for_indices(where, (size_t)(last - first), body{unwrap(first), unwrap(from), unwrap(to)});
    return to + (last - first);
}

template <class input, class places, class output> struct scatter_body {
    input from;
    places place;
    output to;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[place[i]] = from[i]; }
};

template <class system, class input, class places, class output>
void scatter(system where, input first, input last, places place, output to)
{
    typedef scatter_body<decltype(unwrap(first)), decltype(unwrap(place)), decltype(unwrap(to))>
        body;

    for_indices(where, (size_t)(last - first), body{unwrap(first), unwrap(place), unwrap(to)});
}

}

SIM_THRUST_ALGORITHM(copy)
SIM_THRUST_ALGORITHM(copy_n)
SIM_THRUST_ALGORITHM(copy_if)
SIM_THRUST_ALGORITHM(gather)
SIM_THRUST_ALGORITHM(scatter)

}

#endif
