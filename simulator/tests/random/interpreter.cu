/*
 * The one kernel that performs every random program. Each slot has a line of its
 * own in the kernel; all that the slot does counts as that line. What a slot does
 * is asked of C functions that are not instrumented (execution.c), so that only
 * the program's own accesses are.
 */
#include <stdint.h>

#include <cuda/atomic>
#include <cuda/barrier>

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

/* An atomic with a memory order. */
template <class type, cuda::thread_scope scope>
static __device__ __forceinline__ uint64_t ordered(unsigned slot, int operation, type *word, type value)
{
    static const cuda::memory_order orders[] = {
        cuda::memory_order_relaxed, cuda::memory_order_relaxed, cuda::memory_order_acquire,
        cuda::memory_order_release, cuda::memory_order_acq_rel, cuda::memory_order_seq_cst};
    cuda::memory_order order = orders[order_of(slot)];
    cuda::atomic_ref<type, scope> reference(*word);
    type got = 0;
    switch (operation) {
    case OP_LOAD:
        got = reference.load(order);
        log_operation(slot, got, 0);
        break;
    case OP_STORE:
        reference.store(value, order);
        log_operation(slot, 0, value);
        break;
    case OP_ADD:
        got = reference.fetch_add(value, order);
        log_operation(slot, got, got + value);
        break;
    default: /* OP_EXCHANGE */
        got = reference.exchange(value, order);
        log_operation(slot, got, value);
        break;
    }
    return got;
}

/* One atomic, or a loop of them that ends when its condition holds. */
template <class type>
static __device__ __forceinline__ uint64_t
perform_atomic(unsigned slot, int operation, char *place, uint64_t operand, uint64_t x)
{
    type *word = (type *)place;
    type value = (type)operand, got, expected = (type)x;
    int scope = scope_of(slot);
    if (order_of(slot))
        return scope == SCOPE_BLOCK
                   ? ordered<type, cuda::thread_scope_block>(slot, operation, word, value)
               : scope == SCOPE_DEVICE
                   ? ordered<type, cuda::thread_scope_device>(slot, operation, word, value)
                   : ordered<type, cuda::thread_scope_system>(slot, operation, word, value);
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

struct bytes_3 {
    uint8_t of[3];
};
struct words_3 {
    uint32_t of[3];
};
struct words_5 {
    uint32_t of[5];
};

/*
 * What follows are macros because of the lines: of an access in an inlined function,
 * clang's instrumentation gives only the function's own line.
 */
/* Keeps a compiler from merging accesses of different kinds: they would have lost their line. */
#define APART(kind) asm volatile("" ::"i"(kind) : "memory")
#define READ(slot, type)                                                                 \
    {                                                                                    \
        APART(OP_READ);                                                                  \
        x = *(type *)place;                                                              \
        APART(OP_READ);                                                                  \
        log_operation(slot, x, 0);                                                       \
    }
#define WRITE(slot, type)                                                                \
    {                                                                                    \
        APART(OP_WRITE);                                                                 \
        *(type *)place = (type)operand;                                                  \
        APART(OP_WRITE);                                                                 \
        log_operation(slot, 0, operand);                                                 \
    }
#define READ_WIDE(slot, type)                                                            \
    {                                                                                    \
        APART(100 + OP_READ);                                                            \
        type value = *(type *)place;                                                     \
        APART(100 + OP_READ);                                                            \
        x = first_bytes(&value, sizeof value);                                           \
        log_operation(slot, x, 0);                                                       \
    }
#define WRITE_WIDE(slot, type)                                                           \
    {                                                                                    \
        type value;                                                                      \
        fill_bytes(&value, sizeof value, operand);                                       \
        APART(100 + OP_WRITE);                                                           \
        *(type *)place = value;                                                          \
        APART(100 + OP_WRITE);                                                           \
        log_operation(slot, 0, operand);                                                 \
    }
#define BY_WIDTH(access, slot)                                                           \
    switch (size_of(slot)) {                                                             \
    case 2: access(slot, uchar2) break;                                                  \
    case 3: access(slot, bytes_3) break;                                                 \
    case 4: access(slot, short2) break;                                                  \
    case 8: access(slot, short4) break;                                                  \
    case 12: access(slot, words_3) break;                                                \
    case 16: access(slot, uint4) break;                                                  \
    default: access(slot, words_5) break;                                                \
    }
#define READ_ONLY(slot, type)                                                            \
    {                                                                                    \
        APART(OP_LDG);                                                                   \
        x = __ldg((type *)place);                                                        \
        APART(OP_LDG);                                                                   \
        log_operation(slot, x, 0);                                                       \
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
        char *place = place_of(slot, global, (char *)shared, fresh);                     \
        uint64_t operand = operand_of(slot);                                             \
        switch (operation) {                                                             \
        case OP_READ:                                                                    \
            if (as_structure(slot))                                                      \
                BY_WIDTH(READ_WIDE, slot)                                                \
            else                                                                         \
                BY_SIZE(READ, slot, )                                                    \
            break;                                                                       \
        case OP_WRITE:                                                                   \
            if (as_structure(slot))                                                      \
                BY_WIDTH(WRITE_WIDE, slot)                                               \
            else                                                                         \
                BY_SIZE(WRITE, slot, )                                                   \
            break;                                                                       \
        case OP_LDG:                                                                     \
            switch (size_of(slot)) {                                                     \
            case 1: READ_ONLY(slot, unsigned char) break;                                \
            case 2: READ_ONLY(slot, unsigned short) break;                               \
            case 4: READ_ONLY(slot, unsigned int) break;                                 \
            default: READ_ONLY(slot, unsigned long long) break;                          \
            }                                                                            \
            break;                                                                       \
        case OP_COPY:                                                                    \
            memcpy(place, source_of_copy(slot, global, (char *)shared, fresh), size_of(slot)); \
            log_copy(slot, 0);                                                           \
            break;                                                                       \
        case OP_ARRIVE:                                                                  \
            (void)barriers[barrier_of(slot)].arrive();                                   \
            log_operation(slot, 0, 0);                                                   \
            break;                                                                       \
        case OP_WAIT:                                                                    \
            barriers[barrier_of(slot)].wait_parity(false);                               \
            log_operation(slot, 0, 0);                                                   \
            break;                                                                       \
        case OP_EXIT:                                                                    \
            log_operation(slot, 0, 0);                                                   \
            log_end();                                                                   \
            return;                                                                      \
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

__global__ void interpret(char *global, char *fresh)
{
    __shared__ uint64_t shared[AREA_BYTES / 8];
    __shared__ cuda::barrier<cuda::thread_scope_block> barriers[BARRIERS_MOST];
    uint64_t x = 0, ticket = ~0ull;
    if (shared_wanted()) {
        for (int i = 0; threadIdx.x == 0 && i < AREA_BYTES / 8; i++)
            shared[i] = 0;
        for (int i = 0; threadIdx.x == 0 && i < BARRIERS_MOST; i++)
            init(&barriers[i], arrivals_of(i));
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
    log_end();
}
const int first_slot_line = __LINE__ - 2 - SLOTS_MOST;

int launch_interpreter(unsigned blocks, unsigned threads, char *global, char *fresh)
{
    interpret<<<blocks, threads>>>(global, fresh);
    return cudaDeviceSynchronize();
}
