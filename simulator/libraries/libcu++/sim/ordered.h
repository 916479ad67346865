/*
 * Atomics with a memory order, as libcu++ has them: a relaxed atomic, with its release before it
 * and its acquire after it.
 */
#ifndef SIM_ORDERED_H
#define SIM_ORDERED_H

#include <type_traits>

#include "cuda_runtime.h"

namespace cuda_sim {

enum class memory_order { relaxed, consume, acquire, release, acq_rel, seq_cst };

constexpr bool releases(memory_order order)
{
    return order >= memory_order::release;
}
constexpr bool acquires(memory_order order)
{
    return order != memory_order::relaxed && order != memory_order::release;
}

/* The order of a compare-and-swap: one for both outcomes, with all that is asked for. */
constexpr memory_order for_both(memory_order success, memory_order failure)
{
    if (success == memory_order::seq_cst || failure == memory_order::seq_cst)
        return memory_order::seq_cst;
    if (acquires(success) || !acquires(failure))
        return success;
    return releases(success) ? memory_order::acq_rel : memory_order::acquire;
}

/* A fence of this order: that of seq_cst is fence.sc. */
SIM_INLINE void fence_of(memory_order order, sim_scope scope)
{
    if (order == memory_order::seq_cst)
        sim_fence(scope);
    else
        sim_light_fence(scope);
}

/* What an atomic of this order has before it: that of a seq_cst one is fence.sc (PTX's C++ ABI). */
SIM_INLINE void before(memory_order order, sim_scope scope)
{
    if (order == memory_order::seq_cst)
        sim_fence(scope);
    else if (releases(order))
        sim_release(scope);
}

/* The number of a type for the runtime's atomics. */
template <class type> constexpr sim_type type_number()
{
    if (std::is_floating_point_v<type>)
        return sizeof(type) == 8 ? SIM_DOUBLE : SIM_FLOAT;
    if (sizeof(type) == 2)
        return SIM_UINT16;
    if (sizeof(type) == 8)
        return std::is_signed_v<type> ? SIM_INT64 : SIM_UINT64;
    return std::is_signed_v<type> ? SIM_INT32 : SIM_UINT32;
}

/* A load in a kernel: it changes nothing, and so passes on no signal of its own thread. */
template <class type>
__attribute__((always_inline)) inline type ordered_load(sim_scope scope, memory_order order,
                                                        const type *address)
{
    before(order, scope);
    type value = *(const volatile type *)address;
    if (acquires(order))
        sim_acquire(scope);
    return value;
}

/* One atomic in a kernel; on the host the whole system is one thread or uses its own. */
template <class type>
__attribute__((always_inline)) inline type ordered_atomic(sim_atomic_kind kind, sim_scope scope,
                                                          memory_order order, type *address,
                                                          type operand, type compare = type())
{
    static_assert(sizeof(type) == 4 || sizeof(type) == 8 || sizeof(type) == 2,
                  "the simulator has atomics of 2, 4 and 8 bytes");
    const sim_scope seen_in = (sim_scope)(scope & ~SIM_SCOPE_OF_BARRIER);
    before(order, seen_in);
    type old = from_bits<type>(
        sim_atomic(kind, type_number<type>(), address, to_bits(operand), to_bits(compare), scope));
    if (acquires(order))
        sim_acquire(seen_in);
    return old;
}

/* A store in a kernel: it finds nothing, and ends the signals that it writes over. */
template <class type>
__attribute__((always_inline)) inline void ordered_store(sim_scope scope, memory_order order,
                                                         type *address, type value)
{
    before(order, scope);
    sim_atomic(SIM_ATOMIC_STORE, type_number<type>(), address, to_bits(value), 0, scope);
}

/*
 * The same on the host, which has the CPU's own atomics: functions without hooks, so that a
 * kernel's object, which has these for a call on the host, has no call of the host's atomics.
 */
template <class type> __attribute__((noinline)) SIM_HIDDEN type load_on_host(const type *address)
{
    type value;

    __atomic_load(address, &value, __ATOMIC_SEQ_CST);
    return value;
}

template <class type>
__attribute__((noinline)) SIM_HIDDEN void store_on_host(type *address, type value)
{
    __atomic_store(address, &value, __ATOMIC_SEQ_CST);
}

/* Returns whether the value was the expected one; stores in *expected what it was. */
template <class type>
__attribute__((noinline)) SIM_HIDDEN bool swap_on_host(type *address, type *expected, type value)
{
    return __atomic_compare_exchange(address, expected, &value, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_SEQ_CST);
}

/* Any other, by a loop of compare-and-swap. */
template <class type, class change> type on_host(type *address, change next)
{
    type old = load_on_host(address);

    while (!swap_on_host(address, &old, next(old)))
        ;
    return old;
}

}

#endif
