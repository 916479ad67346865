/*
 * What mathematical functions cost: functions.csv, which calibrate/functions.sh has written. The
 * Makefile makes the table's rows of it.
 */
#include "functions.h"

#include <stdlib.h>
#include <string.h>

/* Sorted by name. */
static const struct function_cost costs[] = {
#include "function_costs.inc"
};

/* Functions of the runtime, and those of CUDA that they stand for. Sorted by name. */
static const char *const stands_for[][2] = {
    {"lgamma", "tgamma"}, /* nearly */
    {"sim_fast_cos", "__cosf"},
    {"sim_fast_divide", "__fdividef"},
    {"sim_fast_exp", "__expf"},
    {"sim_fast_exp10", "__exp10f"},
    {"sim_fast_log", "__logf"},
    {"sim_fast_log10", "__log10f"},
    {"sim_fast_log2", "__log2f"},
    {"sim_fast_power", "__powf"},
    {"sim_fast_rsqrt", "rsqrtf"},
    {"sim_fast_sin", "__sinf"},
    {"sim_narrow_function", "hexp"},
    {"sim_special_bessel_i0", "cyl_bessel_i0f"},
    {"sim_special_bessel_i1", "cyl_bessel_i1f"},
    {"sim_special_cospi", "cospi"},
    {"sim_special_cospif", "cospif"},
    {"sim_special_erfcinv", "erfcinvf"},
    {"sim_special_erfcx", "erfcxf"},
    {"sim_special_erfinv", "erfinvf"},
    {"sim_special_normal", "erfcinvf"},
    {"sim_special_normcdf", "normcdf"},
    {"sim_special_normcdff", "normcdff"},
    {"sim_special_poisson", "lgammaf"},
    {"sim_special_rcbrt", "rcbrt"},
    {"sim_special_rcbrtf", "rcbrtf"},
    {"sim_special_rhypot", "rhypot"},
    {"sim_special_rhypotf", "rhypotf"},
    {"sim_special_sinpi", "sinpi"},
    {"sim_special_sinpif", "sinpif"},
};

static int compare_names(const void *name, const void *row)
{
    return strcmp(name, *(const char *const *)row);
}

const struct function_cost *find_function_cost(const char *name)
{
    const char *const *other = bsearch(name, stands_for, sizeof stands_for / sizeof *stands_for,
                                       sizeof *stands_for, compare_names);

    return bsearch(other ? other[1] : name, costs, sizeof costs / sizeof *costs, sizeof *costs,
                   compare_names);
}

int has_slow_way(const char *name)
{
    static const char *const names[] = {"cosf", "sincosf", "sinf", "tanf"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return 1;
    return 0;
}
