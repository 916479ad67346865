/*
 * CUB's iterators whose values are computed: constant, counting, transformed.
 */
#ifndef SIM_CUB_ITERATORS_CUH
#define SIM_CUB_ITERATORS_CUH

#include <cooperative_groups.h>

namespace cub {

template <class value, class offset = ptrdiff_t> struct ConstantInputIterator {
    value kept;

    __host__ __device__ explicit ConstantInputIterator(value v) : kept(v) {}
    __host__ __device__ __forceinline__ value operator[](offset) const { return kept; }
    __host__ __device__ __forceinline__ value operator*() const { return kept; }
    __host__ __device__ ConstantInputIterator operator+(offset) const { return *this; }
};

template <class value, class offset = ptrdiff_t> struct CountingInputIterator {
    value first;

    __host__ __device__ explicit CountingInputIterator(value v) : first(v) {}
    __host__ __device__ __forceinline__ value operator[](offset i) const
    {
        return first + (value)i;
    }
    __host__ __device__ __forceinline__ value operator*() const { return first; }
    __host__ __device__ CountingInputIterator operator+(offset i) const
    {
        return CountingInputIterator(first + (value)i);
    }
};

template <class value, class transform, class input, class offset = ptrdiff_t>
struct TransformInputIterator {
    input from;
    transform change;

    __host__ __device__ TransformInputIterator(input in, transform c) : from(in), change(c) {}
    __host__ __device__ __forceinline__ value operator[](offset i) const { return change(from[i]); }
    __host__ __device__ __forceinline__ value operator*() const { return change(*from); }
    __host__ __device__ TransformInputIterator operator+(offset i) const
    {
        return TransformInputIterator(from + i, change);
    }
};

}

#endif
