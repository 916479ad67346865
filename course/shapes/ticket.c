/*
 * One total: each block leaves its sum and draws a ticket; the last one adds up all sums.
 */
#include "../kernel_names.h"
#include "shapes.h"

static int is_kernel(const char *kernel, const char *name, char *as, size_t bytes)
{
    snprintf(as, bytes, "ticket");
    return is_function(name, kernel,
                       "(int*, long long*, long long*, unsigned int*, unsigned long)") ||
           is_function(name, kernel,
                       "(int const*, long long*, long long*, unsigned int*, unsigned long)");
}

const struct shape ticket = {
    .work = &one_total,
    .host_program = "judge_total",
    .launched = 1,
    .kernels = 1,
    .is_kernel = is_kernel,
    .begin = CALLS_INLINED,
    .wanted = "",
};
