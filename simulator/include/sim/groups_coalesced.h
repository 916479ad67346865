/*
 * Cooperative groups of any lanes of a warp, and the partitions of groups. A group
 * is a mask of lanes; ranks count the lanes of the mask from below.
 */
#ifndef SIM_GROUPS_COALESCED_H
#define SIM_GROUPS_COALESCED_H

#include "groups_multi.h"
#include "groups_tile.h"

namespace cuda_sim {

/* The lane of the given rank in the mask; ranks beyond it give the running lane. */
SIM_INLINE unsigned int lane_of_rank(unsigned int mask, unsigned int rank)
{
    unsigned int own = lane();

    for (unsigned int i = 0; i < SIM_WARP_SIZE; i++) {
        unsigned int below = (1u << i) - 1;

        own = (mask >> i & 1) && (unsigned int)__builtin_popcount(mask & below) == rank ? i : own;
    }
    return own;
}

/* The bits of lanes that belong to the mask, moved together: bit r is rank r's. */
SIM_INLINE unsigned int pack(unsigned int lanes, unsigned int mask)
{
    unsigned int packed = 0;

    for (unsigned int i = 0; i < SIM_WARP_SIZE; i++) {
        unsigned int below = (1u << i) - 1;

        packed |= (lanes & mask) >> i & 1 ? 1u << __builtin_popcount(mask & below) : 0;
    }
    return packed;
}

}

namespace cooperative_groups {

/* Any lanes of a warp. */
class coalesced_group {
public:
    SIM_MEMBER explicit coalesced_group(unsigned int mask, unsigned int group_rank = 0,
                                        unsigned int groups = 1)
        : lanes(mask), meta_rank(group_rank), meta_size(groups)
    {
    }

    SIM_MEMBER void sync() const { __syncwarp(lanes); }
    SIM_MEMBER unsigned int thread_rank() const
    {
        return (unsigned int)__builtin_popcount(lanes & cuda_sim::lanes_below());
    }
    SIM_MEMBER unsigned int size() const { return (unsigned int)__builtin_popcount(lanes); }
    SIM_MEMBER unsigned int num_threads() const { return size(); }
    SIM_MEMBER unsigned int meta_group_rank() const { return meta_rank; }
    SIM_MEMBER unsigned int meta_group_size() const { return meta_size; }

    template <class type> SIM_MEMBER type shfl(type value, int rank) const
    {
        return from_rank(value, (unsigned int)rank % size());
    }
    template <class type> SIM_MEMBER type shfl_up(type value, unsigned int delta) const
    {
        return from_rank(value, thread_rank() - delta);
    }
    template <class type> SIM_MEMBER type shfl_down(type value, unsigned int delta) const
    {
        return from_rank(value, thread_rank() + delta);
    }

    SIM_MEMBER int any(int predicate) const { return __any_sync(lanes, predicate); }
    SIM_MEMBER int all(int predicate) const { return __all_sync(lanes, predicate); }
    SIM_MEMBER unsigned int ballot(int predicate) const
    {
        return cuda_sim::pack(__ballot_sync(lanes, predicate), lanes);
    }
    template <class type> SIM_MEMBER unsigned int match_any(type value) const
    {
        return cuda_sim::pack(__match_any_sync(lanes, value), lanes);
    }
    template <class type> SIM_MEMBER unsigned int match_all(type value, int &equal) const
    {
        return cuda_sim::pack(__match_all_sync(lanes, value, &equal), lanes);
    }

    SIM_MEMBER operator thread_group() const { return thread_group(lanes); }
    SIM_MEMBER unsigned int mask() const { return lanes; }

private:
    /* A rank that no lane has (below 0, too) gives the lane's own value. */
    template <class type> SIM_MEMBER type from_rank(type value, unsigned int rank) const
    {
        return cuda_sim::shuffle_any(SIM_SHUFFLE_INDEX, lanes, value,
                                     cuda_sim::lane_of_rank(lanes, rank), SIM_WARP_SIZE);
    }

    unsigned int lanes;
    unsigned int meta_rank, meta_size;
};

SIM_INLINE coalesced_group coalesced_threads()
{
    return coalesced_group(__activemask());
}

/* ---- Partitions ----------------------------------------------------------------- */

template <unsigned int count> SIM_INLINE auto tiled_partition(const thread_block &)
{
    return thread_block_tile<count, thread_block>();
}

template <unsigned int count, unsigned int parent_count, class parent>
SIM_INLINE auto tiled_partition(const thread_block_tile<parent_count, parent> &)
{
    static_assert(count <= parent_count, "a tile is no larger than what it is a part of");
    return thread_block_tile<count, thread_block_tile<parent_count, parent>>();
}

/* The size known only when the program runs: neighbouring ranks of the parent. */
SIM_INLINE coalesced_group tiled_partition(const coalesced_group &parent, unsigned int count)
{
    unsigned int rank = parent.thread_rank();
    unsigned int first = rank - rank % count;
    unsigned int mask = 0;

    for (unsigned int r = first; r < first + count && r < parent.size(); r++)
        mask |= 1u << cuda_sim::lane_of_rank(parent.mask(), r);
    return coalesced_group(mask, rank / count, (parent.size() + count - 1) / count);
}

SIM_INLINE thread_group tiled_partition(const thread_group &parent, unsigned int count)
{
    unsigned int first_lane = cuda_sim::lane() & ~(count - 1);

    if (count == 0 || count > SIM_WARP_SIZE || (count & (count - 1)))
        sim_unsupported("tiled_partition with a size that is no power of two up to 32");
    if (parent.mask())
        return tiled_partition(coalesced_group(parent.mask()), count);
    return thread_group((0xffffffffu >> (SIM_WARP_SIZE - count)) << first_lane);
}

/* The lanes of the parent that have the same label. */
template <class group, class label_type>
SIM_INLINE coalesced_group labeled_partition(const group &parent, label_type label)
{
    return coalesced_group(__match_any_sync(parent.mask(), label));
}

/* Two groups: the lanes whose predicate is true, and the others. */
template <class group>
SIM_INLINE coalesced_group binary_partition(const group &parent, bool predicate)
{
    unsigned int yes = __ballot_sync(parent.mask(), predicate);

    return coalesced_group(predicate ? yes : parent.mask() & ~yes, predicate ? 0 : 1, 2);
}

}

#endif
