/*
 * thrust::copy, copy_n and copy_if, between host and device, gather and scatter.
 */
#ifndef SIM_THRUST_COPY_H
#define SIM_THRUST_COPY_H

#include <cub/device/device_select.cuh>

#include "device_ptr.h"

namespace thrust {
namespace detail {

struct as_bool {
    template <class T> __host__ __device__ __forceinline__ bool operator()(const T &value) const
    {
        return value ? true : false;
    }
};

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
    std::ptrdiff_t n = last - first;

    if constexpr (std::is_pointer_v<plain_input> && std::is_pointer_v<plain_output> &&
                  std::is_same_v<value_of<input>, value_of<output>>) {
        if (n)
            cudaMemcpy(unwrap(to), unwrap(first), (size_t)n * sizeof(value_of<input>),
                       cudaMemcpyDefault);
        return to + n;
    } else if constexpr (to_device && place_of<input>::value != ON_HOST) {
        for_indices(device_system(), (size_t)n,
                    copy_body<plain_input, plain_output>{unwrap(first), unwrap(to)});
        return to + n;
    } else if constexpr (to_device) { /* collected first, then sent in one piece */
        typedef value_of<input> item;
        item *items = new item[(size_t)n];
        for (std::ptrdiff_t i = 0; i < n; i++, ++first)
            items[i] = *first;
        temporary<item> sent((size_t)n);
        if (n)
            cudaMemcpy(sent.get(), items, (size_t)n * sizeof *items, cudaMemcpyHostToDevice);
        delete[] items;
        for_indices(device_system(), (size_t)n,
                    copy_body<item *, plain_output>{sent.get(), unwrap(to)});
        return to + n;
    } else if constexpr (from_device && std::is_pointer_v<plain_input>) {
        typedef value_of<input> item;
        item *items = new item[(size_t)n];
        if (n)
            cudaMemcpy(items, unwrap(first), (size_t)n * sizeof *items, cudaMemcpyDeviceToHost);
        for (std::ptrdiff_t i = 0; i < n; i++, ++to)
            *to = items[i];
        delete[] items;
        return to;
    } else if constexpr (from_device) { /* computed on the device, then fetched */
        typedef value_of<input> item;
        temporary<item> items((size_t)n);
        for_indices(device_system(), (size_t)n,
                    copy_body<plain_input, item *>{unwrap(first), items.get()});
        return copy_items(device_ptr<item>(items.get()), device_ptr<item>(items.get()) + n, to);
    } else {
        for (; first != last; ++first, ++to)
            *to = *first;
        return to;
    }
}

/* By a policy's word: plain pointers are the device's then. */
template <class input, class output>
output copy(device_system where, input first, input last, output to)
{
    constexpr bool told = place_of<input>::value != ON_DEVICE &&
                          place_of<output>::value != ON_DEVICE &&
                          place_of_all<input, output> == ON_HOST;

    if constexpr (told) {
        for_indices(where, (size_t)(last - first), copy_body<input, output>{first, to});
        return to + (last - first);
    } else {
        return copy_items(first, last, to);
    }
}

template <class input, class output> output copy(host_system, input first, input last, output to)
{
    return copy_items(first, last, to);
}

/* Results that have been collected in the device's memory, to their destination. */
template <class T, class output>
output move_items(device_system where, T *from, size_t n, output to)
{
    for_indices(where, n, copy_body<T *, decltype(unwrap(to))>{from, unwrap(to)});
    return to + (std::ptrdiff_t)n;
}

template <class system, class input, class output>
output copy_n(system where, input first, size_t n, output to)
{
    return copy(where, first, first + (std::ptrdiff_t)n, to);
}

/* stencil: the items that the predicate is asked about, in place of those that are copied. */
template <class input, class other, class predicate> struct stencil_holds {
    other stencil;
    mutable predicate holds;
    __host__ __device__ __forceinline__ int operator()(input, size_t i) const
    {
        return holds(stencil[(std::ptrdiff_t)i]) ? 1 : 0;
    }
};

template <class input, class other, class output, class predicate>
output copy_if(device_system where, input first, input last, other stencil, output to,
               predicate holds)
{
    typedef stencil_holds<decltype(unwrap(first)), decltype(unwrap(stencil)), predicate> chosen;
    size_t n = (size_t)(last - first), bytes = 0;
    temporary<int> count(1);
    chosen choose{unwrap(stencil), holds};

    ::cub::detail::select(NULL, bytes, unwrap(first), unwrap(to), count.get(), n, choose, 0);
    temporary<char> storage(bytes);
    ::cub::detail::select(storage.get(), bytes, unwrap(first), unwrap(to), count.get(), n, choose,
                          where.stream);
    return to + count.fetch(0);
}

template <class input, class other, class output, class predicate>
output copy_if(host_system, input first, input last, other stencil, output to, predicate holds)
{
    for (; first != last; ++first, ++stencil)
        if (holds(*stencil))
            *to++ = *first;
    return to;
}

template <class input, class output, class predicate>
output copy_if(device_system where, input first, input last, output to, predicate holds)
{
    if constexpr (place_of<output>::value == ON_HOST && place_of<input>::value != ON_HOST) {
        typedef value_of<input> item; /* collected on the device, then fetched */
        temporary<item> kept((size_t)(last - first));
        device_ptr<item> begin(kept.get());

        return copy_items(begin, copy_if(where, first, last, first, begin, holds), to);
    } else {
        return copy_if(where, first, last, first, to, holds);
    }
}

template <class input, class output, class predicate>
output copy_if(host_system, input first, input last, output to, predicate holds)
{
    for (; first != last; ++first)
        if (holds(*first))
            *to++ = *first;
    return to;
}

template <class system, class input, class output>
output uninitialized_copy(system where, input first, input last, output to)
{
    return copy(where, first, last, to);
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

template <class system, class places, class other, class input, class output,
          class predicate = as_bool>
output gather_if(system where, places first, places last, other stencil, input from, output to,
                 predicate holds = predicate())
{
    auto place = unwrap(first);
    auto asked = unwrap(stencil);
    auto items = unwrap(from);
    auto put = unwrap(to);

    for_indices(where, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        if (holds(asked[(std::ptrdiff_t)i]))
            put[(std::ptrdiff_t)i] = items[(std::ptrdiff_t)place[(std::ptrdiff_t)i]];
    });
    return to + (last - first);
}

template <class system, class input, class places, class other, class output,
          class predicate = as_bool>
void scatter_if(system where, input first, input last, places at, other stencil, output to,
                predicate holds = predicate())
{
    auto items = unwrap(first);
    auto place = unwrap(at);
    auto asked = unwrap(stencil);
    auto put = unwrap(to);

    for_indices(where, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        if (holds(asked[(std::ptrdiff_t)i]))
            put[(std::ptrdiff_t)place[(std::ptrdiff_t)i]] = items[(std::ptrdiff_t)i];
    });
}

}

SIM_THRUST_ALGORITHM(copy)
SIM_THRUST_ALGORITHM(copy_n)
SIM_THRUST_ALGORITHM(uninitialized_copy)
SIM_THRUST_ALGORITHM(copy_if)
SIM_THRUST_ALGORITHM(gather)
SIM_THRUST_ALGORITHM(scatter)
SIM_THRUST_ALGORITHM(gather_if)
SIM_THRUST_ALGORITHM(scatter_if)

}

#endif
