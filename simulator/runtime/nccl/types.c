/*
 * Data types and operators: see types.h.
 */
#include "nccl/types.h"

#include <stdint.h>

#include "arithmetic/narrow_format.h"

static const struct {
    const char *name;
    size_t size;
} types[ncclNumTypes] = {
    [ncclInt8] = {"ncclInt8", 1},       [ncclUint8] = {"ncclUint8", 1},
    [ncclInt32] = {"ncclInt32", 4},     [ncclUint32] = {"ncclUint32", 4},
    [ncclInt64] = {"ncclInt64", 8},     [ncclUint64] = {"ncclUint64", 8},
    [ncclFloat16] = {"ncclFloat16", 2}, [ncclFloat32] = {"ncclFloat32", 4},
    [ncclFloat64] = {"ncclFloat64", 8}, [ncclBfloat16] = {"ncclBfloat16", 2},
};

static const char *const operators[ncclNumOps] = {
    [ncclSum] = "ncclSum", [ncclProd] = "ncclProd", [ncclMax] = "ncclMax",
    [ncclMin] = "ncclMin", [ncclAvg] = "ncclAvg",
};

size_t type_size(ncclDataType_t type)
{
    return (unsigned)type < ncclNumTypes ? types[type].size : 0;
}

const char *type_name(ncclDataType_t type)
{
    return type_size(type) ? types[type].name : "?";
}

const char *operator_name(ncclRedOp_t operation)
{
    return (unsigned)operation < ncclNumOps ? operators[operation] : "?";
}

/*
 * For each type: its operators on arrays. Whole numbers wrap around, in the unsigned type of their
 * size. They are compared in their own type.
 */
#define OPERATORS(name, type, wrapping)                                                            \
    static void combine_##name(type *target, const type *source, size_t count,                     \
                               ncclRedOp_t operation)                                              \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            if (operation == ncclMax)                                                              \
                target[i] = source[i] > target[i] ? source[i] : target[i];                         \
            else if (operation == ncclMin)                                                         \
                target[i] = source[i] < target[i] ? source[i] : target[i];                         \
            else if (operation == ncclProd)                                                        \
                target[i] = (type)((wrapping)target[i] * (wrapping)source[i]);                     \
            else                                                                                   \
                target[i] = (type)((wrapping)target[i] + (wrapping)source[i]);                     \
    }                                                                                              \
    static void divide_##name(type *target, size_t count, int ranks)                               \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            target[i] = (type)(target[i] / (type)ranks);                                           \
    }

OPERATORS(int32, int32_t, uint32_t)
OPERATORS(uint32, uint32_t, uint32_t)
OPERATORS(int64, int64_t, uint64_t)
OPERATORS(uint64, uint64_t, uint64_t)
OPERATORS(float, float, float)
OPERATORS(double, double, double)

/* The number of ranks may not fit in a byte. */
#define BYTES(name, type)                                                                          \
    static void combine_##name(type *target, const type *source, size_t count,                     \
                               ncclRedOp_t operation)                                              \
    {                                                                                              \
        for (size_t i = 0; i < count; i++) {                                                       \
            int32_t one = target[i], other = source[i];                                            \
            combine_int32(&one, &other, 1, operation);                                             \
            target[i] = (type)one;                                                                 \
        }                                                                                          \
    }                                                                                              \
    static void divide_##name(type *target, size_t count, int ranks)                               \
    {                                                                                              \
        for (size_t i = 0; i < count; i++)                                                         \
            target[i] = (type)(target[i] / ranks);                                                 \
    }

BYTES(int8, int8_t)
BYTES(uint8, uint8_t)

static void combine_narrow(uint16_t *target, const uint16_t *source, size_t count,
                           enum sim_narrow_format format, ncclRedOp_t operation)
{
    for (size_t i = 0; i < count; i++) {
        double one = narrow_value(target[i], format), other = narrow_value(source[i], format);
        combine_double(&one, &other, 1, operation);
        target[i] = narrow_round(one, format, SIM_NEAREST_EVEN);
    }
}

static void divide_narrow(uint16_t *target, size_t count, enum sim_narrow_format format, int ranks)
{
    for (size_t i = 0; i < count; i++)
        target[i] = narrow_round(narrow_value(target[i], format) / ranks, format, SIM_NEAREST_EVEN);
}

void combine(void *target, const void *source, size_t count, ncclDataType_t type,
             ncclRedOp_t operation)
{
    switch (type) {
    case ncclInt8: combine_int8(target, source, count, operation); break;
    case ncclUint8: combine_uint8(target, source, count, operation); break;
    case ncclInt32: combine_int32(target, source, count, operation); break;
    case ncclUint32: combine_uint32(target, source, count, operation); break;
    case ncclInt64: combine_int64(target, source, count, operation); break;
    case ncclUint64: combine_uint64(target, source, count, operation); break;
    case ncclFloat32: combine_float(target, source, count, operation); break;
    case ncclFloat64: combine_double(target, source, count, operation); break;
    case ncclFloat16: combine_narrow(target, source, count, SIM_HALF, operation); break;
    case ncclBfloat16: combine_narrow(target, source, count, SIM_BFLOAT, operation); break;
    default: break;
    }
}

void divide(void *target, size_t count, ncclDataType_t type, int ranks)
{
    switch (type) {
    case ncclInt8: divide_int8(target, count, ranks); break;
    case ncclUint8: divide_uint8(target, count, ranks); break;
    case ncclInt32: divide_int32(target, count, ranks); break;
    case ncclUint32: divide_uint32(target, count, ranks); break;
    case ncclInt64: divide_int64(target, count, ranks); break;
    case ncclUint64: divide_uint64(target, count, ranks); break;
    case ncclFloat32: divide_float(target, count, ranks); break;
    case ncclFloat64: divide_double(target, count, ranks); break;
    case ncclFloat16: divide_narrow(target, count, SIM_HALF, ranks); break;
    case ncclBfloat16: divide_narrow(target, count, SIM_BFLOAT, ranks); break;
    default: break;
    }
}
