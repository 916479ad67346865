/*
 * thrust::permutation_iterator: the elements of one sequence in the order of another's numbers.
 */
#ifndef SIM_THRUST_PERMUTATION_ITERATOR_H
#define SIM_THRUST_PERMUTATION_ITERATOR_H

#include "../device_ptr.h"

namespace thrust {

template <class elements, class indices> class permutation_iterator {
public:
    typedef detail::value_of<elements> value_type;
    typedef std::ptrdiff_t difference_type;
    typedef decltype(*std::declval<elements>()) reference;
    typedef value_type *pointer;
    typedef std::random_access_iterator_tag iterator_category;
    static constexpr detail::place sim_place = detail::place_of<elements>::value;

    __host__ __device__ permutation_iterator(elements e, indices i) : from(e), order(i) {}
    __host__ __device__ __forceinline__ decltype(auto) operator*() const
    {
        return from[(std::ptrdiff_t)*order];
    }
    __host__ __device__ __forceinline__ decltype(auto) operator[](difference_type i) const
    {
        return from[(std::ptrdiff_t)order[i]];
    }
    __host__ __device__ permutation_iterator operator+(difference_type n) const
    {
        return permutation_iterator(from, order + n);
    }
    __host__ __device__ permutation_iterator &operator++()
    {
        order = order + 1;
        return *this;
    }
    __host__ __device__ difference_type operator-(const permutation_iterator &other) const
    {
        return order - other.order;
    }
    __host__ __device__ bool operator!=(const permutation_iterator &other) const
    {
        return order != other.order;
    }
    __host__ __device__ bool operator==(const permutation_iterator &other) const
    {
        return !(order != other.order);
    }

    elements from;
    indices order;
};

template <class elements, class indices>
permutation_iterator<elements, indices> make_permutation_iterator(elements from, indices order)
{
    return permutation_iterator<elements, indices>(from, order);
}

namespace detail {
template <class elements, class indices> struct unwrapped<permutation_iterator<elements, indices>> {
    static auto of(permutation_iterator<elements, indices> i)
    {
        return make_permutation_iterator(unwrap(i.from), unwrap(i.order));
    }
};
}

}

#endif
