/*
 * The operators that all of Thrust's iterators have in common, from three functions of the
 * iterator: at(i), the i-th element from it; advance(n); distance_to(other).
 */
#ifndef SIM_THRUST_RANDOM_ACCESS_H
#define SIM_THRUST_RANDOM_ACCESS_H

#include "system.h"

namespace thrust {
namespace detail {

template <class self, class value, class given, place where> class random_access {
    __host__ __device__ __forceinline__ self &me() { return static_cast<self &>(*this); }
    __host__ __device__ __forceinline__ const self &me() const
    {
        return static_cast<const self &>(*this);
    }

public:
    typedef value value_type;
    typedef given reference;
    typedef std::ptrdiff_t difference_type;
    typedef const value *pointer;
    typedef std::random_access_iterator_tag iterator_category;
    static constexpr place sim_place = where;

    __host__ __device__ __forceinline__ decltype(auto) operator*() const { return me().at(0); }
    __host__ __device__ __forceinline__ decltype(auto) operator[](difference_type i) const
    {
        return me().at(i);
    }
    __host__ __device__ __forceinline__ self &operator+=(difference_type n)
    {
        me().advance(n);
        return me();
    }
    __host__ __device__ __forceinline__ self &operator-=(difference_type n) { return *this += -n; }
    __host__ __device__ __forceinline__ self &operator++() { return *this += 1; }
    __host__ __device__ __forceinline__ self &operator--() { return *this += -1; }
    __host__ __device__ self operator++(int)
    {
        self before = me();

        *this += 1;
        return before;
    }
    __host__ __device__ self operator--(int)
    {
        self before = me();

        *this += -1;
        return before;
    }
    friend __host__ __device__ __forceinline__ self operator+(self a, difference_type n)
    {
        return a += n;
    }
    friend __host__ __device__ __forceinline__ self operator+(difference_type n, self a)
    {
        return a += n;
    }
    friend __host__ __device__ __forceinline__ self operator-(self a, difference_type n)
    {
        return a += -n;
    }
    friend __host__ __device__ __forceinline__ difference_type operator-(const self &a,
                                                                         const self &b)
    {
        return b.distance_to(a);
    }

#define SIM_THRUST_COMPARISON(sign)                                                                \
    friend __host__ __device__ bool operator sign(const self &a, const self &b)                    \
    {                                                                                              \
        return b.distance_to(a) sign 0;                                                            \
    }
    SIM_THRUST_COMPARISON(==)
    SIM_THRUST_COMPARISON(!=)
    SIM_THRUST_COMPARISON(<)
    SIM_THRUST_COMPARISON(>)
    SIM_THRUST_COMPARISON(<=)
    SIM_THRUST_COMPARISON(>=)
#undef SIM_THRUST_COMPARISON
};

/* Of several iterators: on the device if one is. */
template <class... iterators>
constexpr place place_of_all = ((place_of<iterators>::value == ON_DEVICE) || ...) ? ON_DEVICE
                               : ((place_of<iterators>::value == ON_HOST) || ...) ? ON_HOST
                                                                                  : ANYWHERE;

}
}

#endif
