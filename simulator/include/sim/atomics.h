/*
 * Atomic operations: CUDA's names for the types that CUDA has them for, each
 * also with _block and _system for the threads that must see it as one operation.
 */
#ifndef SIM_ATOMICS_H
#define SIM_ATOMICS_H

#include "bits.h"
#include "sim.h"

namespace cuda_sim {

template <class type> struct type_number_of;
#define SIM_TYPE_NUMBER(type, number)                                                              \
    template <> struct type_number_of<type> {                                                      \
        static constexpr sim_type value = number;                                                  \
    };
SIM_TYPE_NUMBER(int, SIM_INT32)
SIM_TYPE_NUMBER(unsigned int, SIM_UINT32)
SIM_TYPE_NUMBER(long long, SIM_INT64)
SIM_TYPE_NUMBER(unsigned long long, SIM_UINT64)
SIM_TYPE_NUMBER(float, SIM_FLOAT)
SIM_TYPE_NUMBER(double, SIM_DOUBLE)
SIM_TYPE_NUMBER(unsigned short, SIM_UINT16)
SIM_TYPE_NUMBER(unsigned char, SIM_UINT8)
#undef SIM_TYPE_NUMBER

template <class type>
SIM_INLINE type atomic(sim_atomic_kind kind, sim_scope scope, type *address, type operand,
                       type compare = 0)
{
    return from_bits<type>(sim_atomic(kind, type_number_of<type>::value, address, to_bits(operand),
                                      to_bits(compare), scope));
}

}

/* One operation on one type, in its three scopes. */
#define SIM_ATOMIC(name, kind, type)                                                               \
    SIM_INLINE type name(type *address, type value)                                                \
    {                                                                                              \
        return cuda_sim::atomic(kind, SIM_SCOPE_DEVICE, address, value);                           \
    }                                                                                              \
    SIM_INLINE type name##_block(type *address, type value)                                        \
    {                                                                                              \
        return cuda_sim::atomic(kind, SIM_SCOPE_BLOCK, address, value);                            \
    }                                                                                              \
    SIM_INLINE type name##_system(type *address, type value)                                       \
    {                                                                                              \
        return cuda_sim::atomic(kind, SIM_SCOPE_SYSTEM, address, value);                           \
    }

#define SIM_ATOMIC_SWAP_IF_EQUAL(type)                                                             \
    SIM_INLINE type atomicCAS(type *address, type compare, type value)                             \
    {                                                                                              \
        return cuda_sim::atomic(SIM_ATOMIC_COMPARE_AND_SWAP, SIM_SCOPE_DEVICE, address, value,     \
                                compare);                                                          \
    }                                                                                              \
    SIM_INLINE type atomicCAS_block(type *address, type compare, type value)                       \
    {                                                                                              \
        return cuda_sim::atomic(SIM_ATOMIC_COMPARE_AND_SWAP, SIM_SCOPE_BLOCK, address, value,      \
                                compare);                                                          \
    }                                                                                              \
    SIM_INLINE type atomicCAS_system(type *address, type compare, type value)                      \
    {                                                                                              \
        return cuda_sim::atomic(SIM_ATOMIC_COMPARE_AND_SWAP, SIM_SCOPE_SYSTEM, address, value,     \
                                compare);                                                          \
    }

SIM_ATOMIC(atomicAdd, SIM_ATOMIC_ADD, int)
SIM_ATOMIC(atomicAdd, SIM_ATOMIC_ADD, unsigned int)
SIM_ATOMIC(atomicAdd, SIM_ATOMIC_ADD, unsigned long long)
SIM_ATOMIC(atomicAdd, SIM_ATOMIC_ADD, float)
SIM_ATOMIC(atomicAdd, SIM_ATOMIC_ADD, double)
SIM_ATOMIC(atomicSub, SIM_ATOMIC_SUB, int)
SIM_ATOMIC(atomicSub, SIM_ATOMIC_SUB, unsigned int)
SIM_ATOMIC(atomicExch, SIM_ATOMIC_EXCHANGE, int)
SIM_ATOMIC(atomicExch, SIM_ATOMIC_EXCHANGE, unsigned int)
SIM_ATOMIC(atomicExch, SIM_ATOMIC_EXCHANGE, unsigned long long)
SIM_ATOMIC(atomicExch, SIM_ATOMIC_EXCHANGE, float)
SIM_ATOMIC(atomicMin, SIM_ATOMIC_MIN, int)
SIM_ATOMIC(atomicMin, SIM_ATOMIC_MIN, unsigned int)
SIM_ATOMIC(atomicMin, SIM_ATOMIC_MIN, long long)
SIM_ATOMIC(atomicMin, SIM_ATOMIC_MIN, unsigned long long)
SIM_ATOMIC(atomicMax, SIM_ATOMIC_MAX, int)
SIM_ATOMIC(atomicMax, SIM_ATOMIC_MAX, unsigned int)
SIM_ATOMIC(atomicMax, SIM_ATOMIC_MAX, long long)
SIM_ATOMIC(atomicMax, SIM_ATOMIC_MAX, unsigned long long)
SIM_ATOMIC(atomicInc, SIM_ATOMIC_INCREMENT, unsigned int)
SIM_ATOMIC(atomicDec, SIM_ATOMIC_DECREMENT, unsigned int)
SIM_ATOMIC(atomicAnd, SIM_ATOMIC_AND, int)
SIM_ATOMIC(atomicAnd, SIM_ATOMIC_AND, unsigned int)
SIM_ATOMIC(atomicAnd, SIM_ATOMIC_AND, unsigned long long)
SIM_ATOMIC(atomicOr, SIM_ATOMIC_OR, int)
SIM_ATOMIC(atomicOr, SIM_ATOMIC_OR, unsigned int)
SIM_ATOMIC(atomicOr, SIM_ATOMIC_OR, unsigned long long)
SIM_ATOMIC(atomicXor, SIM_ATOMIC_XOR, int)
SIM_ATOMIC(atomicXor, SIM_ATOMIC_XOR, unsigned int)
SIM_ATOMIC(atomicXor, SIM_ATOMIC_XOR, unsigned long long)
SIM_ATOMIC_SWAP_IF_EQUAL(int)
SIM_ATOMIC_SWAP_IF_EQUAL(unsigned int)
SIM_ATOMIC_SWAP_IF_EQUAL(unsigned long long)

/* On 16 bits CUDA has the device's scope only. */
SIM_INLINE unsigned short atomicCAS(unsigned short *address, unsigned short compare,
                                    unsigned short value)
{
    return cuda_sim::atomic(SIM_ATOMIC_COMPARE_AND_SWAP, SIM_SCOPE_DEVICE, address, value, compare);
}

#undef SIM_ATOMIC
#undef SIM_ATOMIC_SWAP_IF_EQUAL

#endif
