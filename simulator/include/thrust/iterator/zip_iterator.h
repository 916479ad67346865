/*
 * thrust::zip_iterator: tuples of what several iterators give.
 */
#ifndef SIM_THRUST_ZIP_ITERATOR_H
#define SIM_THRUST_ZIP_ITERATOR_H

#include "../tuple.h"
#include "counting_iterator.h"
#include "transform_iterator.h"

namespace thrust {

template <class iterators> class zip_iterator;
template <class... inputs> class zip_iterator<tuple<inputs...>> {
public:
    typedef tuple<decltype(*std::declval<inputs>())...> value_type;
    typedef std::ptrdiff_t difference_type;
    typedef value_type reference;
    typedef const value_type *pointer;
    typedef std::random_access_iterator_tag iterator_category;
    static constexpr detail::place sim_place =
        ((detail::place_of<inputs>::value == detail::ON_DEVICE) || ...) ? detail::ON_DEVICE
        : ((detail::place_of<inputs>::value == detail::ON_HOST) || ...) ? detail::ON_HOST
                                                                        : detail::ANYWHERE;

    explicit zip_iterator(tuple<inputs...> i) : from(i) {}
    __host__ __device__ __forceinline__ value_type operator*() const { return (*this)[0]; }
    __host__ __device__ __forceinline__ value_type operator[](difference_type i) const
    {
        return std::apply([i](const inputs &...each) { return value_type(each[i]...); }, from);
    }
    __host__ __device__ zip_iterator operator+(difference_type n) const
    {
        return std::apply(
            [n](const inputs &...each) {
                return zip_iterator(tuple<inputs...>(inputs(each + n)...));
            },
            from);
    }
    zip_iterator &operator++() { return *this = *this + 1; }
    difference_type operator-(const zip_iterator &other) const
    {
        return std::get<0>(from) - std::get<0>(other.from);
    }
    bool operator!=(const zip_iterator &other) const
    {
        return std::get<0>(from) != std::get<0>(other.from);
    }
    bool operator==(const zip_iterator &other) const { return !(*this != other); }

    tuple<inputs...> from;
};

template <class... inputs> zip_iterator<tuple<inputs...>> make_zip_iterator(tuple<inputs...> from)
{
    return zip_iterator<tuple<inputs...>>(from);
}
template <class first, class second, class... inputs>
auto make_zip_iterator(first a, second b, inputs... more)
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
