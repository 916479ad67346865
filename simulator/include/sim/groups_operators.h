/*
 * The operators of cooperative groups' reduce and scans.
 */
#ifndef SIM_GROUPS_OPERATORS_H
#define SIM_GROUPS_OPERATORS_H

namespace cooperative_groups {

#define SIM_OPERATOR(name, expression)                                                             \
    template <class type> struct name {                                                            \
        __attribute__((always_inline)) type operator()(type x, type y) const                       \
        {                                                                                          \
            return expression;                                                                     \
        }                                                                                          \
    };

SIM_OPERATOR(plus, x + y)
SIM_OPERATOR(less, y < x ? y : x)    /* the smaller one */
SIM_OPERATOR(greater, x < y ? y : x) /* the larger one */
SIM_OPERATOR(bit_and, x &y)
SIM_OPERATOR(bit_or, x | y)
SIM_OPERATOR(bit_xor, x ^ y)

#undef SIM_OPERATOR

}

#endif
