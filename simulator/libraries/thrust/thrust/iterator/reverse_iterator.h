/*
 * thrust::reverse_iterator: a sequence from its end to its beginning.
 */
#ifndef SIM_THRUST_REVERSE_ITERATOR_H
#define SIM_THRUST_REVERSE_ITERATOR_H

#include "../detail/random_access.h"
#include "../device_ptr.h"

namespace thrust {

template <class input>
class reverse_iterator
    : public detail::random_access<reverse_iterator<input>, detail::value_of<input>,
                                   decltype(*std::declval<const input &>()),
                                   detail::place_of<input>::value> {
public:
    reverse_iterator() = default;
    __host__ __device__ explicit reverse_iterator(input i) : from(i) {}
    __host__ __device__ __forceinline__ decltype(auto) at(std::ptrdiff_t i) const
    {
        return from[-1 - i];
    }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n) { from -= n; }
    __host__ __device__ std::ptrdiff_t distance_to(const reverse_iterator &other) const
    {
        return from - other.from;
    }
    __host__ __device__ input base() const { return from; }

private:
    input from;
};

template <class input> __host__ __device__ reverse_iterator<input> make_reverse_iterator(input from)
{
    return reverse_iterator<input>(from);
}

namespace detail {
template <class input> struct unwrapped<reverse_iterator<input>> {
    static auto of(reverse_iterator<input> i)
    {
        return reverse_iterator<decltype(unwrap(i.base()))>(unwrap(i.base()));
    }
};
}

}

#endif
