/*
 * Uniform, normal and log-normal numbers in kernels: part of curand_kernel.h.
 */
#ifndef SIM_RANDOM_DISTRIBUTIONS_H
#define SIM_RANDOM_DISTRIBUTIONS_H

/* ---- Uniform, in (0, 1] -------------------------------------------------------------------- */

SIM_INLINE float curand_uniform(curandStateXORWOW_t *state)
{
    return sim_uniform(curand(state));
}

SIM_INLINE double curand_uniform_double(curandStateXORWOW_t *state)
{
    unsigned int low = curand(state), high = curand(state);

    return sim_uniform_53(low, high);
}

SIM_INLINE float curand_uniform(curandStatePhilox4_32_10_t *state)
{
    return sim_uniform(curand(state));
}

SIM_INLINE double curand_uniform_double(curandStatePhilox4_32_10_t *state)
{
    return sim_uniform_32(curand(state));
}

SIM_INLINE float4 curand_uniform4(curandStatePhilox4_32_10_t *state)
{
    uint4 bits = curand4(state);

    return float4(sim_uniform(bits.x), sim_uniform(bits.y), sim_uniform(bits.z),
                  sim_uniform(bits.w));
}

SIM_INLINE double2 curand_uniform2_double(curandStatePhilox4_32_10_t *state)
{
    uint4 bits = curand4(state);

    return double2(sim_uniform_53(bits.x, bits.y), sim_uniform_53(bits.z, bits.w));
}

SIM_INLINE float curand_uniform(curandStateMRG32k3a_t *state)
{
    return (float)(curand_MRG32k3a(state) * SIM_MRG_NORM);
}

SIM_INLINE double curand_uniform_double(curandStateMRG32k3a_t *state)
{
    return curand_MRG32k3a(state) * SIM_MRG_NORM;
}

/* ---- Normal: mean 0, standard deviation 1 -------------------------------------------------- */

namespace cuda_sim {
constexpr int normal_waits = 0x0000ffff; /* a flag's value, as cuRAND has it */
}

template <class state_type> SIM_INLINE float2 curand_normal2(state_type *state)
{
    unsigned int a = curand(state), b = curand(state);
    float result[2];

    sim_normal_pair(a, b, result);
    return float2(result[0], result[1]);
}

SIM_INLINE float2 curand_normal2(curandStateMRG32k3a_t *state)
{
    float a = curand_uniform(state), b = curand_uniform(state) * (float)SIM_TWO_PI;
    float size = sqrtf(-2.0f * logf(a));

    return float2(sinf(b) * size, cosf(b) * size);
}

template <class state_type> SIM_INLINE double2 curand_normal2_double(state_type *state)
{
    unsigned int a = curand(state), b = curand(state), c = curand(state), d = curand(state);
    double result[2];

    sim_normal_pair_53(a, b, c, d, result);
    return double2(result[0], result[1]);
}

SIM_INLINE double2 curand_normal2_double(curandStateMRG32k3a_t *state)
{
    double a = curand_uniform_double(state), b = curand_uniform_double(state) * SIM_TWO_PI;
    double size = sqrt(-2.0 * log(a));

    return double2(sin(b) * size, cos(b) * size);
}

SIM_INLINE float4 curand_normal4(curandStatePhilox4_32_10_t *state)
{
    uint4 bits = curand4(state);
    float first[2], second[2];

    sim_normal_pair(bits.x, bits.y, first);
    sim_normal_pair(bits.z, bits.w, second);
    return float4(first[0], first[1], second[0], second[1]);
}

/* Two at a time: the second waits in the state. */
template <class state_type> SIM_INLINE float curand_normal(state_type *state)
{
    if (state->boxmuller_flag == cuda_sim::normal_waits) {
        state->boxmuller_flag = 0;
        return state->boxmuller_extra;
    }
    float2 both = curand_normal2(state);

    state->boxmuller_extra = both.y;
    state->boxmuller_flag = cuda_sim::normal_waits;
    return both.x;
}

template <class state_type> SIM_INLINE double curand_normal_double(state_type *state)
{
    if (state->boxmuller_flag_double == cuda_sim::normal_waits) {
        state->boxmuller_flag_double = 0;
        return state->boxmuller_extra_double;
    }
    double2 both = curand_normal2_double(state);

    state->boxmuller_extra_double = both.y;
    state->boxmuller_flag_double = cuda_sim::normal_waits;
    return both.x;
}

/* ---- Log-normal: of that mean and deviation of the logarithm ------------------------------- */

template <class state_type>
SIM_INLINE float curand_log_normal(state_type *state, float mean, float deviation)
{
    return expf(mean + deviation * curand_normal(state));
}

template <class state_type>
SIM_INLINE double curand_log_normal_double(state_type *state, double mean, double deviation)
{
    return exp(mean + deviation * curand_normal_double(state));
}

#endif
