/*
 * cuRAND in kernels: XORWOW, Philox4x32-10, MRG32k3a and Sobol's sequences, their uniform, normal
 * and Poisson numbers. The bits are those of NVIDIA's library. The work of curand_init, which skips
 * ahead, is not counted.
 */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#include "cuda_runtime.h"
#include "curand.h"
#include "sim/random.h"

/* Room for the second number of Box and Muller. */
#define SIM_RANDOM_EXTRA                                                                           \
    int boxmuller_flag;                                                                            \
    int boxmuller_flag_double;                                                                     \
    float boxmuller_extra;                                                                         \
    double boxmuller_extra_double;

struct curandStateXORWOW {
    unsigned int d, v[5];
    SIM_RANDOM_EXTRA
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE; /* how much of the output is used */
    SIM_RANDOM_EXTRA
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    SIM_RANDOM_EXTRA
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

#undef SIM_RANDOM_EXTRA

namespace cuda_sim {
/* Copies that the runtime makes while it skips are no part of the kernel. */
SIM_INLINE void skip_xorwow(uint32_t words[5], uint64_t count, unsigned int log2)
{
    void *recording = sim_stop_recording();

    sim_random_skip_xorwow(words, count, log2);
    sim_go_on_recording(recording);
}

SIM_INLINE void skip_mrg(uint32_t first[3], uint32_t second[3], uint64_t count, unsigned int log2)
{
    void *recording = sim_stop_recording();

    sim_random_skip_mrg(first, second, count, log2);
    sim_go_on_recording(recording);
}

template <class state> SIM_INLINE void no_extra(state *s)
{
    s->boxmuller_flag = 0;
    s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0;
    s->boxmuller_extra_double = 0;
}
}

/* ---- XORWOW -------------------------------------------------------------------------------- */

SIM_INLINE void skipahead(unsigned long long n, curandStateXORWOW_t *state)
{
    uint32_t words[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};

    cuda_sim::skip_xorwow(words, n, 0);
    for (int i = 0; i < 5; i++)
        state->v[i] = words[i];
    state->d += SIM_XORWOW_WEYL * (unsigned int)n;
}

SIM_INLINE void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *state)
{
    uint32_t words[5] = {state->v[0], state->v[1], state->v[2], state->v[3], state->v[4]};

    cuda_sim::skip_xorwow(words, n, SIM_XORWOW_SEQUENCE);
    for (int i = 0; i < 5; i++)
        state->v[i] = words[i];
}

SIM_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateXORWOW_t *state)
{
    uint32_t words[5], sum;

    sim_xorwow_seed(words, &sum, seed);
    cuda_sim::skip_xorwow(words, subsequence, SIM_XORWOW_SEQUENCE);
    cuda_sim::skip_xorwow(words, offset, 0);
    for (int i = 0; i < 5; i++)
        state->v[i] = words[i];
    state->d = sum + SIM_XORWOW_WEYL * (unsigned int)offset;
    cuda_sim::no_extra(state);
}

SIM_INLINE unsigned int curand(curandStateXORWOW_t *state)
{
    return sim_xorwow_next(state->v, &state->d);
}

/* ---- Philox4x32-10 ------------------------------------------------------------------------- */

namespace cuda_sim {
SIM_INLINE void philox_run(curandStatePhilox4_32_10_t *state)
{
    uint32_t counter[4] = {state->ctr.x, state->ctr.y, state->ctr.z, state->ctr.w}, result[4];

    sim_philox(counter, state->key.x, state->key.y, result);
    state->output = uint4(result[0], result[1], result[2], result[3]);
}

/* Adds to the counter of 128 bits. */
SIM_INLINE void philox_count(curandStatePhilox4_32_10_t *state, unsigned long long n)
{
    unsigned long long low = (unsigned long long)state->ctr.y << 32 | state->ctr.x;
    unsigned long long high = (unsigned long long)state->ctr.w << 32 | state->ctr.z;
    unsigned long long sum = low + n;

    high += sum < low;
    state->ctr = uint4((unsigned int)sum, (unsigned int)(sum >> 32), (unsigned int)high,
                       (unsigned int)(high >> 32));
}
}

SIM_INLINE void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    state->STATE += (unsigned int)(n & 3);
    n /= 4;
    if (state->STATE > 3) {
        n++;
        state->STATE -= 4;
    }
    cuda_sim::philox_count(state, n);
    cuda_sim::philox_run(state);
}

SIM_INLINE void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *state)
{
    unsigned long long high = ((unsigned long long)state->ctr.w << 32 | state->ctr.z) + n;

    state->ctr.z = (unsigned int)high;
    state->ctr.w = (unsigned int)(high >> 32);
    cuda_sim::philox_run(state);
}

SIM_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStatePhilox4_32_10_t *state)
{
    state->ctr = uint4(0, 0, (unsigned int)subsequence, (unsigned int)(subsequence >> 32));
    state->key.x = (unsigned int)seed;
    state->key.y = (unsigned int)(seed >> 32);
    state->STATE = 0;
    cuda_sim::no_extra(state);
    skipahead(offset, state);
}

/* The next four numbers. */
SIM_INLINE uint4 curand4(curandStatePhilox4_32_10_t *state)
{
    uint4 old = state->output, now;

    cuda_sim::philox_count(state, 1);
    cuda_sim::philox_run(state);
    now = state->output;
    switch (state->STATE) {
    case 1: return uint4(old.y, old.z, old.w, now.x);
    case 2: return uint4(old.z, old.w, now.x, now.y);
    case 3: return uint4(old.w, now.x, now.y, now.z);
    default: return old;
    }
}

SIM_INLINE unsigned int curand(curandStatePhilox4_32_10_t *state)
{
    unsigned int used = state->STATE++;
    unsigned int result = used == 0   ? state->output.x
                          : used == 1 ? state->output.y
                          : used == 2 ? state->output.z
                                      : state->output.w;

    if (state->STATE == 4) {
        cuda_sim::philox_count(state, 1);
        cuda_sim::philox_run(state);
        state->STATE = 0;
    }
    return result;
}

/* ---- MRG32k3a ------------------------------------------------------------------------------ */

namespace cuda_sim {
SIM_INLINE void mrg_skip(curandStateMRG32k3a_t *state, unsigned long long n, unsigned int log2)
{
    uint32_t first[3] = {state->s1[0], state->s1[1], state->s1[2]};
    uint32_t second[3] = {state->s2[0], state->s2[1], state->s2[2]};

    cuda_sim::skip_mrg(first, second, n, log2);
    for (int i = 0; i < 3; i++) {
        state->s1[i] = first[i];
        state->s2[i] = second[i];
    }
}
}

SIM_INLINE void skipahead(unsigned long long n, curandStateMRG32k3a_t *state)
{
    cuda_sim::mrg_skip(state, n, 0);
}

SIM_INLINE void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *state)
{
    cuda_sim::mrg_skip(state, n, SIM_MRG_SEQUENCE);
}

SIM_INLINE void curand_init(unsigned long long seed, unsigned long long subsequence,
                            unsigned long long offset, curandStateMRG32k3a_t *state)
{
    uint32_t first[3], second[3];

    sim_mrg_seed(first, second, seed);
    cuda_sim::skip_mrg(first, second, subsequence, SIM_MRG_SEQUENCE);
    cuda_sim::skip_mrg(first, second, offset, 0);
    for (int i = 0; i < 3; i++) {
        state->s1[i] = first[i];
        state->s2[i] = second[i];
    }
    cuda_sim::no_extra(state);
}

SIM_INLINE double curand_MRG32k3a(curandStateMRG32k3a_t *state)
{
    return sim_mrg_next(state->s1, state->s2);
}

SIM_INLINE unsigned int curand(curandStateMRG32k3a_t *state)
{
    return (unsigned int)(curand_MRG32k3a(state) * SIM_MRG_BITS_NORM);
}

#include "sim/random_distributions.h"
#include "sim/random_quasi.h"

#endif
