/*
 * Exchanges between the lanes of a warp: shuffles, votes, matches and the reductions in hardware.
 * mask names the lanes that take part.
 */
#ifndef SIM_EXCHANGES_H
#define SIM_EXCHANGES_H

#include "bits.h"
#include "sim.h"

namespace cuda_sim {

/* The hardware takes five bits of the lane, distance or lane mask. */
template <class type>
SIM_INLINE type shuffle(sim_shuffle_kind kind, unsigned int mask, type value, unsigned int argument,
                        int width)
{
    return from_bits<type>(sim_shuffle(kind, mask, to_bits(value), sizeof value,
                                       argument % SIM_WARP_SIZE, width, nullptr));
}

}

#define SIM_SHUFFLES(type)                                                                         \
    SIM_INLINE type __shfl_sync(unsigned int mask, type value, int lane, int width = 32)           \
    {                                                                                              \
        return cuda_sim::shuffle(SIM_SHUFFLE_INDEX, mask, value, (unsigned int)lane, width);       \
    }                                                                                              \
    SIM_INLINE type __shfl_up_sync(unsigned int mask, type value, unsigned int delta,              \
                                   int width = 32)                                                 \
    {                                                                                              \
        return cuda_sim::shuffle(SIM_SHUFFLE_UP, mask, value, delta, width);                       \
    }                                                                                              \
    SIM_INLINE type __shfl_down_sync(unsigned int mask, type value, unsigned int delta,            \
                                     int width = 32)                                               \
    {                                                                                              \
        return cuda_sim::shuffle(SIM_SHUFFLE_DOWN, mask, value, delta, width);                     \
    }                                                                                              \
    SIM_INLINE type __shfl_xor_sync(unsigned int mask, type value, int lane_mask, int width = 32)  \
    {                                                                                              \
        return cuda_sim::shuffle(SIM_SHUFFLE_XOR, mask, value, (unsigned int)lane_mask, width);    \
    }

#define SIM_MATCHES(type)                                                                          \
    SIM_INLINE unsigned int __match_any_sync(unsigned int mask, type value)                        \
    {                                                                                              \
        return sim_match_any(mask, cuda_sim::to_bits(value));                                      \
    }                                                                                              \
    SIM_INLINE unsigned int __match_all_sync(unsigned int mask, type value, int *equal)            \
    {                                                                                              \
        return sim_match_all(mask, cuda_sim::to_bits(value), equal);                               \
    }

#define SIM_EXCHANGES(type) SIM_SHUFFLES(type) SIM_MATCHES(type)

SIM_EXCHANGES(int)
SIM_EXCHANGES(unsigned int)
SIM_EXCHANGES(long)
SIM_EXCHANGES(unsigned long)
SIM_EXCHANGES(long long)
SIM_EXCHANGES(unsigned long long)
SIM_EXCHANGES(float)
SIM_EXCHANGES(double)

#undef SIM_EXCHANGES
#undef SIM_MATCHES
#undef SIM_SHUFFLES

SIM_INLINE unsigned int __ballot_sync(unsigned int mask, int predicate)
{
    return sim_ballot(mask, predicate != 0);
}

SIM_INLINE int __any_sync(unsigned int mask, int predicate)
{
    return sim_ballot(mask, predicate != 0) != 0;
}

SIM_INLINE int __all_sync(unsigned int mask, int predicate)
{
    return sim_ballot(mask, predicate == 0) == 0;
}

/* 1 if the predicate is the same for all lanes of the mask. */
SIM_INLINE int __uni_sync(unsigned int mask, int predicate)
{
    unsigned int yes = sim_ballot(mask, predicate != 0);

    return (yes == 0) | (yes == mask);
}

SIM_INLINE unsigned int __activemask()
{
    return sim_active_mask();
}

#define SIM_REDUCTION(name, kind, type)                                                            \
    SIM_INLINE type name(unsigned int mask, type value)                                            \
    {                                                                                              \
        return (type)sim_reduce(kind, mask, (unsigned int)value);                                  \
    }

SIM_REDUCTION(__reduce_add_sync, SIM_REDUCE_ADD, int)
SIM_REDUCTION(__reduce_add_sync, SIM_REDUCE_ADD, unsigned int)
SIM_REDUCTION(__reduce_min_sync, SIM_REDUCE_MIN_SIGNED, int)
SIM_REDUCTION(__reduce_min_sync, SIM_REDUCE_MIN_UNSIGNED, unsigned int)
SIM_REDUCTION(__reduce_max_sync, SIM_REDUCE_MAX_SIGNED, int)
SIM_REDUCTION(__reduce_max_sync, SIM_REDUCE_MAX_UNSIGNED, unsigned int)
SIM_REDUCTION(__reduce_and_sync, SIM_REDUCE_AND, unsigned int)
SIM_REDUCTION(__reduce_or_sync, SIM_REDUCE_OR, unsigned int)
SIM_REDUCTION(__reduce_xor_sync, SIM_REDUCE_XOR, unsigned int)

#undef SIM_REDUCTION

#endif
