/*
 * thrust::transform_iterator: another iterator's elements, changed by a function.
 */
#ifndef SIM_THRUST_TRANSFORM_ITERATOR_H
#define SIM_THRUST_TRANSFORM_ITERATOR_H

#include "../detail/random_access.h"
#include "../device_ptr.h"

namespace thrust {
namespace detail {
template <class function, class input>
using change_of =
    decltype(std::declval<function &>()(*detail::unwrap(std::declval<const input &>())));
}

/* The last two are types that a program may ask for; by themselves they follow from the function.
 */
template <class function, class input, class given = detail::change_of<function, input>,
          class value = std::remove_cv_t<std::remove_reference_t<given>>>
class transform_iterator
    : public detail::random_access<transform_iterator<function, input, given, value>, value, given,
                                   detail::place_of<input>::value> {
public:
    transform_iterator() = default;
    __host__ __device__ transform_iterator(input i, function f) : from(i), change(f) {}
    __host__ __device__ explicit transform_iterator(input i) : from(i), change() {}
    __host__ __device__ __forceinline__ given at(std::ptrdiff_t i) const
    {
        return change(detail::loaded(from[i]));
    }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n) { from += n; }
    __host__ __device__ std::ptrdiff_t distance_to(const transform_iterator &other) const
    {
        return other.from - from;
    }
    __host__ __device__ const input &base() const { return from; }
    __host__ __device__ function functor() const { return change; }

    input from;
    mutable function change; /* its operator() need not be const */
};

template <class function, class input>
__host__ __device__ transform_iterator<function, input> make_transform_iterator(input from,
                                                                                function change)
{
    return transform_iterator<function, input>(from, change);
}

namespace detail {
template <class function, class input, class given, class value>
struct unwrapped<transform_iterator<function, input, given, value>> {
    static auto of(transform_iterator<function, input, given, value> i)
    {
        return transform_iterator<function, decltype(unwrap(i.from)), given, value>(unwrap(i.from),
                                                                                    i.change);
    }
};
}

}

#endif
