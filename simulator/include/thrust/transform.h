/*
 * thrust::transform, for_each, replace.
 */
#ifndef SIM_THRUST_TRANSFORM_H
#define SIM_THRUST_TRANSFORM_H

#include "device_ptr.h"

namespace thrust {
namespace detail {

template <class input, class output, class function> struct transform_body {
    input from;
    output to;
    function change;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[i] = change(from[i]); }
};

template <class system, class input, class output, class function>
output transform(system where, input first, input last, output to, function change)
{
    typedef transform_body<decltype(unwrap(first)), decltype(unwrap(to)), function> body;

    for_indices(where, (size_t)(last - first), body{unwrap(first), unwrap(to), change});
    return to + (last - first);
}

template <class input, class second, class output, class function> struct transform_body_2 {
    input from;
    second also;
    output to;
    function change;
    __host__ __device__ __forceinline__ void operator()(size_t i)
    {
        to[i] = change(from[i], also[i]);
    }
};

template <class system, class input, class second, class output, class function>
output transform(system where, input first, input last, second also, output to, function change)
{
    typedef transform_body_2<decltype(unwrap(first)), decltype(unwrap(also)), decltype(unwrap(to)),
                             function>
        body;

    for_indices(where, (size_t)(last - first),
                body{unwrap(first), unwrap(also), unwrap(to), change});
    return to + (last - first);
}

template <class input, class function> struct for_each_body {
    input from;
    function act;
    __host__ __device__ __forceinline__ void operator()(size_t i) { act(from[i]); }
};

template <class system, class input, class function>
input for_each(system where, input first, input last, function act)
{
    typedef for_each_body<decltype(unwrap(first)), function> body;

    for_indices(where, (size_t)(last - first), body{unwrap(first), act});
    return last;
}

template <class system, class input, class function>
input for_each_n(system where, input first, size_t n, function act)
{
    return for_each(where, first, first + n, act);
}

template <class iterator, class T> struct replace_body {
    iterator items;
    T old, now;
    __host__ __device__ __forceinline__ void operator()(size_t i)
    {
        if (items[i] == old)
            items[i] = now;
    }
};

template <class system, class iterator, class T>
void replace(system where, iterator first, iterator last, T old, T now)
{
    typedef replace_body<decltype(unwrap(first)), T> body;

    for_indices(where, (size_t)(last - first), body{unwrap(first), old, now});
}

}

SIM_THRUST_ALGORITHM(transform)
SIM_THRUST_ALGORITHM(for_each)
SIM_THRUST_ALGORITHM(for_each_n)
SIM_THRUST_ALGORITHM(replace)

}

#endif
