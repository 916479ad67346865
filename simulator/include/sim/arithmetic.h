/*
 * Integer arithmetic of single GPU instructions that C has no operators for, and functions that
 * its library lacks. May be called anywhere.
 */
#ifndef SIM_ARITHMETIC_H
#define SIM_ARITHMETIC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A sum or difference with the carry that each host thread keeps. */
enum { SIM_CARRY_TAKEN = 1, SIM_CARRY_GIVEN = 2, SIM_CARRY_SUBTRACTS = 4, SIM_CARRY_64 = 8 };
uint64_t sim_integer_carry(uint64_t a, uint64_t b, unsigned int how);

/* count bits from the first one on, as a number; signed: its highest bit is its sign. */
enum { SIM_FIELD_SIGNED = 1, SIM_FIELD_64 = 2 };
uint64_t sim_integer_field(uint64_t value, unsigned int first, unsigned int count,
                           unsigned int how);

/* into, with its count bits from first on replaced by from's lowest; width: 32 or 64. */
uint64_t sim_integer_insert(uint64_t from, uint64_t into, unsigned int first, unsigned int count,
                            unsigned int width);

/* Each bit of the result is the bit of the table whose number a's, b's and c's bits make. */
uint32_t sim_integer_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table);

/* Functions of CUDA's that C lacks: NaN where they are not defined. */
double sim_special_erfinv(double x);  /* of -1 to 1 */
double sim_special_erfcinv(double x); /* of 0 to 2 */
double sim_special_erfcx(double x);   /* exp(x * x) * erfc(x) */
/* Quantiles of the normal distribution: of a share in 32 bits, or in (0, 1). */
double sim_special_normal(uint32_t bits);
/* The same of the Poisson distribution. */
uint32_t sim_special_poisson(double share, double lambda);
double sim_special_bessel_i0(double x);
double sim_special_bessel_i1(double x);
/* Of the normal distribution the share below x, in [0, 1]. */
double sim_special_normcdf(double x);
float sim_special_normcdff(float x);
/* Of an angle of x times pi. */
double sim_special_sinpi(double x);
float sim_special_sinpif(float x);
double sim_special_cospi(double x);
float sim_special_cospif(float x);
/* One by the cube root, or by the length of a vector. */
double sim_special_rcbrt(double x);
float sim_special_rcbrtf(float x);
double sim_special_rhypot(double x, double y);
float sim_special_rhypotf(float x, float y);

/* Functions that a GPU has a unit of its own for, as exact as C's are. */
float sim_fast_rsqrt(float x);
float sim_fast_exp(float x);
float sim_fast_exp10(float x);
float sim_fast_log(float x);
float sim_fast_log2(float x);
float sim_fast_log10(float x);
float sim_fast_sin(float x);
float sim_fast_cos(float x);
float sim_fast_power(float x, float y);
float sim_fast_divide(float x, float y);

#ifdef __cplusplus
}
#endif

#endif
