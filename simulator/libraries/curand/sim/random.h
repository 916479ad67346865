/*
 * The generators of cuRAND: XORWOW, Philox4x32-10 and MRG32k3a, with cuRAND's seeds, so that the
 * numbers are the library's. For C and C++: kernels and the host's generators share it.
 */
#ifndef SIM_RANDOM_H
#define SIM_RANDOM_H

#include <math.h>
#include <stdint.h>

#include "sim/attributes.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Skips count * 2^log2 numbers: XORWOW's five words, and MRG32k3a's two times three. In a kernel
 * between sim_stop_recording and sim_go_on_recording.
 */
void sim_random_skip_xorwow(uint32_t words[5], uint64_t count, unsigned int log2);
void sim_random_skip_mrg(uint32_t first[3], uint32_t second[3], uint64_t count, unsigned int log2);

/* The 32 directions of a dimension of Sobol's sequences, from 0 on. */
#define SIM_SOBOL_DIMENSIONS 100
void sim_sobol_directions(unsigned int dimension, uint32_t directions[32]);

#ifdef __cplusplus
}
#endif

/* Distances of sequences: 2^67 numbers of XORWOW, 2^76 of MRG32k3a. */
#define SIM_XORWOW_SEQUENCE 67
#define SIM_MRG_SEQUENCE    76

#define SIM_XORWOW_WEYL 362437u

#define SIM_MRG_MODULUS_1 4294967087u
#define SIM_MRG_MODULUS_2 4294944443u
/* 1 / (modulus + 1), as cuRAND has it; and the factor that makes 32 bits of a number below the
 * modulus. */
#define SIM_MRG_NORM      2.3283065498378288e-10
#define SIM_MRG_BITS_NORM 1.000000048662

/* ---- XORWOW: xorshift of five words, and a sum ---------------------------------------------- */

SIM_INLINE void sim_xorwow_seed(uint32_t words[5], uint32_t *sum, uint64_t seed)
{
    uint32_t low = ((uint32_t)seed ^ 0xaad26b49u) * 1099087573u;
    uint32_t high = ((uint32_t)(seed >> 32) ^ 0xf7dcefddu) * 2591861531u;

    *sum = 6615241u + high + low;
    words[0] = 123456789u + low;
    words[1] = 362436069u ^ low;
    words[2] = 521288629u + high;
    words[3] = 88675123u ^ high;
    words[4] = 5783321u + low;
}

SIM_INLINE uint32_t sim_xorwow_next(uint32_t words[5], uint32_t *sum)
{
    uint32_t first = words[0] ^ (words[0] >> 2);

    words[0] = words[1];
    words[1] = words[2];
    words[2] = words[3];
    words[3] = words[4];
    words[4] = (words[4] ^ (words[4] << 4)) ^ (first ^ (first << 1));
    *sum += SIM_XORWOW_WEYL;
    return words[4] + *sum;
}

/* ---- Philox4x32-10: ten rounds on a counter ------------------------------------------------- */

SIM_INLINE void sim_philox(const uint32_t counter[4], uint32_t key_0, uint32_t key_1,
                           uint32_t result[4])
{
    uint32_t x = counter[0], y = counter[1], z = counter[2], w = counter[3];

    for (int round = 0; round < 10; round++) {
        uint64_t first = (uint64_t)0xd2511f53u * x, second = (uint64_t)0xcd9e8d57u * z;

        x = (uint32_t)(second >> 32) ^ y ^ key_0;
        y = (uint32_t)second;
        z = (uint32_t)(first >> 32) ^ w ^ key_1;
        w = (uint32_t)first;
        key_0 += 0x9e3779b9u;
        key_1 += 0xbb67ae85u;
    }
    result[0] = x;
    result[1] = y;
    result[2] = z;
    result[3] = w;
}

/* ---- MRG32k3a: two recurrences, of which the difference counts ------------------------------- */

SIM_INLINE uint32_t sim_mrg_product(uint32_t a, uint32_t b, uint32_t modulus)
{
    return (uint32_t)((uint64_t)a * b % modulus);
}

SIM_INLINE void sim_mrg_seed(uint32_t first[3], uint32_t second[3], uint64_t seed)
{
    uint32_t low = (uint32_t)seed ^ 0x55555555u, high = (uint32_t)(seed >> 32) ^ 0xaaaaaaaau;

    for (int i = 0; i < 3; i++) {
        first[i] = second[i] = 12345;
        if (seed) {
            first[i] = sim_mrg_product(i == 1 ? high : low, 12345, SIM_MRG_MODULUS_1);
            second[i] = sim_mrg_product(i == 1 ? low : high, 12345, SIM_MRG_MODULUS_2);
        }
    }
}

/* From 1 to the first modulus. */
SIM_INLINE double sim_mrg_next(uint32_t first[3], uint32_t second[3])
{
    uint64_t a = (uint64_t)1403580u * first[1] + (uint64_t)810728u * (SIM_MRG_MODULUS_1 - first[0]);
    uint64_t b =
        (uint64_t)527612u * second[2] + (uint64_t)1370589u * (SIM_MRG_MODULUS_2 - second[0]);
    uint32_t p = (uint32_t)(a % SIM_MRG_MODULUS_1), q = (uint32_t)(b % SIM_MRG_MODULUS_2);

    first[0] = first[1];
    first[1] = first[2];
    first[2] = p;
    second[0] = second[1];
    second[1] = second[2];
    second[2] = q;
    return p <= q ? (double)p - (double)q + SIM_MRG_MODULUS_1 : (double)p - (double)q;
}

/* ---- Distributions ------------------------------------------------------------------------- */

#define SIM_POW32_INVERSE        2.3283064e-10f
#define SIM_POW32_INVERSE_2PI    (2.3283064e-10f * 6.2831855f)
#define SIM_POW32_INVERSE_DOUBLE 2.3283064365386963e-10
#define SIM_POW53_INVERSE        1.1102230246251565e-16
#define SIM_TWO_PI               6.2831853071795860

/* In (0, 1]. */
SIM_INLINE float sim_uniform(uint32_t bits)
{
    return (float)bits * SIM_POW32_INVERSE + SIM_POW32_INVERSE / 2.0f;
}

/* The same of 32 bits. */
SIM_INLINE double sim_uniform_32(uint32_t bits)
{
    return bits * SIM_POW32_INVERSE_DOUBLE + SIM_POW32_INVERSE_DOUBLE;
}

SIM_INLINE double sim_uniform_53(uint32_t low, uint32_t high)
{
    uint64_t bits = (uint64_t)low ^ ((uint64_t)high << 21);

    return (double)bits * SIM_POW53_INVERSE + SIM_POW53_INVERSE / 2.0;
}

/* Box and Muller: two normally distributed numbers. */
SIM_INLINE void sim_normal_pair(uint32_t a, uint32_t b, float result[2])
{
    float size = sqrtf(-2.0f * logf(sim_uniform(a)));
    float angle = (float)b * SIM_POW32_INVERSE_2PI + SIM_POW32_INVERSE_2PI / 2;

    result[0] = sinf(angle) * size;
    result[1] = cosf(angle) * size;
}

SIM_INLINE void sim_normal_pair_53(uint32_t a, uint32_t b, uint32_t c, uint32_t d, double result[2])
{
    uint64_t bits = (uint64_t)c ^ ((uint64_t)d << 21);
    double size = sqrt(-2.0 * log(sim_uniform_53(a, b)));
    double angle = (double)bits * (SIM_POW53_INVERSE * 2.0) + SIM_POW53_INVERSE;

    result[0] = sin(angle * (SIM_TWO_PI / 2)) * size;
    result[1] = cos(angle * (SIM_TWO_PI / 2)) * size;
}

#endif
