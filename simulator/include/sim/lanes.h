/*
 * A value of each lane of a warp, for functions that simcc --plain runs for all lanes at once
 * (simcc/lane_function.h): what is done to one is done to each, and a shuffle is an exchange within
 * the array.
 */
#ifndef SIM_LANES_H
#define SIM_LANES_H

#include <type_traits>

#include "sim.h"

namespace cuda_sim {

template <class type> struct lanes {
    type value[SIM_WARP_SIZE];
    unsigned int count; /* of lanes that there are; the others' values are of no use */

    lanes(const type *values, unsigned int values_count) : value(), count(values_count)
    {
        for (unsigned int i = 0; i < count; i++)
            value[i] = values[i];
    }
    /* One value for all, if what it is combined with keeps its type: 0.5 would make a float a
     * double.
     */
    template <class other,
              class = std::enable_if_t<std::is_same_v<decltype(type() + other()), type>>>
    lanes(other one) : count(SIM_WARP_SIZE)
    {
        for (unsigned int i = 0; i < SIM_WARP_SIZE; i++)
            value[i] = (type)one;
    }
    void store(type *values) const
    {
        for (unsigned int i = 0; i < count; i++)
            values[i] = value[i];
    }

#define SIM_LANES_OPERATOR(sign)                                                                   \
    lanes &operator sign##=(const lanes &other)                                                    \
    {                                                                                              \
        for (unsigned int i = 0; i < SIM_WARP_SIZE; i++)                                           \
            value[i] = (type)(value[i] sign other.value[i]);                                       \
        count = count < other.count ? count : other.count;                                         \
        return *this;                                                                              \
    }                                                                                              \
    friend lanes operator sign(lanes left, const lanes &right)                                     \
    {                                                                                              \
        return left sign## = right;                                                                \
    }
    SIM_LANES_OPERATOR(+)
    SIM_LANES_OPERATOR(-)
    SIM_LANES_OPERATOR(*)
#undef SIM_LANES_OPERATOR
};

/* Each lane's value of the lane `source` says, within segments of width lanes; else its own. */
template <class type, class source_of>
SIM_INLINE lanes<type> shuffled(const lanes<type> &from, int width, bool is_xor, source_of source)
{
    lanes<type> to = from;

    for (unsigned int lane = 0; lane < SIM_WARP_SIZE; lane++) {
        unsigned int first = lane & ~((unsigned int)width - 1), last = first + width - 1;
        unsigned int other = source(lane);
        if (other <= last && (is_xor || other >= first) && other < from.count)
            to.value[lane] = from.value[other];
    }
    return to;
}

template <class type>
SIM_INLINE lanes<type> __shfl_down_sync(unsigned int, const lanes<type> &from, unsigned int delta,
                                        int width = SIM_WARP_SIZE)
{
    return shuffled(from, width, false,
                    [=](unsigned int lane) { return lane + delta % SIM_WARP_SIZE; });
}

/* Below 0 is above all lanes. */
template <class type>
SIM_INLINE lanes<type> __shfl_up_sync(unsigned int, const lanes<type> &from, unsigned int delta,
                                      int width = SIM_WARP_SIZE)
{
    return shuffled(from, width, false,
                    [=](unsigned int lane) { return lane - delta % SIM_WARP_SIZE; });
}

template <class type>
SIM_INLINE lanes<type> __shfl_xor_sync(unsigned int, const lanes<type> &from, int lane_mask,
                                       int width = SIM_WARP_SIZE)
{
    return shuffled(from, width, true, [=](unsigned int lane) {
        return lane ^ (unsigned int)lane_mask % SIM_WARP_SIZE;
    });
}

template <class type>
SIM_INLINE lanes<type> __shfl_sync(unsigned int, const lanes<type> &from, int source,
                                   int width = SIM_WARP_SIZE)
{
    return shuffled(from, width, false, [=](unsigned int lane) {
        return (lane & ~((unsigned int)width - 1)) +
               ((unsigned int)source % SIM_WARP_SIZE & ((unsigned int)width - 1));
    });
}

}

#endif
