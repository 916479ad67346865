/*
 * Atomics and fences. An atomic is performed at once, when the thread that asks
 * for it runs; atomics on global memory wait for the blocks before, so that
 * their order does not depend on chance.
 */
#include <string.h>

#include "warp/record.h"
#include "base/lane.h"
#include "sim/narrow.h"
#include "sim/sim.h"
#include "base/worker.h"

static unsigned log2_size(enum sim_type type)
{
    switch (type) {
    case SIM_UINT8: return 0;
    case SIM_UINT16:
    case SIM_ONE_HALF:
    case SIM_ONE_BFLOAT: return 1;
    case SIM_INT32:
    case SIM_UINT32:
    case SIM_TWO_HALVES:
    case SIM_TWO_BFLOATS:
    case SIM_FLOAT: return 2;
    default: return 3;
    }
}

static float to_float(uint64_t bits)
{
    union {
        uint32_t bits;
        float value;
    } u = {.bits = (uint32_t)bits};
    return u.value;
}

static uint64_t from_float(float value)
{
    union {
        float value;
        uint32_t bits;
    } u = {.value = value};
    return u.bits;
}

static double to_double(uint64_t bits)
{
    union {
        uint64_t bits;
        double value;
    } u = {.bits = bits};
    return u.value;
}

static uint64_t from_double(double value)
{
    union {
        double value;
        uint64_t bits;
    } u = {.value = value};
    return u.bits;
}

static uint64_t floating(enum sim_atomic_kind kind, enum sim_type type, uint64_t old,
                         uint64_t operand)
{
    double a = type == SIM_FLOAT ? (double)to_float(old) : to_double(old);
    double b = type == SIM_FLOAT ? (double)to_float(operand) : to_double(operand);
    double result;
    switch (kind) {
    case SIM_ATOMIC_ADD:
        if (type == SIM_FLOAT)
            return from_float(to_float(old) + to_float(operand));
        result = a + b;
        break;
    case SIM_ATOMIC_SUB:
        if (type == SIM_FLOAT)
            return from_float(to_float(old) - to_float(operand));
        result = a - b;
        break;
    case SIM_ATOMIC_MIN: result = b < a ? b : a; break;
    case SIM_ATOMIC_MAX: result = b > a ? b : a; break;
    default: return operand;
    }
    return type == SIM_FLOAT ? from_float((float)result) : from_double(result);
}

static int is_narrow(enum sim_type type)
{
    return type == SIM_ONE_HALF || type == SIM_TWO_HALVES || type == SIM_ONE_BFLOAT ||
           type == SIM_TWO_BFLOATS;
}

static int is_pair(enum sim_type type)
{
    return type == SIM_TWO_HALVES || type == SIM_TWO_BFLOATS;
}

/* On half and bfloat16, alone or in pairs, there are sums and exchanges. */
static uint64_t narrow(enum sim_atomic_kind kind, enum sim_type type, uint64_t old,
                       uint64_t operand)
{
    unsigned format = type == SIM_ONE_HALF || type == SIM_TWO_HALVES ? SIM_HALF : SIM_BFLOAT;
    unsigned pair = is_pair(type) ? SIM_NARROW_PAIR : 0;
    if (kind != SIM_ATOMIC_ADD)
        return operand;
    return sim_narrow_compute((uint32_t)old, (uint32_t)operand, 0, SIM_NARROW_ADD | pair | format);
}

/* Sign-extends values of signed types so that they compare as 64-bit ones do. */
static int64_t extended(enum sim_type type, uint64_t value)
{
    return type == SIM_INT32 ? (int32_t)value : (int64_t)value;
}

static int less(enum sim_type type, uint64_t a, uint64_t b)
{
    if (type == SIM_INT32 || type == SIM_INT64)
        return extended(type, a) < extended(type, b);
    return a < b;
}

static uint64_t integral(enum sim_atomic_kind kind, enum sim_type type, uint64_t old,
                         uint64_t operand)
{
    switch (kind) {
    case SIM_ATOMIC_ADD: return old + operand;
    case SIM_ATOMIC_SUB: return old - operand;
    case SIM_ATOMIC_MIN: return less(type, operand, old) ? operand : old;
    case SIM_ATOMIC_MAX: return less(type, old, operand) ? operand : old;
    case SIM_ATOMIC_INCREMENT: return old >= operand ? 0 : old + 1;
    case SIM_ATOMIC_DECREMENT: return old == 0 || old > operand ? operand : old - 1;
    case SIM_ATOMIC_AND: return old & operand;
    case SIM_ATOMIC_OR: return old | operand;
    case SIM_ATOMIC_XOR: return old ^ operand;
    default: return operand;
    }
}

static uint64_t load(const volatile void *address, unsigned log2)
{
    if (log2 == 0)
        return *(const volatile uint8_t *)address;
    if (log2 == 1)
        return *(const volatile uint16_t *)address;
    if (log2 == 2)
        return *(const volatile uint32_t *)address;
    return *(const volatile uint64_t *)address;
}

static void store(volatile void *address, unsigned log2, uint64_t value)
{
    if (log2 == 0)
        *(volatile uint8_t *)address = (uint8_t)value;
    else if (log2 == 1)
        *(volatile uint16_t *)address = (uint16_t)value;
    else if (log2 == 2)
        *(volatile uint32_t *)address = (uint32_t)value;
    else
        *(volatile uint64_t *)address = value;
}

/* ACCESS_BARRIER, where the atomic is on the words of a barrier that expects the whole block. */
static unsigned of_block_barrier(const struct worker *worker, const volatile void *address,
                                 unsigned log2)
{
    const volatile unsigned *expected = address;

    return expected[log2 == 3 ? -1 : 0] == worker->launch.threads ? ACCESS_BARRIER : 0;
}

uint64_t sim_atomic(enum sim_atomic_kind kind, enum sim_type type, volatile void *address,
                    uint64_t operand, uint64_t compare, enum sim_scope named)
{
    struct worker *worker = this_worker;
    unsigned log2 = log2_size(type);
    enum sim_scope scope = named & ~(unsigned)SIM_SCOPE_OF_BARRIER;
    uint64_t all = log2 == 3 ? UINT64_MAX : ((uint64_t)1 << (8u << log2)) - 1;
    unsigned pair = is_pair(type) ? ACCESS_PAIR : 0;
    if (named & SIM_SCOPE_OF_BARRIER)
        lane_at_barrier(worker, (uintptr_t)address, kind == SIM_ATOMIC_LOAD);
    if (record_before_atomic(kind, (uintptr_t)address, 1u << log2, pair, scope, CALLER))
        lane_abandon(worker);
    const uint64_t *before = recorder.address;
    record_special(
        EVENT_ATOMIC | (kind == SIM_ATOMIC_COMPARE_AND_SWAP ? ACCESS_SWAP : 0) |
            (kind == SIM_ATOMIC_EXCHANGE || kind == SIM_ATOMIC_STORE ? ACCESS_EXCHANGE : 0) |
            (kind == SIM_ATOMIC_LOAD ? ACCESS_LOAD : 0) |
            (kind == SIM_ATOMIC_INCREMENT || kind == SIM_ATOMIC_DECREMENT ? ACCESS_WRAPS : 0) |
            (type == SIM_FLOAT || type == SIM_DOUBLE || is_narrow(type) ? ACCESS_FLOATING : 0) |
            (named & SIM_SCOPE_OF_BARRIER ? of_block_barrier(worker, address, log2) : 0) | pair |
            (unsigned)scope << ACCESS_SCOPE_SHIFT,
        log2, (uintptr_t)address, CALLER);
    int is_recorded = recorder.address != before; /* not if the address was refused */
    uint64_t old = load(address, log2), new;
    if (kind == SIM_ATOMIC_LOAD)
        new = old;
    else if (kind == SIM_ATOMIC_COMPARE_AND_SWAP)
        new = old == (compare & all) ? operand : old;
    else if (type == SIM_FLOAT || type == SIM_DOUBLE)
        new = floating(kind, type, old, operand);
    else if (is_narrow(type))
        new = narrow(kind, type, old, operand);
    else
        new = integral(kind, type, old, operand & all);
    if (kind != SIM_ATOMIC_LOAD)
        store(address, log2, new);
    if (kind == SIM_ATOMIC_COMPARE_AND_SWAP && is_recorded && old != (compare & all))
        record_failed_swap();
    if ((new &all) != old)
        worker->block.progress = 1;
    if (is_recorded)
        record_poll((uintptr_t)address, (new &all) != old);
    return old;
}

void sim_fence(enum sim_scope scope)
{
    record_special(EVENT_FENCE, 0, (uintptr_t)scope, CALLER);
}

void sim_light_fence(enum sim_scope scope)
{
    record_special(EVENT_FENCE, 0, (uintptr_t)scope | FENCE_LIGHT, CALLER);
}

void sim_release(enum sim_scope scope)
{
    record_special(EVENT_FENCE, 0, (uintptr_t)scope | FENCE_RELEASE, CALLER);
}

void sim_acquire(enum sim_scope scope)
{
    record_special(EVENT_FENCE, 0, (uintptr_t)scope | FENCE_ACQUIRE, CALLER);
}
