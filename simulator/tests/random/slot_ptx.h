/*
 * The instructions of a slot as inline PTX: part of slot.cu.
 */
#ifndef SLOT_PTX_H
#define SLOT_PTX_H

#include "interpreter.h"

#define INLINE static __device__ __forceinline__

#define PTX_SCOPES(what)                                                                           \
    switch (scope) {                                                                               \
    case SCOPE_BLOCK: what("cta") break;                                                           \
    case SCOPE_DEVICE: what("gpu") break;                                                          \
    default: what("sys") break;                                                                    \
    }

/* ---- Fences -----------------------------------------------------------------------------------
 */

/* membar and fence.sc are the same (PTX, membar). */
INLINE void ptx_fence(int scope)
{
    switch (scope) {
    case SCOPE_BLOCK: asm volatile("membar.cta;" ::: "memory"); break;
    case SCOPE_DEVICE: asm volatile("membar.gl;" ::: "memory"); break;
    default: asm volatile("fence.sc.sys;" ::: "memory"); break;
    }
}

INLINE void ptx_light_fence(int scope)
{
#define LIGHT_FENCE(scope) asm volatile("fence.acq_rel." scope ";" ::: "memory");
    PTX_SCOPES(LIGHT_FENCE)
#undef LIGHT_FENCE
}

/* The fence.sc of memory_order_seq_cst. */
INLINE void ptx_fence_of(int order, int scope)
{
    if (order == ORDER_SEQ_CST)
        ptx_fence(scope);
}

/* ---- Loads and stores, once for each size -----------------------------------------------------
 */

#define PTX_LOAD(how)                                                                              \
    asm volatile("ld." how " %0, [%1];" : "=" REGISTER(x) : "l"(place) : "memory");
#define PTX_STORE(how)                                                                             \
    asm volatile("st." how " [%0], %1;" ::"l"(place), REGISTER(value) : "memory");
#define PTX_RELAXED_LOAD(scope)  PTX_LOAD("relaxed." scope "." NAME)
#define PTX_ACQUIRE_LOAD(scope)  PTX_LOAD("acquire." scope "." NAME)
#define PTX_RELAXED_STORE(scope) PTX_STORE("relaxed." scope "." NAME)
#define PTX_RELEASE_STORE(scope) PTX_STORE("release." scope "." NAME)

#define PTX_ACCESSES(type, held)                                                                   \
    INLINE type ptx_load(const type *place)                                                        \
    {                                                                                              \
        held x;                                                                                    \
        PTX_LOAD(NAME)                                                                             \
        return (type)x;                                                                            \
    }                                                                                              \
    INLINE type ptx_volatile_load(const type *place)                                               \
    {                                                                                              \
        held x;                                                                                    \
        PTX_LOAD("volatile." NAME)                                                                 \
        return (type)x;                                                                            \
    }                                                                                              \
    INLINE type ptx_ordered_load(int order, int scope, const type *place)                          \
    {                                                                                              \
        held x;                                                                                    \
        ptx_fence_of(order, scope);                                                                \
        if (order == ORDER_RELAXED) {                                                              \
            PTX_SCOPES(PTX_RELAXED_LOAD)                                                           \
        } else {                                                                                   \
            PTX_SCOPES(PTX_ACQUIRE_LOAD)                                                           \
        }                                                                                          \
        return (type)x;                                                                            \
    }                                                                                              \
    INLINE void ptx_store(type *place, held value){PTX_STORE(NAME)} INLINE void                    \
    ptx_volatile_store(type *place, held value){PTX_STORE("volatile." NAME)} INLINE void           \
    ptx_ordered_store(int order, int scope, type *place, held value)                               \
    {                                                                                              \
        ptx_fence_of(order, scope);                                                                \
        if (order == ORDER_RELEASE) {                                                              \
            PTX_SCOPES(PTX_RELEASE_STORE)                                                          \
        } else {                                                                                   \
            PTX_SCOPES(PTX_RELAXED_STORE)                                                          \
        }                                                                                          \
    }

#define NAME            "u8"
#define REGISTER(value) "r"(value)
PTX_ACCESSES(unsigned char, unsigned int)
#undef NAME
#undef REGISTER
#define NAME            "u16"
#define REGISTER(value) "h"(value)
PTX_ACCESSES(unsigned short, unsigned short)
#undef NAME
#undef REGISTER
#define NAME            "u32"
#define REGISTER(value) "r"(value)
PTX_ACCESSES(unsigned int, unsigned int)
#undef NAME
#undef REGISTER
#define NAME            "u64"
#define REGISTER(value) "l"(value)
PTX_ACCESSES(unsigned long long, unsigned long long)
#undef NAME
#undef REGISTER

/* ---- Atomics -----------------------------------------------------------------------------------
 */

#define PTX_ATOMIC(how)                                                                            \
    asm volatile("atom." how " %0, [%1], %2;"                                                      \
                 : "=" REGISTER(x)                                                                 \
                 : "l"(place), REGISTER(value)                                                     \
                 : "memory");
#define PTX_RELAXED(scope) PTX_ATOMIC("relaxed." scope "." NAME)
#define PTX_ACQUIRE(scope) PTX_ATOMIC("acquire." scope "." NAME)
#define PTX_RELEASE(scope) PTX_ATOMIC("release." scope "." NAME)
#define PTX_ACQ_REL(scope) PTX_ATOMIC("acq_rel." scope "." NAME)
#define PTX_SWAP(scope)                                                                            \
    asm volatile("atom." scope ".cas." BITS " %0, [%1], %2, %3;"                                   \
                 : "=" REGISTER(x)                                                                 \
                 : "l"(place), REGISTER(compare), REGISTER(value)                                  \
                 : "memory");

#define PTX_ORDERS(name, type)                                                                     \
    INLINE type name(int order, int scope, type *place, type value)                                \
    {                                                                                              \
        type x;                                                                                    \
        ptx_fence_of(order, scope);                                                                \
        switch (order) {                                                                           \
        case ORDER_SEQ_CST:                                                                        \
        case ORDER_ACQUIRE: PTX_SCOPES(PTX_ACQUIRE) break;                                         \
        case ORDER_RELEASE: PTX_SCOPES(PTX_RELEASE) break;                                         \
        case ORDER_ACQ_REL: PTX_SCOPES(PTX_ACQ_REL) break;                                         \
        default: PTX_SCOPES(PTX_RELAXED) break;                                                    \
        }                                                                                          \
        return x;                                                                                  \
    }
#define PTX_ATOMICS(type)                                                                          \
    INLINE type ptx_swap(int scope, type *place, type compare, type value)                         \
    {                                                                                              \
        type x;                                                                                    \
        PTX_SCOPES(PTX_SWAP)                                                                       \
        return x;                                                                                  \
    }                                                                                              \
    INLINE type ptx_atomic(int exchanges, int order, int scope, type *place, type value)           \
    {                                                                                              \
        return exchanges ? ptx_exchange(order, scope, place, value)                                \
                         : ptx_add(order, scope, place, value);                                    \
    }

#define REGISTER(value) "r"(value)
#define BITS            "b32"
#define NAME            "add.u32"
PTX_ORDERS(ptx_add, unsigned int)
#undef NAME
#define NAME "exch.b32"
PTX_ORDERS(ptx_exchange, unsigned int)
PTX_ATOMICS(unsigned int)
#undef NAME
#undef BITS
#undef REGISTER
#define REGISTER(value) "l"(value)
#define BITS            "b64"
#define NAME            "add.u64"
PTX_ORDERS(ptx_add, unsigned long long)
#undef NAME
#define NAME "exch.b64"
PTX_ORDERS(ptx_exchange, unsigned long long)
PTX_ATOMICS(unsigned long long)
#undef NAME
#undef BITS
#undef REGISTER

/* ---- Copies
 * -------------------------------------------------------------------------------------- */

template <unsigned bytes> INLINE void ptx_copy(char *to, const char *from)
{
    unsigned target = (unsigned)__cvta_generic_to_shared(to);
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(target), "l"(from), "n"(bytes)
                 : "memory");
}

#endif
