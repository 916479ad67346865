/*
 * Inclusive and exclusive scans over a cooperative group's ranks, by doubling steps.
 */
#ifndef SIM_COOPERATIVE_GROUPS_SCAN_H
#define SIM_COOPERATIVE_GROUPS_SCAN_H

#include <type_traits>
#include <utility>

#include "../cooperative_groups.h"
#include "../sim/groups_operators.h"

namespace cuda_sim {

/* The groups that exchange values: neither a block nor a grid does. */
template <class group, class = void> struct exchanges : std::false_type {
};
template <class group>
struct exchanges<group, std::void_t<decltype(std::declval<const group &>().shfl_up(0, 1))>>
    : std::true_type {
};

}

namespace cooperative_groups {

template <class group, class type, class operation>
SIM_INLINE std::enable_if_t<!cuda_sim::exchanges<group>::value, type>
inclusive_scan(const group &, type value, operation &&)
{
    static_assert(
        cuda_sim::exchanges<group>::value,
        "scans are for tiles and coalesced groups, as with nvcc: scan each warp as a tile "
        "of 32 threads");
    return value;
}

template <class group, class type, class operation>
SIM_INLINE std::enable_if_t<cuda_sim::exchanges<group>::value, type>
inclusive_scan(const group &g, type value, operation &&combine)
{
    for (unsigned int step = 1; step < g.size(); step *= 2) {
        type before = g.shfl_up(value, step);

        if (g.thread_rank() >= step)
            value = combine(value, before);
    }
    return value;
}

template <class group, class type> SIM_INLINE type inclusive_scan(const group &g, type value)
{
    return inclusive_scan(g, value, plus<type>());
}

/* Rank 0 gets a value-initialised result. */
template <class group, class type, class operation>
SIM_INLINE type exclusive_scan(const group &g, type value, operation &&combine)
{
    type before = inclusive_scan(g, value, combine);

    if constexpr (cuda_sim::exchanges<group>::value)
        before = g.shfl_up(before, 1);
    return g.thread_rank() == 0 ? type() : before;
}

template <class group, class type> SIM_INLINE type exclusive_scan(const group &g, type value)
{
    return exclusive_scan(g, value, plus<type>());
}

}

#endif
