/*
 * reduce(group, value, operator): the group's total, given to each of its threads.
 *
 * As CUDA does it on this architecture: integers of up to 32 bits use the warp's
 * reduction hardware (__reduce_add_sync and its kind) where the group is large
 * enough; other values are exchanged by shuffles, in the same order as CUDA's, so
 * that floating-point totals round alike.
 */
#ifndef SIM_COOPERATIVE_GROUPS_REDUCE_H
#define SIM_COOPERATIVE_GROUPS_REDUCE_H

#include "../cooperative_groups.h"
#include "scan.h"

namespace cuda_sim {

/* The hardware's operation for an operator and a type; has none by default. */
template <class operation> struct hardware_reduction {
    static constexpr bool exists = false;
};

#define SIM_HARDWARE(operator_name, signed_kind, unsigned_kind)                                    \
    template <class type> struct hardware_reduction<cooperative_groups::operator_name<type>> {     \
        static constexpr bool exists = std::is_integral<type>::value && sizeof(type) <= 4;         \
        static constexpr sim_reduce_kind kind =                                                    \
            std::is_unsigned<type>::value ? unsigned_kind : signed_kind;                           \
    };

SIM_HARDWARE(plus, SIM_REDUCE_ADD, SIM_REDUCE_ADD)
SIM_HARDWARE(less, SIM_REDUCE_MIN_SIGNED, SIM_REDUCE_MIN_UNSIGNED)
SIM_HARDWARE(greater, SIM_REDUCE_MAX_SIGNED, SIM_REDUCE_MAX_UNSIGNED)
SIM_HARDWARE(bit_and, SIM_REDUCE_AND, SIM_REDUCE_AND)
SIM_HARDWARE(bit_or, SIM_REDUCE_OR, SIM_REDUCE_OR)
SIM_HARDWARE(bit_xor, SIM_REDUCE_XOR, SIM_REDUCE_XOR)

#undef SIM_HARDWARE

template <class operation, class type>
SIM_INLINE type reduce_by_hardware(unsigned int mask, type value)
{
    return (type)sim_reduce(hardware_reduction<operation>::kind, mask, (unsigned int)value);
}

template <unsigned int count, class type, class operation>
SIM_INLINE type reduce_by_shuffles(const cooperative_groups::lanes_tile<count> &tile, type value,
                                   operation &combine)
{
    for (unsigned int distance = count / 2; distance > 0; distance /= 2)
        value = combine(value, tile.shfl_xor(value, distance));
    return value;
}

template <class type, class operation>
SIM_INLINE type reduce_by_shuffles(const cooperative_groups::coalesced_group &group, type value,
                                   operation &combine)
{
    if (group.size() == SIM_WARP_SIZE)
        return reduce_by_shuffles(cooperative_groups::lanes_tile<SIM_WARP_SIZE>(), value, combine);
    return group.shfl(cooperative_groups::inclusive_scan(group, value, combine),
                      (int)group.size() - 1);
}

}

namespace cooperative_groups {

template <unsigned int count, class parent, class type, class operation>
SIM_INLINE type reduce(const thread_block_tile<count, parent> &tile, type value,
                       operation &&combine)
{
    using plain_operation = std::remove_cv_t<std::remove_reference_t<operation>>;

    if constexpr (count >= 16 && cuda_sim::hardware_reduction<plain_operation>::exists)
        return cuda_sim::reduce_by_hardware<plain_operation>(tile.mask(), value);
    else
        return cuda_sim::reduce_by_shuffles(tile, value, combine);
}

/* A tile of several warps: each warp by itself, then the warps through memory. */
template <unsigned int count, class type, class operation>
SIM_INLINE type reduce(const multi_warp_tile<count> &tile, type value, operation &&combine)
{
    return tile.combined(reduce(thread_block_tile<SIM_WARP_SIZE, thread_block>(), value, combine),
                         combine);
}

template <class type, class operation>
SIM_INLINE type reduce(const coalesced_group &group, type value, operation &&combine)
{
    using plain_operation = std::remove_cv_t<std::remove_reference_t<operation>>;

    if constexpr (cuda_sim::hardware_reduction<plain_operation>::exists)
        return cuda_sim::reduce_by_hardware<plain_operation>(group.mask(), value);
    else
        return cuda_sim::reduce_by_shuffles(group, value, combine);
}

}

#endif
