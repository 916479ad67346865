/*
 * Thrust's iterators without memory: counting_iterator, constant_iterator, discard_iterator.
 */
#ifndef SIM_THRUST_COUNTING_ITERATOR_H
#define SIM_THRUST_COUNTING_ITERATOR_H

#include "../detail/system.h"

namespace thrust {

#define SIM_THRUST_COMPUTED(name)                                                                  \
    typedef T value_type;                                                                          \
    typedef std::ptrdiff_t difference_type;                                                        \
    typedef T reference;                                                                           \
    typedef const T *pointer;                                                                      \
    typedef std::random_access_iterator_tag iterator_category;                                     \
    static constexpr detail::place sim_place = detail::ANYWHERE;                                   \
    __host__ __device__ __forceinline__ name &operator++()                                         \
    {                                                                                              \
        return *this += 1;                                                                         \
    }                                                                                              \
    __host__ __device__ name operator++(int)                                                       \
    {                                                                                              \
        name before = *this;                                                                       \
        *this += 1;                                                                                \
        return before;                                                                             \
    }                                                                                              \
    __host__ __device__ name operator+(std::ptrdiff_t n) const                                     \
    {                                                                                              \
        name result = *this;                                                                       \
        return result += n;                                                                        \
    }                                                                                              \
    __host__ __device__ bool operator!=(const name &other) const                                   \
    {                                                                                              \
        return *this - other != 0;                                                                 \
    }                                                                                              \
    __host__ __device__ bool operator==(const name &other) const                                   \
    {                                                                                              \
        return *this - other == 0;                                                                 \
    }

template <class T> class counting_iterator {
public:
    SIM_THRUST_COMPUTED(counting_iterator)
    __host__ __device__ explicit counting_iterator(T v) : value(v) {}
    __host__ __device__ __forceinline__ T operator*() const { return value; }
    __host__ __device__ __forceinline__ T operator[](std::ptrdiff_t i) const
    {
        return value + (T)i;
    }
    __host__ __device__ counting_iterator &operator+=(std::ptrdiff_t n)
    {
        value += (T)n;
        return *this;
    }
    __host__ __device__ std::ptrdiff_t operator-(const counting_iterator &other) const
    {
        return (std::ptrdiff_t)value - (std::ptrdiff_t)other.value;
    }

private:
    T value;
};

template <class T> class constant_iterator {
public:
    SIM_THRUST_COMPUTED(constant_iterator)
    __host__ __device__ explicit constant_iterator(T v, std::ptrdiff_t n = 0) : value(v), at(n) {}
    __host__ __device__ __forceinline__ T operator*() const { return value; }
    __host__ __device__ __forceinline__ T operator[](std::ptrdiff_t) const { return value; }
    __host__ __device__ constant_iterator &operator+=(std::ptrdiff_t n)
    {
        at += n;
        return *this;
    }
    __host__ __device__ std::ptrdiff_t operator-(const constant_iterator &other) const
    {
        return at - other.at;
    }

private:
    T value;
    std::ptrdiff_t at;
};

#undef SIM_THRUST_COMPUTED

template <class T> counting_iterator<T> make_counting_iterator(T value)
{
    return counting_iterator<T>(value);
}
template <class T> constant_iterator<T> make_constant_iterator(T value)
{
    return constant_iterator<T>(value);
}

}

#endif
