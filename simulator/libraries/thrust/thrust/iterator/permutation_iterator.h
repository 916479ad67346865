/*
 * thrust::permutation_iterator: the elements of one sequence in the order of another's numbers.
 */
#ifndef SIM_THRUST_PERMUTATION_ITERATOR_H
#define SIM_THRUST_PERMUTATION_ITERATOR_H

#include "../detail/random_access.h"
#include "../device_ptr.h"

namespace thrust {

template <class elements, class indices>
class permutation_iterator
    : public detail::random_access<permutation_iterator<elements, indices>,
                                   detail::value_of<elements>, decltype(*std::declval<elements>()),
                                   detail::place_of<elements>::value> {
public:
    permutation_iterator() = default;
    __host__ __device__ permutation_iterator(elements e, indices i) : from(e), order(i) {}
    __host__ __device__ __forceinline__ decltype(auto) at(std::ptrdiff_t i) const
    {
        return from[(std::ptrdiff_t)order[i]];
    }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n) { order += n; }
    __host__ __device__ std::ptrdiff_t distance_to(const permutation_iterator &other) const
    {
        return other.order - order;
    }

    elements from;
    indices order;
};

template <class elements, class indices>
__host__ __device__ permutation_iterator<elements, indices> make_permutation_iterator(elements from,
                                                                                      indices order)
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
