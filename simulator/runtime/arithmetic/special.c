/*
 * Functions of CUDA beyond C's library: inverses of the error function and of distributions, Bessel
 * functions, angles in units of pi, inverse roots. They are functions of the runtime so that the
 * clock can tell them from what they are made of here.
 */
#include <math.h>

#include "sim/arithmetic.h"

#define ROOT_OF_PI 1.7724538509055160273

/* y with erfc(y) = x, for x in (0, 1]: from a first guess by Halley's steps. */
static double upper_half(double x)
{
    double w = sqrt(-2 * log(x / 2)); /* good in the tail, and near enough elsewhere */
    double y = (w - (2.515517 + w * (0.802853 + w * 0.010328)) /
                        (1 + w * (1.432788 + w * (0.189269 + w * 0.001308)))) /
               M_SQRT2;

    for (int i = 0; i < 3; i++) {
        double slope = -2 / ROOT_OF_PI * exp(-y * y);
        double step = (erfc(y) - x) / slope;
        if (slope == 0 || !isfinite(step))
            break;
        y -= step / (1 + y * step);
    }
    return y;
}

double sim_special_erfcinv(double x)
{
    if (!(x >= 0 && x <= 2))
        return NAN;
    if (x == 0 || x == 2)
        return x == 0 ? INFINITY : -INFINITY;
    return x > 1 ? -sim_special_erfinv(x - 1) : x > 0.5 ? sim_special_erfinv(1 - x) : upper_half(x);
}

double sim_special_erfinv(double x)
{
    double size = fabs(x), y;

    if (!(size <= 1))
        return NAN;
    if (size == 1)
        return copysign(INFINITY, x);
    if (size > 0.5)
        return copysign(upper_half(1 - size), x);
    y = size * ROOT_OF_PI / 2;
    for (int i = 0; i < 4; i++) {
        double step = (erf(y) - size) / (2 / ROOT_OF_PI * exp(-y * y));
        y -= step / (1 + y * step);
    }
    return copysign(y, x);
}

/* exp(x * x) * erfc(x). Where the factors would overflow and underflow: a continued fraction. */
double sim_special_erfcx(double x)
{
    double fraction = x;

    if (x < 5)
        return exp(x * x) * erfc(x);
    for (int k = 60; k > 0; k--)
        fraction = x + k / 2.0 / fraction;
    return 1 / (ROOT_OF_PI * fraction);
}

/* Modified Bessel functions of the first kind, of order 0 or 1, by their power series. */
static double bessel(double x, int order)
{
    double quarter = x * x / 4, term = order ? x / 2 : 1, sum = term;

    if (!isfinite(x))
        return order ? x : fabs(x);
    for (int k = 1; fabs(term) > fabs(sum) * 1e-17; k++) {
        term *= quarter / ((double)k * (k + order));
        sum += term;
    }
    return sum;
}

double sim_special_bessel_i0(double x)
{
    return bessel(x, 0);
}

double sim_special_bessel_i1(double x)
{
    return bessel(x, 1);
}

double sim_special_normcdf(double x)
{
    return 0.5 * erfc(-x * M_SQRT1_2);
}

float sim_special_normcdff(float x)
{
    return (float)sim_special_normcdf(x);
}

/* x reduced to one turn of two units: exact. */
static double turn(double x)
{
    return fmod(x, 2.0) * M_PI;
}

double sim_special_sinpi(double x)
{
    return sin(turn(x));
}

float sim_special_sinpif(float x)
{
    return (float)sim_special_sinpi(x);
}

double sim_special_cospi(double x)
{
    return cos(turn(x));
}

float sim_special_cospif(float x)
{
    return (float)sim_special_cospi(x);
}

double sim_special_rcbrt(double x)
{
    return 1 / cbrt(x);
}

float sim_special_rcbrtf(float x)
{
    return (float)sim_special_rcbrt(x);
}

double sim_special_rhypot(double x, double y)
{
    return 1 / hypot(x, y);
}

float sim_special_rhypotf(float x, float y)
{
    return 1 / hypotf(x, y);
}

double sim_special_normal(uint32_t bits)
{
    double tail = ((double)(bits >> 31 ? ~bits : bits) + 0.5) / 4294967296.0;
    double place = M_SQRT2 * sim_special_erfcinv(2 * tail);

    return bits >> 31 ? place : -place;
}

uint32_t sim_special_poisson(double share, double lambda)
{
    double chance, sum = 0;
    uint32_t count = 0;

    if (lambda >= 700) { /* exp(-lambda) would underflow, and the normal distribution is close */
        double place = -M_SQRT2 * sim_special_erfcinv(2 * share);
        double number = sqrt(lambda) * place + lambda + 0.5;
        return number > 0 ? (uint32_t)number : 0;
    }
    chance = exp(-lambda);
    for (; sum + chance < share && count < 2 * (lambda + 60); count++) {
        sum += chance;
        chance *= lambda / (count + 1);
    }
    return count;
}
