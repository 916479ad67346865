/*
 * One total: a kernel leaves a sum for each block, and a second one, given in the exercise, adds
 * these up.
 */
#include "../kernel_names.h"
#include "shapes.h"

#define SECOND_KERNEL "reduceBlockSums_12"

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    int is_second =
        is_function(name, SECOND_KERNEL, "(long long*, long long*, unsigned int)") ||
        is_function(name, SECOND_KERNEL, "(long long const*, long long*, unsigned int)");

    snprintf(as, bytes, is_second ? "sums" : "two");
    return is_second || is_function(name, kernel, "(int*, long long*, unsigned long)") ||
           is_function(name, kernel, "(int const*, long long*, unsigned long)");
}

const struct shape two_kernels = {
    .work = &one_total,
    .host_program = "judge_total",
    .launched = 2,
    .kernels = 2,
    .is_kernel = is_kernel,
    .begin = CALLS_INLINED,
    .wanted = "," SECOND_KERNEL,
};
