/*
 * Thrust's random numbers: linear congruential engines, and uniform and normal numbers of them.
 */
#ifndef SIM_THRUST_RANDOM_H
#define SIM_THRUST_RANDOM_H

#include <cstdint>
#include <iostream>
#include <limits>

#include "detail/system.h"

namespace thrust {
namespace random {

/* next = previous * factor modulo 2^31 - 1; a seed of 0 counts as 1. */
template <std::uint32_t factor> class congruential_engine {
public:
    typedef std::uint32_t result_type;
    static constexpr result_type min = 1, max = 2147483646, default_seed = 1;

    __host__ __device__ explicit congruential_engine(result_type s = default_seed) { seed(s); }
    __host__ __device__ void seed(result_type s = default_seed)
    {
        state = s % modulus ? s % modulus : 1;
    }
    __host__ __device__ result_type operator()()
    {
        state = (result_type)((std::uint64_t)state * factor % modulus);
        return state;
    }
    /* Leaves out count numbers, in steps that double. */
    __host__ __device__ void discard(unsigned long long count)
    {
        for (std::uint64_t power = factor; count; count >>= 1) {
            if (count & 1)
                state = (result_type)(state * power % modulus);
            power = power * power % modulus;
        }
    }
    __host__ __device__ bool operator==(const congruential_engine &other) const
    {
        return state == other.state;
    }

private:
    static constexpr std::uint64_t modulus = 2147483647;
    result_type state;
};
typedef congruential_engine<16807> minstd_rand0;
typedef congruential_engine<48271> minstd_rand;
typedef minstd_rand default_random_engine;

/* In [a, b). */
template <class real = double> class uniform_real_distribution {
public:
    typedef real result_type;

    __host__ __device__ explicit uniform_real_distribution(real from = 0, real to = 1)
        : low(from), high(to)
    {
    }
    template <class engine> __host__ __device__ real operator()(engine &numbers) const
    {
        real share = (real)(numbers() - engine::min) / ((real)(engine::max - engine::min) + 1);

        return share * (high - low) + low;
    }
    __host__ __device__ real a() const { return low; }
    __host__ __device__ real b() const { return high; }

private:
    real low, high;
};

/* From a to b, both included. */
template <class integer = int> class uniform_int_distribution {
public:
    typedef integer result_type;

    __host__ __device__ explicit uniform_int_distribution(
        integer from = 0, integer to = std::numeric_limits<integer>::max())
        : low(from), high(to)
    {
    }
    template <class engine> __host__ __device__ integer operator()(engine &numbers) const
    {
        return (integer)uniform_real_distribution<double>((double)low, (double)high + 1)(numbers);
    }

private:
    integer low, high;
};

template <class real = double> class normal_distribution {
public:
    typedef real result_type;

    __host__ __device__ explicit normal_distribution(real center = 0, real width = 1)
        : mean(center), deviation(width)
    {
    }
    template <class engine> __host__ __device__ real operator()(engine &numbers) const
    {
        double places = (double)(engine::max - engine::min) + 1;
        double share = ((double)(numbers() - engine::min) + 0.5) / places;

        return mean + deviation * (real)normcdfinv(share);
    }

private:
    real mean, deviation;
};

}

using random::default_random_engine;
using random::minstd_rand;
using random::minstd_rand0;
using random::normal_distribution;
using random::uniform_int_distribution;
using random::uniform_real_distribution;

}

#endif
