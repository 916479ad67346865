/*
 * The one kernel that performs every random program. Each slot has a line of its
 * own in the kernel; all that the slot does counts as that line. What a slot does
 * is asked of C functions that are not instrumented (execution.c), so that only
 * the program's own accesses are.
 */
#include <stdint.h>

#include <cuda/atomic>

#include "interpreter.h"

template <class type> static __device__ __forceinline__ type add(type *place, type value, int scope)
{
    return scope == SCOPE_BLOCK ? atomicAdd_block(place, value)
         : scope == SCOPE_DEVICE ? atomicAdd(place, value) : atomicAdd_system(place, value);
}

template <class type>
static __device__ __forceinline__ type exchange(type *place, type value, int scope)
{
    return scope == SCOPE_BLOCK ? atomicExch_block(place, value)
         : scope == SCOPE_DEVICE ? atomicExch(place, value) : atomicExch_system(place, value);
}

template <class type>
static __device__ __forceinline__ type swap(type *place, type compare, type value, int scope)
{
    return scope == SCOPE_BLOCK ? atomicCAS_block(place, compare, value)
         : scope == SCOPE_DEVICE ? atomicCAS(place, compare, value)
                                 : atomicCAS_system(place, compare, value);
}

/* One atomic, or a loop of them that ends when its condition holds. */
template <class type>
static __device__ __forceinline__ uint64_t
perform_atomic(unsigned slot, int operation, char *place, uint64_t operand, uint64_t x)
{
    type *word = (type *)place;
    type value = (type)operand, got, expected = (type)x;
    int scope = scope_of(slot);
    switch (operation) {
    case OP_ADD:
    case OP_TICKET:
        got = add(word, value, scope);
        log_operation(slot, got, got + value);
        break;
    case OP_EXCHANGE:
        got = exchange(word, value, scope);
        log_operation(slot, got, value);
        break;
    case OP_CAS:
        expected = (type)compare_of(slot);
        got = swap(word, expected, value, scope);
        log_operation(slot, got, got == expected ? value : got);
        break;
    case OP_CAS_LOOP:
        for (;;) {
            got = swap(word, expected, (type)(expected + value), scope);
            log_operation(slot, got, got == expected ? expected + value : got);
            if (got == expected)
                break;
            expected = got;
        }
        break;
    case OP_SPIN:
        do {
            got = add(word, (type)0, scope);
            log_operation(slot, got, got);
        } while (got == 0);
        break;
    default: /* OP_LOCK */
        do {
            got = swap(word, (type)0, (type)1, scope);
            log_operation(slot, got, got ? got : 1);
        } while (got);
        break;
    }
    return got;
}

/*
 * What follows are macros because of the lines: of an access in an inlined function,
 * clang's instrumentation gives only the function's own line.
 */
#define READ(slot, type)                                                                 \
    {                                                                                    \
        x = *(type *)place;                                                              \
        log_operation(slot, x, 0);                                                       \
    }
#define WRITE(slot, type)                                                                \
    {                                                                                    \
        *(type *)place = (type)operand;                                                  \
        log_operation(slot, 0, operand);                                                 \
    }
#define BY_SIZE(access, slot, qualifier)                                                 \
    switch (size_of(slot)) {                                                             \
    case 1: access(slot, qualifier uint8_t) break;                                       \
    case 2: access(slot, qualifier uint16_t) break;                                      \
    case 4: access(slot, qualifier uint32_t) break;                                      \
    default: access(slot, qualifier uint64_t) break;                                     \
    }
#define FENCE(slot)                                                                      \
    if (scope_of(slot) == SCOPE_BLOCK)                                                   \
        __threadfence_block();                                                           \
    else if (scope_of(slot) == SCOPE_DEVICE)                                             \
        __threadfence();                                                                 \
    else                                                                                 \
        __threadfence_system();

#define LIGHT_FENCE(slot)                                                                \
    if (scope_of(slot) == SCOPE_BLOCK)                                                   \
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_block); \
    else if (scope_of(slot) == SCOPE_DEVICE)                                             \
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device); \
    else                                                                                 \
        cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_system);

/* x: what the thread read last. No ticket is as large as the one that it starts with. */
#define PERFORM(slot)                                                                    \
    {                                                                                    \
        int operation = operation_of(slot);                                              \
        char *place = place_of(slot, global, (char *)shared);                            \
        uint64_t operand = operand_of(slot);                                             \
        switch (operation) {                                                             \
        case OP_READ: BY_SIZE(READ, slot, ) break;                                       \
        case OP_WRITE: BY_SIZE(WRITE, slot, ) break;                                     \
        case OP_VOLATILE_READ: BY_SIZE(READ, slot, volatile) break;                      \
        case OP_VOLATILE_WRITE: BY_SIZE(WRITE, slot, volatile) break;                    \
        case OP_SPIN_VOLATILE:                                                           \
            do                                                                           \
                READ(slot, volatile uint32_t)                                            \
            while (x == 0);                                                              \
            break;                                                                       \
        case OP_FENCE:                                                                   \
            FENCE(slot)                                                                  \
            log_operation(slot, 0, 0);                                                   \
            break;                                                                       \
        case OP_LIGHT_FENCE:                                                             \
            LIGHT_FENCE(slot)                                                            \
            log_operation(slot, 0, 0);                                                   \
            break;                                                                       \
        case OP_BLOCK_BARRIER:                                                           \
            __syncthreads();                                                             \
            log_operation(slot, 0, 0);                                                   \
            break;                                                                       \
        case OP_WARP_BARRIER:                                                            \
            __syncwarp(mask_of(slot));                                                   \
            log_operation(slot, 0, 0);                                                   \
            break;                                                                       \
        default:                                                                         \
            if (size_of(slot) == 4)                                                      \
                x = perform_atomic<unsigned int>(slot, operation, place, operand, x);    \
            else                                                                         \
                x = perform_atomic<unsigned long long>(slot, operation, place, operand, x); \
            if (operation == OP_TICKET)                                                  \
                ticket = x;                                                              \
            break;                                                                       \
        }                                                                                \
    }
#define SLOT(slot)                                                                       \
    if (takes_part(slot, ticket))                                                        \
    PERFORM(slot)

__global__ void interpret(char *global)
{
    __shared__ uint64_t shared[AREA_BYTES / 8];
    uint64_t x = 0, ticket = ~0ull;
    if (shared_wanted()) {
        for (int i = 0; threadIdx.x == 0 && i < AREA_BYTES / 8; i++)
            shared[i] = 0;
        __syncthreads();
    }
    /* The lines of the slots, without a gap; first_slot_line is the first one's. */
    SLOT(0)
    SLOT(1)
    SLOT(2)
    SLOT(3)
    SLOT(4)
    SLOT(5)
    SLOT(6)
    SLOT(7)
    SLOT(8)
    SLOT(9)
    SLOT(10)
    SLOT(11)
    SLOT(12)
    SLOT(13)
    SLOT(14)
    SLOT(15)
    SLOT(16)
    SLOT(17)
    SLOT(18)
    SLOT(19)
    SLOT(20)
    SLOT(21)
    SLOT(22)
    SLOT(23)
}
const int first_slot_line = __LINE__ - 1 - SLOTS_MOST;

int launch_interpreter(unsigned blocks, unsigned threads, char *global)
{
    interpret<<<blocks, threads>>>(global);
    return cudaDeviceSynchronize();
}
