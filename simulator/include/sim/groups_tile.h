/*
 * Cooperative groups of a fixed size within a warp: tiles.
 */
#ifndef SIM_GROUPS_TILE_H
#define SIM_GROUPS_TILE_H

#include <string.h>
#include <type_traits>

#include "bits.h"
#include "exchanges.h"
#include "groups_block.h"

namespace cuda_sim {

/* A shuffle of 4 bytes after 4 bytes. */
template <class type>
SIM_INLINE type shuffle_words(sim_shuffle_kind kind, unsigned int mask, const type &value,
                              unsigned int argument, int width)
{
    uint32_t words[(sizeof(type) + 3) / 4] = {};
    type result = value;

    memcpy(words, static_cast<const void *>(&value), sizeof value);
    for (uint32_t &word : words)
        word = shuffle(kind, mask, word, argument, width);
    memcpy(static_cast<void *>(&result), words, sizeof result);
    return result;
}

/*
 * A shuffle of any type that can be copied byte by byte: in one exchange up to 8
 * bytes, else piece by piece. argument and width as for the sim_shuffle.
 */
template <class type>
SIM_INLINE type shuffle_any(sim_shuffle_kind kind, unsigned int mask, type value,
                            unsigned int argument, int width)
{
    static_assert(std::is_trivially_destructible<type>::value,
                  "a shuffled type must be plain data");
    if constexpr (!std::is_trivially_copyable_v<type>) {
        return shuffle_words(kind, mask, value, argument, width);
    } else if constexpr (sizeof(type) == 1 || sizeof(type) == 2 || sizeof(type) == 4 ||
                         sizeof(type) == 8) {
        return shuffle(kind, mask, value, argument, width);
    } else {
        return shuffle_words(kind, mask, value, argument, width);
    }
}

}

namespace cooperative_groups {

/* count neighbouring lanes, count a power of two up to 32. */
template <unsigned int count> class lanes_tile {
    static_assert(count <= SIM_WARP_SIZE, "the simulator has no tiles larger than a warp");
    static_assert(count > 0 && (count & (count - 1)) == 0, "a tile's size is a power of two");

public:
    SIM_MEMBER void sync() const { __syncwarp(mask()); }
    SIM_MEMBER static unsigned int thread_rank() { return cuda_sim::lane() % count; }
    SIM_MEMBER static constexpr unsigned int size() { return count; }
    SIM_MEMBER static constexpr unsigned int num_threads() { return count; }

    template <class type> SIM_MEMBER type shfl(type value, int rank) const
    {
        return cuda_sim::shuffle_any(SIM_SHUFFLE_INDEX, mask(), value, (unsigned int)rank, count);
    }
    template <class type> SIM_MEMBER type shfl_up(type value, unsigned int delta) const
    {
        return cuda_sim::shuffle_any(SIM_SHUFFLE_UP, mask(), value, delta, count);
    }
    template <class type> SIM_MEMBER type shfl_down(type value, unsigned int delta) const
    {
        return cuda_sim::shuffle_any(SIM_SHUFFLE_DOWN, mask(), value, delta, count);
    }
    template <class type> SIM_MEMBER type shfl_xor(type value, unsigned int lane_mask) const
    {
        return cuda_sim::shuffle_any(SIM_SHUFFLE_XOR, mask(), value, lane_mask, count);
    }

    SIM_MEMBER int any(int predicate) const { return __any_sync(mask(), predicate); }
    SIM_MEMBER int all(int predicate) const { return __all_sync(mask(), predicate); }
    SIM_MEMBER unsigned int ballot(int predicate) const
    {
        return __ballot_sync(mask(), predicate) >> first_lane();
    }
    template <class type> SIM_MEMBER unsigned int match_any(type value) const
    {
        return __match_any_sync(mask(), value) >> first_lane();
    }
    template <class type> SIM_MEMBER unsigned int match_all(type value, int &equal) const
    {
        return __match_all_sync(mask(), value, &equal) >> first_lane();
    }

    SIM_MEMBER operator thread_group() const { return thread_group(mask()); }

    /* The tile's lanes within the warp. */
    SIM_MEMBER static unsigned int mask()
    {
        return (0xffffffffu >> (SIM_WARP_SIZE - count)) << first_lane();
    }

private:
    SIM_MEMBER static unsigned int first_lane() { return cuda_sim::lane() & ~(count - 1); }
};

/* The same with its parent known: the number of the tile, and how many there are. */
template <unsigned int count, class parent = void>
class thread_block_tile : public lanes_tile<count> {
public:
    SIM_MEMBER static unsigned int meta_group_rank() { return parent::thread_rank() / count; }
    SIM_MEMBER static unsigned int meta_group_size()
    {
        return (parent::size() + count - 1) / count;
    }
};

/* Where the type no longer names the parent, the object does. */
template <unsigned int count> class thread_block_tile<count, void> : public lanes_tile<count> {
public:
    template <class parent>
    SIM_MEMBER thread_block_tile(const thread_block_tile<count, parent> &tile)
        : meta_rank(tile.meta_group_rank()), meta_size(tile.meta_group_size())
    {
    }

    SIM_MEMBER unsigned int meta_group_rank() const { return meta_rank; }
    SIM_MEMBER unsigned int meta_group_size() const { return meta_size; }

private:
    unsigned int meta_rank, meta_size;
};

}

#endif
