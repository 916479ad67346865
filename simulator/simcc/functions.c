/*
 * Names of functions: see functions.h.
 */
#include "functions.h"

#include "instruction.h"

#include <string.h>

/* One instruction of a GPU, or very few. */
static const char *const simple[] = {"ceil",  "copysign",  "fabs",  "fdim",      "floor",
                                     "fma",   "fmax",      "fmin",  "nearbyint", "rint",
                                     "trunc", "roundeven", "ldexp", "scalbn"};

/* Calls of ours that a GPU's code does not have. */
static const char *const nothing[] = {"sim_in_kernel",
                                      "sim_is_launched",
                                      "sim_stop_recording",
                                      "sim_go_on_recording",
                                      "sim_random_skip_xorwow",
                                      "sim_random_skip_mrg",
                                      "sim_texture_find",
                                      "sim_shared_array",
                                      "sim_part_barrier_begins",
                                      "sim_part_barrier_arrivals",
                                      "sim_surface_find",
                                      "sim_cooperative",
                                      "sim_require_cooperative",
                                      "__tls_get_addr",
                                      "sim_copy",
                                      "sim_copy_begins",
                                      "sim_copy_needs",
                                      "sim_waits_at"};

/* The runtime's arithmetic, each call one instruction of a GPU: names, or how they begin. */
static const struct {
    const char *begins;
    struct computation computation;
} computations[] = {
    {"sim_narrow_compute", {OPERATION_FLOAT, IN_GENERAL, IN_GENERAL}},
    {"sim_narrow_compare", {OPERATION_FLOAT, IN_GENERAL, IN_GENERAL}},
    {"sim_narrow_divide", {OPERATION_FLOAT_DIVIDE, IN_GENERAL, IN_GENERAL}},
    {"sim_narrow_function", {OPERATION_FUNCTION, IN_GENERAL, IN_GENERAL}},
    {"sim_narrow_to_float", {OPERATION_TO_FLOAT, IN_VECTOR, IN_GENERAL}},
    {"sim_narrow_to_", {OPERATION_CONVERT, IN_VECTOR, IN_GENERAL}},
    {"sim_narrow_from_float", {OPERATION_TO_FLOAT, IN_GENERAL, IN_VECTOR}},
    {"sim_narrow_from_double", {OPERATION_CONVERT, IN_GENERAL, IN_VECTOR}},
    {"sim_narrow_from_", {OPERATION_TO_FLOAT, IN_GENERAL, IN_GENERAL}},
    {"sim_integer_", {OPERATION_INTEGER, IN_GENERAL, IN_GENERAL}},
    {"sim_special_", {OPERATION_FUNCTION, IN_VECTOR, IN_VECTOR}},
    {"sim_fast_", {OPERATION_FUNCTION, IN_VECTOR, IN_VECTOR}},
    {"sim_multiply_", {OPERATION_MULTIPLY, IN_GENERAL, IN_GENERAL}},
};

/* The compilers' own functions for single intrinsics on integers. */
static const char *const bits[] = {"__popcountdi2", "__popcountsi2"};

static int is_in(const char *const *names, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], name, length))
            return 1;
    return 0;
}
#define IS_IN(names, name, length) is_in(names, sizeof(names) / sizeof *(names), name, length)

enum operation_kind function_kind(const char *name)
{
    size_t length = strlen(name);
    int is_float;

    if (IS_IN(nothing, name, length))
        return OPERATION_MOVE;
    if (IS_IN(bits, name, length))
        return OPERATION_INTEGER;
    if (find_function_cost(name))
        return OPERATION_FUNCTION;
    is_float = length > 1 && name[length - 1] == 'f';
    length -= (size_t)is_float;
    if (IS_IN(simple, name, length))
        return is_float ? OPERATION_FLOAT : OPERATION_DOUBLE;
    if (length == 4 && !strncmp(name, "sqrt", length))
        return is_float ? OPERATION_FLOAT_DIVIDE : OPERATION_DOUBLE_DIVIDE;
    return OPERATION_CALL;
}

/* Other people's functions may begin so, too: what has no cost is a call like any other. */
static int is_known(const struct computation *computation, const char *name)
{
    return computation->kind != OPERATION_FUNCTION || find_function_cost(name) != NULL;
}

const struct computation *find_computation(const char *name)
{
    for (size_t i = 0; i < sizeof computations / sizeof *computations; i++)
        if (!strncmp(name, computations[i].begins, strlen(computations[i].begins)))
            return is_known(&computations[i].computation, name) ? &computations[i].computation
                                                                : NULL;
    return NULL;
}

/* 1 if the text begins so; then it is cut off. */
static int cut_off(const char **text, const char *with)
{
    size_t length = strlen(with);

    if (strncmp(*text, with, length))
        return 0;
    *text += length;
    return 1;
}

struct hook hook_of(const char *name)
{
    struct hook hook = {0};

    if (cut_off(&name, "__sanitizer_cov_")) {
        hook.is_hook = 1;
        hook.block = !strcmp(name, "trace_pc");
        return hook;
    }
    if (!cut_off(&name, "__tsan_") || !strncmp(name, "atomic", 6) || !strncmp(name, "mem", 3))
        return hook;
    hook.is_hook = 1;
    cut_off(&name, "unaligned_");
    cut_off(&name, "volatile_");
    cut_off(&name, "vptr_");
    cut_off(&name, "kept_");
    if (cut_off(&name, "read_write"))
        hook.reads = hook.writes = 1;
    else if (cut_off(&name, "read"))
        hook.reads = 1;
    else if (cut_off(&name, "write") || cut_off(&name, "update"))
        hook.writes = 1;
    return hook;
}
