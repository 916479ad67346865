/*
 * Sobol's quasi-random sequences of 32 bits, and Poisson numbers, in kernels: part of
 * curand_kernel.h.
 */
#ifndef SIM_RANDOM_QUASI_H
#define SIM_RANDOM_QUASI_H

#include "sim/arithmetic.h"

struct curandStateSobol32 {
    unsigned int i, x, c; /* numbers taken, the next one, the one that all begins with */
    unsigned int direction_vectors[32];
};
typedef struct curandStateSobol32 curandStateSobol32_t;

SIM_INLINE void skipahead(unsigned int n, curandStateSobol32_t *state)
{
    unsigned int code;

    state->i += n;
    state->x = state->c;
    code = state->i ^ state->i >> 1;
    for (int bit = 0; code; bit++, code >>= 1)
        if (code & 1)
            state->x ^= state->direction_vectors[bit];
}

/* directions: one element of curandGetDirectionVectors32's array. */
SIM_INLINE void curand_init(const unsigned int directions[32], unsigned int offset,
                            curandStateSobol32_t *state)
{
    for (int bit = 0; bit < 32; bit++)
        state->direction_vectors[bit] = directions[bit];
    state->i = 0;
    state->c = 0;
    skipahead(offset, state);
}

SIM_INLINE unsigned int curand(curandStateSobol32_t *state)
{
    unsigned int result = state->x;

    state->x ^= state->direction_vectors[__builtin_ctz(~state->i | 0x80000000u)];
    state->i++;
    return result;
}

SIM_INLINE float curand_uniform(curandStateSobol32_t *state)
{
    return sim_uniform(curand(state));
}

SIM_INLINE double curand_uniform_double(curandStateSobol32_t *state)
{
    return sim_uniform_32(curand(state));
}

/* By the inverse of the distribution: pairs of one sequence would not do. */
SIM_INLINE double curand_normal_double(curandStateSobol32_t *state)
{
    return sim_special_normal(curand(state));
}

SIM_INLINE float curand_normal(curandStateSobol32_t *state)
{
    return (float)curand_normal_double(state);
}

/* ---- Poisson: how many events where lambda are expected ------------------------------------ */

SIM_INLINE unsigned int curand_poisson(curandStateSobol32_t *state, double lambda)
{
    return sim_special_poisson(curand_uniform_double(state), lambda);
}

/* Below 64 the library's numbers; from there others of the same distribution. */
template <class state_type> SIM_INLINE unsigned int curand_poisson(state_type *state, double lambda)
{
    if (lambda > 4000)
        return (unsigned int)(sqrt(lambda) * curand_normal_double(state) + lambda + 0.5);
    if (lambda >= 64)
        return sim_special_poisson(curand_uniform_double(state), lambda);

    unsigned int count = 0;
    float product = expf((float)lambda);

    do {
        count++;
        product *= curand_uniform(state);
    } while (product > 1.0f);
    return count - 1;
}

#endif
