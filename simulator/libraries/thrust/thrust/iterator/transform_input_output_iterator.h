/*
 * thrust::transform_output_iterator and transform_input_output_iterator: values that are written go
 * through a function first; in the second, those that are read through another.
 */
#ifndef SIM_THRUST_TRANSFORM_INPUT_OUTPUT_ITERATOR_H
#define SIM_THRUST_TRANSFORM_INPUT_OUTPUT_ITERATOR_H

#include "../detail/random_access.h"
#include "../device_ptr.h"
#include "../functional.h"

namespace thrust {
namespace detail {

/* An element of such a sequence. */
template <class in, class out, class iterator> class changed_element {
public:
    __host__ __device__ changed_element(in i, out o, iterator a) : read(i), write(o), at(a) {}
    template <class T>
    __host__ __device__ __forceinline__ const changed_element &operator=(const T &value) const
    {
        *at = write(value);
        return *this;
    }
    __host__ __device__ __forceinline__ const changed_element &
    operator=(const changed_element &other) const
    {
        return *this = other.value();
    }
    changed_element(const changed_element &) = default;
    __host__ __device__ __forceinline__ auto value() const { return read(loaded(*at)); }
    /* a template: the function that reads may not fit elements that can only be written */
    template <class T, std::enable_if_t<!std::is_same_v<T, changed_element>, int> = 0>
    __host__ __device__ __forceinline__ operator T() const
    {
        return (T)value();
    }

private:
    mutable in read;
    mutable out write;
    iterator at;
};

}

template <class in, class out, class iterator>
class transform_input_output_iterator
    : public detail::random_access<
          transform_input_output_iterator<in, out, iterator>, detail::value_of<iterator>,
          detail::changed_element<in, out, iterator>, detail::place_of<iterator>::value> {
public:
    __host__ __device__ transform_input_output_iterator(iterator i, in read, out write)
        : at_first(i), reads(read), writes(write)
    {
    }
    __host__ __device__ __forceinline__ detail::changed_element<in, out, iterator>
    at(std::ptrdiff_t i) const
    {
        return {reads, writes, at_first + i};
    }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n) { at_first += n; }
    __host__ __device__ std::ptrdiff_t
    distance_to(const transform_input_output_iterator &other) const
    {
        return other.at_first - at_first;
    }

    iterator at_first;
    in reads;
    out writes;
};

template <class in, class out, class iterator>
__host__ __device__ transform_input_output_iterator<in, out, iterator>
make_transform_input_output_iterator(iterator from, in read, out write)
{
    return transform_input_output_iterator<in, out, iterator>(from, read, write);
}

template <class out, class iterator>
using transform_output_iterator = transform_input_output_iterator<identity<>, out, iterator>;

template <class out, class iterator>
__host__ __device__ transform_output_iterator<out, iterator>
make_transform_output_iterator(iterator to, out write)
{
    return transform_output_iterator<out, iterator>(to, identity<>(), write);
}

namespace detail {
template <class in, class out, class iterator>
struct unwrapped<transform_input_output_iterator<in, out, iterator>> {
    static auto of(transform_input_output_iterator<in, out, iterator> i)
    {
        return make_transform_input_output_iterator(unwrap(i.at_first), i.reads, i.writes);
    }
};
}

}

#endif
