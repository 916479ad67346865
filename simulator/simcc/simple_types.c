/*
 * Types without functions of their own: see simple_types.h.
 */
#include "simple_types.h"

#include "constructs.h"

static const char *const types[] = {
    "void",     "bool",    "char",    "short",     "int",       "long",     "signed",
    "unsigned", "float",   "double",  "const",     "size_t",    "int8_t",   "int16_t",
    "int32_t",  "int64_t", "uint8_t", "uint16_t",  "uint32_t",  "uint64_t", "uintptr_t",
    "uint",     "uint3",   "dim3",    "constexpr", "ptrdiff_t", "register", "__restrict__",
    "int3",     "float3",  "double3", "ushort",    "uchar",     "ulong",    "__restrict",
};

int is_simple_type(const struct token *token)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (token_is(token, types[i]))
            return 1;
    return is_vector_type(token);
}
