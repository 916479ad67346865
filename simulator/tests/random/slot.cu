/*
 * One slot of a random program. This file is linked once for each slot, under names of its own
 * (build.mk), so that an instruction's address says which slot it belongs to. What a slot does
 * is asked of C functions that are not instrumented (execution.c), so that only the program's own
 * accesses are.
 */
#include <stdint.h>
#include <string.h>

#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>

#include "interpreter.h"
#include "slot_ptx.h"

namespace groups = cooperative_groups;

typedef unsigned long long u64;

/* ---- Atomics --------------------------------------------------------------------------------- */

template <class type> INLINE type add(type *place, type value, int scope)
{
    return scope == SCOPE_BLOCK    ? atomicAdd_block(place, value)
           : scope == SCOPE_DEVICE ? atomicAdd(place, value)
                                   : atomicAdd_system(place, value);
}

template <class type> INLINE type exchange(type *place, type value, int scope)
{
    return scope == SCOPE_BLOCK    ? atomicExch_block(place, value)
           : scope == SCOPE_DEVICE ? atomicExch(place, value)
                                   : atomicExch_system(place, value);
}

template <class type> INLINE type swap(type *place, type compare, type value, int scope)
{
    return scope == SCOPE_BLOCK    ? atomicCAS_block(place, compare, value)
           : scope == SCOPE_DEVICE ? atomicCAS(place, compare, value)
                                   : atomicCAS_system(place, compare, value);
}

/* An atomic with a memory order. */
template <class type, cuda::thread_scope scope>
INLINE type ordered(unsigned slot, int operation, type *word, type value)
{
    static const cuda::memory_order orders[] = {
        cuda::memory_order_relaxed, cuda::memory_order_relaxed, cuda::memory_order_acquire,
        cuda::memory_order_release, cuda::memory_order_acq_rel, cuda::memory_order_seq_cst};
    cuda::memory_order order = orders[order_of(slot)];
    cuda::atomic_ref<type, scope> reference(*word);
    switch (operation) {
    case OP_LOAD: return reference.load(order);
    case OP_STORE: reference.store(value, order); return 0;
    case OP_ADD: return reference.fetch_add(value, order);
    default: return reference.exchange(value, order); /* OP_EXCHANGE */
    }
}

template <class type>
INLINE type in_scope(unsigned slot, int operation, type *word, type value)
{
    switch (scope_of(slot)) {
    case SCOPE_BLOCK: return ordered<type, cuda::thread_scope_block>(slot, operation, word, value);
    case SCOPE_DEVICE: return ordered<type, cuda::thread_scope_device>(slot, operation, word, value);
    default: return ordered<type, cuda::thread_scope_system>(slot, operation, word, value);
    }
}

/* What one of these stores. */
template <class type> INLINE type stored_by(int operation, type got, type value)
{
    return operation == OP_LOAD                               ? 0
           : operation == OP_ADD || operation == OP_TICKET ? (type)(got + value)
                                                              : value;
}

template <class type> INLINE uint64_t add_by_swaps(unsigned slot, type *word, type value, type expected)
{
    for (;;) {
        type got = swap(word, expected, (type)(expected + value), scope_of(slot));
        log_operation(slot, got, got == expected ? expected + value : got);
        if (got == expected)
            return got;
        expected = got;
    }
}

/* One atomic, or a loop of them that ends when its condition holds. */
template <class type>
INLINE uint64_t perform_atomic(unsigned slot, int operation, type *word, type value, type x)
{
    int scope = scope_of(slot);
    type got = 0, expected;
    switch (operation) {
    case OP_CAS:
        expected = (type)compare_of(slot);
        got = spelling_of(slot) == SPELLED_PTX ? ptx_swap(scope, word, expected, value)
                                               : swap(word, expected, value, scope);
        log_operation(slot, got, got == expected ? value : got);
        return got;
    case OP_CAS_LOOP: return add_by_swaps(slot, word, value, x);
    case OP_SPIN:
        do {
            got = add(word, (type)0, scope);
            log_operation(slot, got, got);
        } while (got == 0);
        return got;
    case OP_LOCK:
        do {
            got = swap(word, (type)0, (type)1, scope);
            log_operation(slot, got, got ? got : 1);
        } while (got);
        return got;
    default: break;
    }
    if (spelling_of(slot) == SPELLED_PTX)
        got = ptx_atomic(operation == OP_EXCHANGE, order_of(slot), scope, word, value);
    else if (order_of(slot))
        got = in_scope(slot, operation, word, value);
    else
        got = operation == OP_EXCHANGE ? exchange(word, value, scope) : add(word, value, scope);
    log_operation(slot, got, stored_by(operation, got, value));
    return got;
}

/* ---- Loads and stores ------------------------------------------------------------------------ */

struct bytes_3 {
    uint8_t of[3];
};
struct words_3 {
    uint32_t of[3];
};
struct words_5 {
    uint32_t of[5];
};

template <class type> INLINE uint64_t read_wide(unsigned slot, char *place)
{
    type value = *(type *)place;
    uint64_t x = first_bytes(&value, sizeof value);
    log_operation(slot, x, 0);
    return x;
}

template <class type> INLINE uint64_t write_wide(unsigned slot, char *place, uint64_t operand)
{
    type value;
    fill_bytes(&value, sizeof value, operand);
    *(type *)place = value;
    log_operation(slot, 0, operand);
    return 0;
}

template <class type>
INLINE uint64_t access_wide(unsigned slot, int operation, char *place, uint64_t operand)
{
    return operation == OP_READ ? read_wide<type>(slot, place)
                                : write_wide<type>(slot, place, operand);
}

/* A structure or a vector. */
INLINE uint64_t perform_wide(unsigned slot, int operation, char *place, uint64_t operand)
{
    switch (size_of(slot)) {
    case 2: return access_wide<uchar2>(slot, operation, place, operand);
    case 3: return access_wide<bytes_3>(slot, operation, place, operand);
    case 4: return access_wide<short2>(slot, operation, place, operand);
    case 8: return access_wide<short4>(slot, operation, place, operand);
    case 12: return access_wide<words_3>(slot, operation, place, operand);
    case 16: return access_wide<uint4>(slot, operation, place, operand);
    default: return access_wide<words_5>(slot, operation, place, operand);
    }
}

/* One load or store of 1, 2, 4 or 8 bytes. */
template <class type>
INLINE uint64_t perform_access(unsigned slot, int operation, type *place, type value)
{
    int is_ptx = spelling_of(slot) == SPELLED_PTX, scope = scope_of(slot), order = order_of(slot);
    type x = 0;
    switch (operation) {
    case OP_READ: x = is_ptx ? ptx_load(place) : *place; break;
    case OP_WRITE:
        if (is_ptx)
            ptx_store(place, value);
        else
            *place = value;
        break;
    case OP_VOLATILE_READ: x = is_ptx ? ptx_volatile_load(place) : *(volatile type *)place; break;
    case OP_VOLATILE_WRITE:
        if (is_ptx)
            ptx_volatile_store(place, value);
        else
            *(volatile type *)place = value;
        break;
    case OP_LDG: x = __ldg(place); break;
    case OP_LOAD: x = ptx_ordered_load(order, scope, place); break;
    default: ptx_ordered_store(order, scope, place, value); break; /* OP_STORE */
    }
    log_operation(slot, x, value);
    return x;
}

INLINE uint64_t spin(unsigned slot, volatile uint32_t *word)
{
    uint32_t x;
    do {
        x = *word;
        log_operation(slot, x, 0);
    } while (x == 0);
    return x;
}

INLINE uint64_t perform_memory(unsigned slot, int operation, char *place, uint64_t operand)
{
    if (operation <= OP_WRITE && as_structure(slot))
        return perform_wide(slot, operation, place, operand);
    if (operation == OP_SPIN_VOLATILE)
        return spin(slot, (uint32_t *)place);
    switch (size_of(slot)) {
    case 1: return perform_access(slot, operation, (unsigned char *)place, (unsigned char)operand);
    case 2: return perform_access(slot, operation, (unsigned short *)place, (unsigned short)operand);
    case 4: return perform_access(slot, operation, (unsigned int *)place, (unsigned int)operand);
    default: return perform_access(slot, operation, (u64 *)place, (u64)operand);
    }
}

/* ---- Copies ------------------------------------------------------------------------------------ */

template <unsigned bytes> INLINE void copy_async(unsigned slot, char *to, const char *from)
{
    switch (spelling_of(slot)) {
    case SPELLED_PTX: ptx_copy<bytes>(to, from); break;
    case SPELLED_CXX: {
        auto pipeline = cuda::make_pipeline();
        cuda::memcpy_async(to, from, cuda::aligned_size_t<bytes>(bytes), pipeline);
        break;
    }
    default: __pipeline_memcpy_async(to, from, bytes); break;
    }
}

INLINE void perform_copy_async(unsigned slot, char *to, const char *from)
{
    switch (size_of(slot)) {
    case 4: copy_async<4>(slot, to, from); break;
    case 8: copy_async<8>(slot, to, from); break;
    default: copy_async<16>(slot, to, from); break;
    }
    log_copy(slot, 0);
}

INLINE void commit_copies(unsigned slot)
{
    switch (spelling_of(slot)) {
    case SPELLED_PTX: asm volatile("cp.async.commit_group;" ::: "memory"); break;
    case SPELLED_CXX: cuda::make_pipeline().producer_commit(); break;
    default: __pipeline_commit(); break;
    }
}

/* For all groups of copies but the last ones. */
INLINE void wait_for_copies(unsigned slot)
{
    auto pipeline = cuda::make_pipeline();
    int prior = prior_of(slot);
    switch (spelling_of(slot)) {
    case SPELLED_PTX:
        if (prior)
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        else
            asm volatile("cp.async.wait_group 0;" ::: "memory");
        break;
    case SPELLED_CXX:
        if (prior)
            cuda::pipeline_consumer_wait_prior<1>(pipeline);
        else
            cuda::pipeline_consumer_wait_prior<0>(pipeline);
        break;
    default: __pipeline_wait_prior(prior); break;
    }
}

/* ---- What threads do together -------------------------------------------------------------------- */

INLINE void fence(unsigned slot)
{
    if (spelling_of(slot) == SPELLED_PTX)
        ptx_fence(scope_of(slot));
    else if (scope_of(slot) == SCOPE_BLOCK)
        __threadfence_block();
    else if (scope_of(slot) == SCOPE_DEVICE)
        __threadfence();
    else
        __threadfence_system();
}

INLINE void light_fence(unsigned slot)
{
    if (spelling_of(slot) == SPELLED_PTX)
        ptx_light_fence(scope_of(slot));
    else if (scope_of(slot) == SCOPE_BLOCK)
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block);
    else if (scope_of(slot) == SCOPE_DEVICE)
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    else
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_system);
}

INLINE void block_barrier(unsigned slot)
{
    switch (spelling_of(slot)) {
    case SPELLED_PTX: asm volatile("bar.sync 0;" ::: "memory"); break;
    case SPELLED_CXX: groups::this_thread_block().sync(); break;
    default: __syncthreads(); break;
    }
}

INLINE void warp_barrier(unsigned slot)
{
    unsigned mask = mask_of(slot);
    if (spelling_of(slot) == SPELLED_PTX)
        asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory");
    else
        __syncwarp(mask);
}

INLINE void tile_barrier(unsigned slot)
{
    auto block = groups::this_thread_block();
    switch (size_of(slot)) {
    case 1: groups::tiled_partition<1>(block).sync(); break;
    case 2: groups::tiled_partition<2>(block).sync(); break;
    case 4: groups::tiled_partition<4>(block).sync(); break;
    case 8: groups::tiled_partition<8>(block).sync(); break;
    case 16: groups::tiled_partition<16>(block).sync(); break;
    default: groups::tiled_partition<32>(block).sync(); break;
    }
}

/* Performs what touches no memory of the program's own; 0 if the operation does. */
INLINE int perform_together(unsigned slot, int operation, void *barriers)
{
    auto *barrier = (cuda::barrier<cuda::thread_scope_block> *)barriers + barrier_of(slot);
    switch (operation) {
    case OP_FENCE: fence(slot); break;
    case OP_LIGHT_FENCE: light_fence(slot); break;
    case OP_BLOCK_BARRIER: block_barrier(slot); break;
    case OP_WARP_BARRIER: warp_barrier(slot); break;
    case OP_TILE_BARRIER: tile_barrier(slot); break;
    case OP_GRID_BARRIER: groups::this_grid().sync(); break;
    case OP_ARRIVE: (void)barrier->arrive(); break;
    case OP_WAIT: barrier->wait_parity(false); break;
    case OP_COPY_COMMIT: commit_copies(slot); break;
    case OP_COPY_WAIT: wait_for_copies(slot); break;
    case OP_EXIT: break;
    default: return 0;
    }
    log_operation(slot, 0, 0);
    return 1;
}

extern "C" __device__ uint64_t perform(unsigned slot, uint64_t x, char *global, char *shared, char *fresh,
                            void *barriers)
{
    int operation = operation_of(slot);
    if (perform_together(slot, operation, barriers))
        return x;
    char *place = place_of(slot, global, shared, fresh);
    uint64_t operand = operand_of(slot);
    if (operation == OP_COPY || operation == OP_COPY_ASYNC) {
        char *from = source_of_copy(slot, global, shared, fresh);
        if (operation == OP_COPY_ASYNC) {
            perform_copy_async(slot, place, from);
            return x;
        }
        memcpy(place, from, size_of(slot));
        log_copy(slot, 0);
        return x;
    }
    int is_in_memory = operation < OP_ADD || operation == OP_SPIN_VOLATILE || operation == OP_LDG ||
                       (spelling_of(slot) == SPELLED_PTX &&
                        (operation == OP_LOAD || operation == OP_STORE));
    if (is_in_memory) {
        uint64_t got = perform_memory(slot, operation, place, operand);
        return operation == OP_WRITE || operation == OP_VOLATILE_WRITE || operation == OP_STORE
                   ? x
                   : got;
    }
    uint64_t got =
        size_of(slot) == 4
            ? perform_atomic(slot, operation, (unsigned *)place, (unsigned)operand, (unsigned)x)
            : perform_atomic(slot, operation, (u64 *)place, (u64)operand, (u64)x);
    return operation == OP_STORE ? x : got;
}
