/*
 * thrust::fill, fill_n, sequence, tabulate, generate.
 */
#ifndef SIM_THRUST_FILL_H
#define SIM_THRUST_FILL_H

#include "device_ptr.h"

namespace thrust {
namespace detail {

template <class iterator, class T> struct fill_body {
    iterator to;
    T value;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[i] = value; }
};

template <class system, class iterator, class T>
void fill(system where, iterator first, iterator last, T value)
{
    typedef decltype(unwrap(first)) plain;

    for_indices(where, (size_t)(last - first), fill_body<plain, T>{unwrap(first), value});
}

template <class system, class iterator, class T>
iterator fill_n(system where, iterator first, size_t n, T value)
{
    fill(where, first, first + (std::ptrdiff_t)n, value);
    return first + (std::ptrdiff_t)n;
}

template <class system, class iterator, class T>
void uninitialized_fill(system where, iterator first, iterator last, T value)
{
    fill(where, first, last, value);
}

template <class system, class iterator, class T>
iterator uninitialized_fill_n(system where, iterator first, size_t n, T value)
{
    return fill_n(where, first, n, value);
}

template <class iterator, class T> struct sequence_body {
    iterator to;
    T first, step;
    __host__ __device__ __forceinline__ void operator()(size_t i)
    {
        to[i] = (T)(first + (T)i * step);
    }
};

template <class system, class iterator, class T = value_of<iterator>>
void sequence(system where, iterator first, iterator last, T begin = T(0), T step = T(1))
{
    typedef decltype(unwrap(first)) plain;

    for_indices(where, (size_t)(last - first), sequence_body<plain, T>{unwrap(first), begin, step});
}

template <class iterator, class function> struct tabulate_body {
    iterator to;
    function make;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[i] = make(i); }
};

template <class system, class iterator, class function>
void tabulate(system where, iterator first, iterator last, function make)
{
    typedef decltype(unwrap(first)) plain;

    for_indices(where, (size_t)(last - first), tabulate_body<plain, function>{unwrap(first), make});
}

template <class system, class iterator, class function>
void generate(system where, iterator first, iterator last, function make);

template <class system, class iterator, class function>
iterator generate_n(system where, iterator first, size_t n, function make)
{
    generate(where, first, first + (std::ptrdiff_t)n, make);
    return first + (std::ptrdiff_t)n;
}

template <class iterator, class function> struct generate_body {
    iterator to;
    function make;
    __host__ __device__ __forceinline__ void operator()(size_t i) { to[i] = make(); }
};

template <class system, class iterator, class function>
void generate(system where, iterator first, iterator last, function make)
{
    typedef decltype(unwrap(first)) plain;

    for_indices(where, (size_t)(last - first), generate_body<plain, function>{unwrap(first), make});
}

}

SIM_THRUST_ALGORITHM(fill)
SIM_THRUST_ALGORITHM(fill_n)
SIM_THRUST_ALGORITHM(uninitialized_fill)
SIM_THRUST_ALGORITHM(uninitialized_fill_n)
SIM_THRUST_ALGORITHM(sequence)
SIM_THRUST_ALGORITHM(tabulate)
SIM_THRUST_ALGORITHM(generate)
SIM_THRUST_ALGORITHM(generate_n)

}

#endif
