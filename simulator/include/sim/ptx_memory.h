/*
 * PTX's loads, stores, atomics and shuffles: part of ptx.h.
 */
#ifndef SIM_PTX_MEMORY_H
#define SIM_PTX_MEMORY_H

namespace cuda_sim::ptx {

SIM_PTX type to_shared(type address)
{
    return (type)shared_offset(reinterpret_cast<const void *>((uintptr_t)address));
}

SIM_PTX type from_shared(type offset)
{
    return (type)(uintptr_t)shared_pointer((uint32_t)offset);
}

/* The pointer that an address in a register means: in the shared window, or anywhere. */
template <class type, class kept> SIM_INLINE type *in_shared(kept address, long long offset)
{
    return reinterpret_cast<type *>((char *)shared_pointer((uint32_t)address + (uint32_t)offset));
}

template <class type, class kept> SIM_INLINE type *in_memory(kept address, long long offset)
{
    return reinterpret_cast<type *>((uintptr_t)as<uint64_t>(address) + (uintptr_t)offset);
}

enum class way { plain, read_only, is_volatile, relaxed, ordered };

/* The integer of a type's size, on which atomic loads and stores are done. */
template <class type>
using exchanged = std::conditional_t<sizeof(type) == 8, unsigned long long, word_of<sizeof(type)>>;

/* A load changes nothing, and so passes on no signal of its own thread: see sim/ordered.h. */
template <class type> SIM_INLINE type load_strong(sim_scope scope, const type *address)
{
    if (scope != SIM_SCOPE_BLOCK)
        return *const_cast<const volatile type *>(address);
    exchanged<type> value = cuda_sim::atomic(
        SIM_ATOMIC_LOAD, scope,
        const_cast<exchanged<type> *>(reinterpret_cast<const exchanged<type> *>(address)),
        (exchanged<type>)0);
    return as<type>((word_of<sizeof value>)value);
}

template <class type> SIM_INLINE type load_one(way how, sim_scope scope, const type *address)
{
    if (how == way::plain)
        return *address;
    if (how == way::read_only)
        return __ldg(address);
    if (how == way::is_volatile)
        return *const_cast<const volatile type *>(address);
    return load_strong(scope, address);
}

/* The elements of a vector that is not accessed plainly are accesses of their own (PTX 8.2.2). */
template <class type, int count, class... kept>
SIM_INLINE void load(way how, sim_scope scope, const type *address, kept &...to)
{
    if (count == 1 || how == way::relaxed || how == way::ordered) {
        int i = 0;

        (put(to, load_one(how, scope, address + i++)), ...);
        if (how == way::ordered)
            sim_acquire(scope);
    } else {
        typedef type vector __attribute__((vector_size(count * sizeof(type)), may_alias));
        vector values = how == way::is_volatile
                            ? *reinterpret_cast<const volatile vector *>(address)
                        : how == way::read_only ? load_read_only<type, count>(address)
                                                : *reinterpret_cast<const vector *>(address);
        int i = 0;

        (put(to, (type)values[i++]), ...);
    }
}

template <class type> SIM_INLINE void store_one(way how, sim_scope scope, type *address, type value)
{
    if (how == way::plain)
        *address = value;
    else if (how == way::is_volatile)
        *const_cast<volatile type *>(address) = value;
    else
        cuda_sim::atomic(SIM_ATOMIC_STORE, scope, reinterpret_cast<exchanged<type> *>(address),
                         (exchanged<type>)as<word_of<sizeof(type)>>(value));
}

template <class type, int count, class... kept>
SIM_INLINE void store(way how, sim_scope scope, type *address, kept... from)
{
    if (how == way::ordered)
        sim_release(scope);
    if (count == 1 || how == way::relaxed || how == way::ordered) {
        int i = 0;

        (store_one(how, scope, address + i++, as<type>(from)), ...);
    } else {
        typedef type vector __attribute__((vector_size(count * sizeof(type)), may_alias));
        vector values = {as<type>(from)...};

        if (how == way::is_volatile)
            *reinterpret_cast<volatile vector *>(address) = values;
        else
            *reinterpret_cast<vector *>(address) = values;
    }
}

/* int64_t is long here, which CUDA's atomics call long long. */
template <class type>
using atomic_type =
    std::conditional_t<std::is_same_v<type, uint64_t>, unsigned long long,
                       std::conditional_t<std::is_same_v<type, int64_t>, long long, type>>;

/* fences: 1 after (acquire), 2 before (release). */
SIM_PTX type atomic(sim_atomic_kind kind, sim_scope scope, int fences, type *address, type value,
                    type compare)
{
    if (fences & 2)
        sim_release(scope);
    type old = (type)cuda_sim::atomic(kind, scope, reinterpret_cast<atomic_type<type> *>(address),
                                      (atomic_type<type>)value, (atomic_type<type>)compare);
    if (fences & 1)
        sim_acquire(scope);
    return old;
}

/* Copies bytes, as cp.async does: used of them are read, the rest is 0. */
template <long long bytes>
SIM_INLINE void copy_async(char *to, const char *from, unsigned long long used)
{
    static_assert(bytes == 4 || bytes == 8 || bytes == 16, "cp.async copies 4, 8 or 16 bytes");
    if (used >= (unsigned long long)bytes) {
        typedef uint32_t vector __attribute__((vector_size(bytes), may_alias));

        *reinterpret_cast<vector *>(to) = *reinterpret_cast<const vector *>(from);
        sim_copy_begins(to, from, (unsigned)bytes);
        return;
    }
    for (long long i = 0; i < bytes; i++)
        to[i] = i < (long long)used ? from[i] : 0;
    sim_copy_begins(to, from, (unsigned)used);
    sim_copy_begins(to + used, nullptr, (unsigned)(bytes - (long long)used));
}

/* shfl.sync: in bits 8 to 12 of c is 32 less the width. */
SIM_INLINE uint32_t shuffle(sim_shuffle_kind kind, uint32_t mask, uint32_t value, uint32_t argument,
                            uint32_t c, bool &in_range)
{
    int within = 1;
    uint32_t result =
        (uint32_t)sim_shuffle(kind, mask, value, sizeof value, argument % SIM_WARP_SIZE,
                              (int)(SIM_WARP_SIZE - (c >> 8 & 31)), &within);

    in_range = within != 0;
    return result;
}

}

#endif
