/*
 * A function's result, on its way to the variable that it is assigned to, or to the object that it
 * makes: see simcc/assignments.c. A structure goes through a reference, so that the assignment and
 * not the function stores it; anything else is left as it is.
 */
#ifndef SIM_RESULTS_H
#define SIM_RESULTS_H

#include <type_traits>

namespace cuda_sim {

template <class type>
inline constexpr bool is_structure = std::is_class_v<std::remove_reference_t<type>> ||
                                     std::is_union_v<std::remove_reference_t<type>>;

template <class type, std::enable_if_t<is_structure<type>, int> = 0>
__attribute__((always_inline)) constexpr type &&result(type &&value)
{
    return static_cast<type &&>(value);
}

template <class type, std::enable_if_t<!is_structure<type>, int> = 0>
__attribute__((always_inline)) constexpr type result(type value)
{
    return value;
}

/* The same for an argument of a constructor, which may want to change a variable. */
template <class type> __attribute__((always_inline)) constexpr decltype(auto) made_of(type &&value)
{
    if constexpr (is_structure<type>)
        return result(static_cast<type &&>(value));
    else
        return static_cast<type>(static_cast<type &&>(value));
}

}

#endif
