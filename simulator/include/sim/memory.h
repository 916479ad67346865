/*
 * Loads and stores with a hint for the caches (there are none here: they are
 * plain loads and stores), and memcpy and memset in device code.
 */
#ifndef SIM_MEMORY_H
#define SIM_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include "bits.h"
#include "read_only.h"
#include "sim.h"

#define SIM_LOAD(name)                                                                             \
    template <class type> SIM_INLINE type name(const type *address)                                \
    {                                                                                              \
        return *address;                                                                           \
    }

#define SIM_STORE(name)                                                                            \
    template <class type>                                                                          \
    SIM_INLINE void name(type *address, typename cuda_sim::same<type>::type value)                 \
    {                                                                                              \
        *address = value;                                                                          \
    }

SIM_LOAD(__ldca)
SIM_LOAD(__ldcg)
SIM_LOAD(__ldcs)
SIM_LOAD(__ldlu)
SIM_STORE(__stwb)
SIM_STORE(__stcg)
SIM_STORE(__stcs)
SIM_STORE(__stwt)

#undef SIM_LOAD
#undef SIM_STORE

/* Never taken from an earlier load: the compiler must read memory anew. */
template <class type> SIM_INLINE type __ldcv(const type *address)
{
    __asm__ volatile("" ::: "memory");
    return *address;
}

namespace cuda_sim {

/* Keeps the compiler from making a call of the host's memcpy out of a loop. */
#define SIM_KEEP_LOOP(index) __asm__ volatile("" : "+r"(index))

/* Whole words where both addresses and the size allow it, else bytes: as nvcc does it. */
SIM_INLINE bool by_words(const void *to, const void *from, size_t bytes)
{
    return (((uintptr_t)to | (uintptr_t)from | bytes) & 3) == 0;
}

template <class type> SIM_INLINE void copy_up(void *to, const void *from, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        SIM_KEEP_LOOP(i);
        static_cast<type *>(to)[i] = static_cast<const type *>(from)[i];
    }
}

SIM_INLINE void *memory_copy(void *to, const void *from, size_t bytes)
{
    if (by_words(to, from, bytes))
        copy_up<uint32_t>(to, from, bytes / 4);
    else
        copy_up<uint8_t>(to, from, bytes);
    return to;
}

/* The alignment that a pointer's type promises: of void none, nor of an incomplete one. */
template <class type, class = void> constexpr size_t promised_alignment = 1;
template <class type>
constexpr size_t promised_alignment<type, decltype(void(alignof(type)))> = alignof(type);

struct alignas(16) sixteen_bytes {
    uint32_t words[4];
};

/* By 16 bytes where both types promise an alignment of them, as int4 does: as nvcc does it. */
template <class target, class origin>
SIM_INLINE void *memory_copy(target *to, const origin *from, size_t bytes)
{
    if constexpr (promised_alignment<target> >= 16 && promised_alignment<origin> >= 16)
        if (bytes % 16 == 0) {
            copy_up<sixteen_bytes>(to, from, bytes / 16);
            return to;
        }
    return memory_copy(static_cast<void *>(to), static_cast<const void *>(from), bytes);
}

SIM_INLINE void *memory_set(void *to, int value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++) {
        SIM_KEEP_LOOP(i);
        static_cast<uint8_t *>(to)[i] = (uint8_t)value;
    }
    return to;
}

#undef SIM_KEEP_LOOP

}

#endif
