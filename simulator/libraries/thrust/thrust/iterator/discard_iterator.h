/*
 * thrust::discard_iterator: takes values that are written to it, and forgets them.
 */
#ifndef SIM_THRUST_DISCARD_ITERATOR_H
#define SIM_THRUST_DISCARD_ITERATOR_H

#include "../detail/random_access.h"

namespace thrust {
namespace detail {
struct nothing {
    template <class T> __host__ __device__ const nothing &operator=(const T &) const
    {
        return *this;
    }
};
}

template <class system = void>
class discard_iterator : public detail::random_access<discard_iterator<system>, detail::nothing,
                                                      detail::nothing, detail::ANYWHERE> {
public:
    __host__ __device__ explicit discard_iterator(std::ptrdiff_t i = 0) : place(i) {}
    __host__ __device__ __forceinline__ detail::nothing at(std::ptrdiff_t) const { return {}; }
    __host__ __device__ __forceinline__ void advance(std::ptrdiff_t n) { place += n; }
    __host__ __device__ std::ptrdiff_t distance_to(const discard_iterator &other) const
    {
        return other.place - place;
    }

private:
    std::ptrdiff_t place;
};

inline __host__ __device__ discard_iterator<> make_discard_iterator(std::ptrdiff_t place = 0)
{
    return discard_iterator<>(place);
}

}

#endif
