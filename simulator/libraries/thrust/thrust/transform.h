/*
 * thrust::transform, for_each, replace and their kinds.
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
    return for_each(where, first, first + (std::ptrdiff_t)n, act);
}

/* Where the predicate holds of the stencil; elsewhere the output stays as it is. */
template <class system, class input, class other, class output, class function, class predicate>
output transform_if(system where, input first, input last, other stencil, output to,
                    function change, predicate holds)
{
    auto from = unwrap(first);
    auto asked = unwrap(stencil);
    auto put = unwrap(to);

    for_indices(where, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        if (holds(asked[(std::ptrdiff_t)i]))
            put[(std::ptrdiff_t)i] = change(from[(std::ptrdiff_t)i]);
    });
    return to + (last - first);
}

template <class system, class input, class output, class function, class predicate>
output transform_if(system where, input first, input last, output to, function change,
                    predicate holds)
{
    return transform_if(where, first, last, first, to, change, holds);
}

/* Two inputs, and the stencil. */
template <class system, class input, class second, class other, class output, class function,
          class predicate>
output transform_if(system where, input first, input last, second also, other stencil, output to,
                    function change, predicate holds)
{
    auto from = unwrap(first);
    auto more = unwrap(also);
    auto asked = unwrap(stencil);
    auto put = unwrap(to);

    for_indices(where, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        if (holds(asked[(std::ptrdiff_t)i]))
            put[(std::ptrdiff_t)i] = change(from[(std::ptrdiff_t)i], more[(std::ptrdiff_t)i]);
    });
    return to + (last - first);
}

template <class system, class input, class other, class output, class predicate, class T>
output replace_copy_if(system where, input first, input last, other stencil, output to,
                       predicate holds, T now)
{
    auto from = unwrap(first);
    auto asked = unwrap(stencil);
    auto put = unwrap(to);

    for_indices(where, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        if (holds(asked[(std::ptrdiff_t)i]))
            put[(std::ptrdiff_t)i] = now;
        else
            put[(std::ptrdiff_t)i] = from[(std::ptrdiff_t)i];
    });
    return to + (last - first);
}

template <class system, class input, class output, class predicate, class T>
output replace_copy_if(system where, input first, input last, output to, predicate holds, T now)
{
    return replace_copy_if(where, first, last, first, to, holds, now);
}

template <class system, class iterator, class predicate, class T>
void replace_if(system where, iterator first, iterator last, predicate holds, T now)
{
    replace_copy_if(where, first, last, first, first, holds, now);
}

template <class system, class iterator, class other, class predicate, class T>
void replace_if(system where, iterator first, iterator last, other stencil, predicate holds, T now)
{
    replace_copy_if(where, first, last, stencil, first, holds, now);
}

template <class T> struct is_the_value {
    T wanted;
    template <class U> __host__ __device__ __forceinline__ bool operator()(const U &value) const
    {
        return value == wanted;
    }
};

template <class system, class iterator, class T>
void replace(system where, iterator first, iterator last, T old, T now)
{
    replace_if(where, first, last, is_the_value<T>{old}, now);
}

template <class system, class input, class output, class T>
output replace_copy(system where, input first, input last, output to, T old, T now)
{
    return replace_copy_if(where, first, last, to, is_the_value<T>{old}, now);
}

template <class system, class iterator, class other>
other swap_ranges(system where, iterator first, iterator last, other second)
{
    auto items = unwrap(first);
    auto others = unwrap(second);

    for_indices(where, (size_t)(last - first), [=] __host__ __device__(size_t i) mutable {
        value_of<iterator> kept = items[(std::ptrdiff_t)i];
        items[(std::ptrdiff_t)i] = others[(std::ptrdiff_t)i];
        others[(std::ptrdiff_t)i] = kept;
    });
    return second + (last - first);
}

}

SIM_THRUST_ALGORITHM(transform)
SIM_THRUST_ALGORITHM(for_each)
SIM_THRUST_ALGORITHM(for_each_n)
SIM_THRUST_ALGORITHM(transform_if)
SIM_THRUST_ALGORITHM(replace)
SIM_THRUST_ALGORITHM(replace_if)
SIM_THRUST_ALGORITHM(replace_copy)
SIM_THRUST_ALGORITHM(replace_copy_if)
SIM_THRUST_ALGORITHM(swap_ranges)

}

#endif
