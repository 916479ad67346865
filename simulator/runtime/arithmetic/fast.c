/*
 * Functions of floats for which a GPU has a special function unit. They are calls here, so that the
 * clock can distinguish them from the long computations of C's library.
 */
#include <math.h>

#include "sim/arithmetic.h"

float sim_fast_rsqrt(float x)
{
    return (float)(1.0 / sqrt((double)x));
}

float sim_fast_exp(float x)
{
    return expf(x);
}

float sim_fast_exp10(float x)
{
    return (float)pow(10.0, (double)x);
}

float sim_fast_log(float x)
{
    return logf(x);
}

float sim_fast_log2(float x)
{
    return log2f(x);
}

float sim_fast_log10(float x)
{
    return log10f(x);
}

float sim_fast_sin(float x)
{
    return sinf(x);
}

float sim_fast_cos(float x)
{
    return cosf(x);
}

float sim_fast_power(float x, float y)
{
    return powf(x, y);
}

float sim_fast_divide(float x, float y)
{
    return x / y;
}
