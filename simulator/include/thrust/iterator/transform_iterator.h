/*
 * thrust::transform_iterator: what another iterator gives, changed by a function.
 */
#ifndef SIM_THRUST_TRANSFORM_ITERATOR_H
#define SIM_THRUST_TRANSFORM_ITERATOR_H

#include "../device_ptr.h"

namespace thrust {

template <class function, class input> class transform_iterator {
public:
    typedef std::remove_cv_t<std::remove_reference_t<decltype(std::declval<function>()(
        *detail::unwrap(std::declval<input>())))>>
        value_type;
    typedef std::ptrdiff_t difference_type;
    typedef value_type reference;
    typedef const value_type *pointer;
    typedef std::random_access_iterator_tag iterator_category;
    static constexpr detail::place sim_place = detail::place_of<input>::value;

    __host__ __device__ transform_iterator(input i, function f) : from(i), change(f) {}
    __host__ __device__ __forceinline__ value_type operator*() const { return change(*from); }
    __host__ __device__ __forceinline__ value_type operator[](difference_type i) const
    {
        return change(from[i]);
    }
    __host__ __device__ transform_iterator operator+(difference_type n) const
    {
        return transform_iterator(from + n, change);
    }
    __host__ __device__ transform_iterator &operator++()
    {
        from = from + 1;
        return *this;
    }
    __host__ __device__ difference_type operator-(const transform_iterator &other) const
    {
        return from - other.from;
    }
    __host__ __device__ bool operator!=(const transform_iterator &other) const
    {
        return from != other.from;
    }
    __host__ __device__ bool operator==(const transform_iterator &other) const
    {
        return !(from != other.from);
    }

    input from;
    function change;
};

template <class function, class input>
transform_iterator<function, input> make_transform_iterator(input from, function change)
{
    return transform_iterator<function, input>(from, change);
}

namespace detail {
template <class function, class input> struct unwrapped<transform_iterator<function, input>> {
    static auto of(transform_iterator<function, input> i)
    {
        return make_transform_iterator(unwrap(i.from), i.change);
    }
};
}

}

#endif
