/*
 * std::atomic in the host code of .cu files. The compiler's instrumentation turns each such
 * operation into one of the calls below. They perform it in the strongest memory order. (A kernel's
 * atomics are CUDA's functions: atomics.c.)
 */
#include <stdint.h>

#define SEQUENTIAL __ATOMIC_SEQ_CST

/* The name and operation of a call that takes a value and returns the previous one. */
#define READ_MODIFY_WRITE(bits, name, builtin)                                                     \
    uint##bits##_t __tsan_atomic##bits##_##name(volatile uint##bits##_t *address,                  \
                                                uint##bits##_t value, int order)                   \
    {                                                                                              \
        (void)order;                                                                               \
        return builtin(address, value, SEQUENTIAL);                                                \
    }

#define COMPARE_EXCHANGE(bits, strength)                                                           \
    int __tsan_atomic##bits##_compare_exchange_##strength(                                         \
        volatile uint##bits##_t *address, uint##bits##_t *expected, uint##bits##_t value,          \
        int order, int failure_order)                                                              \
    {                                                                                              \
        (void)order, (void)failure_order;                                                          \
        return __atomic_compare_exchange_n(address, expected, value, 0, SEQUENTIAL, SEQUENTIAL);   \
    }

#define ALL_OF_SIZE(bits)                                                                          \
    uint##bits##_t __tsan_atomic##bits##_load(const volatile uint##bits##_t *address, int order)   \
    {                                                                                              \
        (void)order;                                                                               \
        return __atomic_load_n(address, SEQUENTIAL);                                               \
    }                                                                                              \
    void __tsan_atomic##bits##_store(volatile uint##bits##_t *address, uint##bits##_t value,       \
                                     int order)                                                    \
    {                                                                                              \
        (void)order;                                                                               \
        __atomic_store_n(address, value, SEQUENTIAL);                                              \
    }                                                                                              \
    READ_MODIFY_WRITE(bits, exchange, __atomic_exchange_n)                                         \
    READ_MODIFY_WRITE(bits, fetch_add, __atomic_fetch_add)                                         \
    READ_MODIFY_WRITE(bits, fetch_sub, __atomic_fetch_sub)                                         \
    READ_MODIFY_WRITE(bits, fetch_and, __atomic_fetch_and)                                         \
    READ_MODIFY_WRITE(bits, fetch_or, __atomic_fetch_or)                                           \
    READ_MODIFY_WRITE(bits, fetch_xor, __atomic_fetch_xor)                                         \
    READ_MODIFY_WRITE(bits, fetch_nand, __atomic_fetch_nand)                                       \
    COMPARE_EXCHANGE(bits, strong)                                                                 \
    COMPARE_EXCHANGE(bits, weak)                                                                   \
    uint##bits##_t __tsan_atomic##bits##_compare_exchange_val(                                     \
        volatile uint##bits##_t *address, uint##bits##_t expected, uint##bits##_t value,           \
        int order, int failure_order)                                                              \
    {                                                                                              \
        (void)order, (void)failure_order;                                                          \
        __atomic_compare_exchange_n(address, &expected, value, 0, SEQUENTIAL, SEQUENTIAL);         \
        return expected;                                                                           \
    }

ALL_OF_SIZE(8)
ALL_OF_SIZE(16)
ALL_OF_SIZE(32)
ALL_OF_SIZE(64)

void __tsan_atomic_thread_fence(int order)
{
    (void)order;
    __atomic_thread_fence(SEQUENTIAL);
}

void __tsan_atomic_signal_fence(int order)
{
    (void)order;
    __atomic_signal_fence(SEQUENTIAL);
}
