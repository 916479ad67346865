/*
 * thrust::zip_iterator: tuples of several iterators' elements.
 */
#ifndef SIM_THRUST_ZIP_ITERATOR_H
#define SIM_THRUST_ZIP_ITERATOR_H

#include "../tuple.h"
#include "counting_iterator.h"
#include "transform_iterator.h"

namespace thrust {

template <class iterators> class zip_iterator;
template <class... inputs>
class zip_iterator<tuple<inputs...>>
    : public detail::random_access<
          zip_iterator<tuple<inputs...>>, tuple<detail::value_of<inputs>...>,
          tuple<decltype(*std::declval<const inputs &>())...>, detail::place_of_all<inputs...>> {
public:
    typedef tuple<decltype(*std::declval<const inputs &>())...> given;

    zip_iterator() = default;
    __host__ __device__ zip_iterator(tuple<inputs...> i) : from(i) {}
    /* From one whose iterators are others, as those to constant elements. */
    template <class... others,
              std::enable_if_t<(std::is_convertible_v<others, inputs> && ...) &&
                                   !std::is_same_v<tuple<others...>, tuple<inputs...>>,
                               int> = 0>
    __host__ __device__ zip_iterator(const zip_iterator<tuple<others...>> &other) : from(other.from)
    {
    }
    __host__ __device__ __forceinline__ given at(std::ptrdiff_t i) const
    {
        return std::apply([i](const inputs &...each) { return given(each[i]...); }, from);
    }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n)
    {
        std::apply([n](inputs &...each) { ((each += n), ...); }, from);
    }
    __host__ __device__ std::ptrdiff_t distance_to(const zip_iterator &other) const
    {
        return std::get<0>(other.from) - std::get<0>(from);
    }
    __host__ __device__ const tuple<inputs...> &get_iterator_tuple() const { return from; }

    tuple<inputs...> from;
};

template <class... inputs>
__host__ __device__ zip_iterator<tuple<inputs...>> make_zip_iterator(tuple<inputs...> from)
{
    return zip_iterator<tuple<inputs...>>(from);
}
template <class first, class second, class... inputs>
__host__ __device__ auto make_zip_iterator(first a, second b, inputs... more)
{
    return zip_iterator<tuple<first, second, inputs...>>(
        tuple<first, second, inputs...>(a, b, more...));
}

namespace detail {
template <class... inputs> struct unwrapped<zip_iterator<tuple<inputs...>>> {
    static auto of(zip_iterator<tuple<inputs...>> i)
    {
        return std::apply(
            [](const inputs &...each) {
                return make_zip_iterator(std::make_tuple(unwrap(each)...));
            },
            i.from);
    }
};
}

}

#endif
