/*
 * thrust::placeholders: functions written as expressions, _1 * 2 + _2.
 */
#ifndef SIM_THRUST_PLACEHOLDERS_H
#define SIM_THRUST_PLACEHOLDERS_H

#include <cuda/std/functional>
#include <tuple>
#include <type_traits>

#include "system.h"

namespace thrust {
namespace detail {

struct expression {};

template <class T>
constexpr bool is_expression = std::is_base_of_v<expression, std::remove_reference_t<T>>;

/* An expression's value for the arguments; anything else is its own value. */
template <class part, class... arguments>
__host__ __device__ __forceinline__ decltype(auto) value_for(const part &p, arguments &&...all)
{
    if constexpr (is_expression<part>)
        return p(static_cast<arguments &&>(all)...);
    else
        return part(p);
}

template <class operation, class left, class right> struct expression_of_two : expression {
    left a;
    right b;

    __host__ __device__ expression_of_two(left l, right r) : a(l), b(r) {}
    template <class... arguments>
    __host__ __device__ __forceinline__ decltype(auto) operator()(arguments &&...all) const
    {
        return operation()(value_for(a, static_cast<arguments &&>(all)...),
                           value_for(b, static_cast<arguments &&>(all)...));
    }
};

template <class operation, class part> struct expression_of_one : expression {
    part a;

    __host__ __device__ explicit expression_of_one(part p) : a(p) {}
    template <class... arguments>
    __host__ __device__ __forceinline__ decltype(auto) operator()(arguments &&...all) const
    {
        return operation()(value_for(a, static_cast<arguments &&>(all)...));
    }
};

#define SIM_THRUST_OPERATION_OF_TWO(name, sign)                                                    \
    struct name {                                                                                  \
        template <class left, class right>                                                         \
        __host__ __device__ __forceinline__ decltype(auto) operator()(left &&a, right &&b) const   \
        {                                                                                          \
            return static_cast<left &&>(a) sign static_cast<right &&>(b);                          \
        }                                                                                          \
    };
#define SIM_THRUST_OPERATOR_OF_TWO(name, sign)                                                     \
    SIM_THRUST_OPERATION_OF_TWO(name, sign)                                                        \
    template <class left, class right,                                                             \
              std::enable_if_t<is_expression<left> || is_expression<right>, int> = 0>              \
    __host__ __device__ __forceinline__ auto operator sign(left a, right b)                        \
    {                                                                                              \
        return expression_of_two<name, left, right>(a, b);                                         \
    }
SIM_THRUST_OPERATOR_OF_TWO(sum_of, +)
SIM_THRUST_OPERATOR_OF_TWO(difference_of, -)
SIM_THRUST_OPERATOR_OF_TWO(product_of, *)
SIM_THRUST_OPERATOR_OF_TWO(quotient_of, /)
SIM_THRUST_OPERATOR_OF_TWO(rest_of, %)
SIM_THRUST_OPERATOR_OF_TWO(bits_in_both, &)
SIM_THRUST_OPERATOR_OF_TWO(bits_in_one, |)
SIM_THRUST_OPERATOR_OF_TWO(bits_that_differ, ^)
SIM_THRUST_OPERATOR_OF_TWO(shifted_left, <<)
SIM_THRUST_OPERATOR_OF_TWO(shifted_right, >>)
SIM_THRUST_OPERATOR_OF_TWO(both, &&)
SIM_THRUST_OPERATOR_OF_TWO(one_of, ||)
SIM_THRUST_OPERATOR_OF_TWO(same, ==)
SIM_THRUST_OPERATOR_OF_TWO(different, !=)
SIM_THRUST_OPERATOR_OF_TWO(below, <)
SIM_THRUST_OPERATOR_OF_TWO(above, >)
SIM_THRUST_OPERATOR_OF_TWO(not_above, <=)
SIM_THRUST_OPERATOR_OF_TWO(not_below, >=)
SIM_THRUST_OPERATOR_OF_TWO(increased, +=)
SIM_THRUST_OPERATOR_OF_TWO(decreased, -=)
SIM_THRUST_OPERATOR_OF_TWO(multiplied, *=)
SIM_THRUST_OPERATOR_OF_TWO(divided, /=)
SIM_THRUST_OPERATION_OF_TWO(assigned, =)
#undef SIM_THRUST_OPERATOR_OF_TWO
#undef SIM_THRUST_OPERATION_OF_TWO

#define SIM_THRUST_OPERATOR_OF_ONE(name, sign)                                                     \
    struct name {                                                                                  \
        template <class part>                                                                      \
        __host__ __device__ __forceinline__ decltype(auto) operator()(part &&a) const              \
        {                                                                                          \
            return sign static_cast<part &&>(a);                                                   \
        }                                                                                          \
    };                                                                                             \
    template <class part, std::enable_if_t<is_expression<part>, int> = 0>                          \
    __host__ __device__ __forceinline__ auto operator sign(part a)                                 \
    {                                                                                              \
        return expression_of_one<name, part>(a);                                                   \
    }
SIM_THRUST_OPERATOR_OF_ONE(negated, -)
SIM_THRUST_OPERATOR_OF_ONE(as_such, +)
SIM_THRUST_OPERATOR_OF_ONE(denied, !)
SIM_THRUST_OPERATOR_OF_ONE(complement_of, ~)
#undef SIM_THRUST_OPERATOR_OF_ONE

/* One of the arguments. */
template <int n> struct argument : expression {
    template <class... arguments>
    __host__ __device__ __forceinline__ decltype(auto) operator()(arguments &&...all) const
    {
        return std::get<n>(std::forward_as_tuple(static_cast<arguments &&>(all)...));
    }
    template <class right> __host__ __device__ auto operator=(right b) const
    {
        return expression_of_two<assigned, argument, right>(*this, b);
    }
};

}

namespace placeholders {
constexpr detail::argument<0> _1 __attribute__((unused)) = {};
constexpr detail::argument<1> _2 __attribute__((unused)) = {};
constexpr detail::argument<2> _3 __attribute__((unused)) = {};
constexpr detail::argument<3> _4 __attribute__((unused)) = {};
}

}

#endif
