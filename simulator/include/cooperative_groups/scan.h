/*
 * Inclusive and exclusive scans over a cooperative group's ranks, by doubling steps.
 */
#ifndef SIM_COOPERATIVE_GROUPS_SCAN_H
#define SIM_COOPERATIVE_GROUPS_SCAN_H

#include "../cooperative_groups.h"
#include "../sim/groups_operators.h"

namespace cooperative_groups {

template <class group, class type, class operation>
SIM_INLINE type inclusive_scan(const group &g, type value, operation &&combine)
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
    type before = g.shfl_up(inclusive_scan(g, value, combine), 1);

    return g.thread_rank() == 0 ? type() : before;
}

template <class group, class type> SIM_INLINE type exclusive_scan(const group &g, type value)
{
    return exclusive_scan(g, value, plus<type>());
}

}

#endif
