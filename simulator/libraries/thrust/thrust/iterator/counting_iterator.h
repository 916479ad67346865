/*
 * Thrust's iterators without memory: counting_iterator and constant_iterator.
 */
#ifndef SIM_THRUST_COUNTING_ITERATOR_H
#define SIM_THRUST_COUNTING_ITERATOR_H

#include "../detail/random_access.h"

namespace thrust {

/* The last three are the library's, and have no effect. */
template <class T, class system = void, class traversal = void, class difference = void>
class counting_iterator
    : public detail::random_access<counting_iterator<T, system, traversal, difference>, T, T,
                                   detail::ANYWHERE> {
public:
    counting_iterator() = default;
    __host__ __device__ explicit counting_iterator(T v) : value(v) {}
    __host__ __device__ __forceinline__ T at(std::ptrdiff_t i) const { return (T)(value + (T)i); }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n) { value += (T)n; }
    __host__ __device__ std::ptrdiff_t distance_to(const counting_iterator &other) const
    {
        return (std::ptrdiff_t)other.value - (std::ptrdiff_t)value;
    }

private:
    T value = T();
};

template <class T, class index = void, class system = void>
class constant_iterator
    : public detail::random_access<constant_iterator<T, index, system>, T, T, detail::ANYWHERE> {
public:
    constant_iterator() = default;
    __host__ __device__ explicit constant_iterator(T v, std::ptrdiff_t n = 0) : value(v), place(n)
    {
    }
    __host__ __device__ __forceinline__ T at(std::ptrdiff_t) const { return value; }
    __host__ __device__ void advance(std::ptrdiff_t n) { place += n; }
    __host__ __device__ std::ptrdiff_t distance_to(const constant_iterator &other) const
    {
        return other.place - place;
    }

private:
    T value = T();
    std::ptrdiff_t place = 0;
};

template <class T> __host__ __device__ counting_iterator<T> make_counting_iterator(T value)
{
    return counting_iterator<T>(value);
}
template <class T> __host__ __device__ constant_iterator<T> make_constant_iterator(T value)
{
    return constant_iterator<T>(value);
}

}

#endif
