/*
 * A value's bits in a 64-bit word: how the runtime takes and gives values of any type.
 */
#ifndef SIM_BITS_H
#define SIM_BITS_H

#include <stdint.h>

#include "attributes.h"

namespace cuda_sim {

template <size_t bytes> struct word;
template <> struct word<1> {
    using type = uint8_t;
};
template <> struct word<2> {
    using type = uint16_t;
};
template <> struct word<4> {
    using type = uint32_t;
};
template <> struct word<8> {
    using type = uint64_t;
};

template <class type> SIM_INLINE uint64_t to_bits(type value)
{
    return __builtin_bit_cast(typename word<sizeof value>::type, value);
}

template <class type> SIM_INLINE type from_bits(uint64_t bits)
{
    return __builtin_bit_cast(type, static_cast<typename word<sizeof(type)>::type>(bits));
}

/* A parameter of this type takes no part in template argument deduction. */
template <class type_> struct same {
    using type = type_;
};

}

#endif
