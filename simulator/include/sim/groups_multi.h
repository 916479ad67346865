/*
 * Tiles of several warps. They meet, and exchange values, in memory that the program gives to the
 * block. Each tile has a barrier of its own, made of a counter: it waits for nobody else, and
 * orders nothing for threads of other tiles.
 */
#ifndef SIM_GROUPS_MULTI_H
#define SIM_GROUPS_MULTI_H

#include "atomics.h"
#include "groups_tile.h"

namespace cooperative_groups {

/*
 * In shared memory: room for one value of each warp, and for each warp that is the first of a tile
 * how many of its warps have arrived at the tile's barriers so far, in all rounds.
 */
template <unsigned int threads = 1024> struct block_tile_memory {
    static constexpr unsigned int warps = (threads + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
    alignas(16) char of_warp[warps][16];
    unsigned int arrived[warps];
};

/* The block, and that memory. */
template <unsigned int threads> class thread_block_with_memory : public thread_block {
public:
    SIM_MEMBER explicit thread_block_with_memory(block_tile_memory<threads> &m) : memory(&m)
    {
        if (cuda_sim::lane() == 0)
            m.arrived[cuda_sim::rank_in_block() / SIM_WARP_SIZE] = 0;
        __syncthreads();
    }
    block_tile_memory<threads> *memory;
};

/* A barrier of the block, as CUDA's: nobody uses the memory before all have come. */
template <unsigned int threads>
SIM_INLINE thread_block_with_memory<threads> this_thread_block(block_tile_memory<threads> &memory)
{
    return thread_block_with_memory<threads>(memory);
}

template <unsigned int count> class multi_warp_tile {
    static_assert(count > SIM_WARP_SIZE && count <= 1024 && (count & (count - 1)) == 0,
                  "a tile's size is a power of two up to 1024");

public:
    SIM_MEMBER multi_warp_tile(char (*m)[16], unsigned int *counts) : of_warp(m), arrived(counts) {}

    /* Of each warp lane 0 tells of it; a round is over when all warps have arrived that often. */
    SIM_MEMBER void sync() const
    {
        __syncwarp();
        if (cuda_sim::lane() == 0) {
            volatile unsigned int *count_of_tile = &arrived[first_warp()];
            unsigned int present = warps_here(), before;

            __threadfence_block();
            before = atomicAdd_block(&arrived[first_warp()], 1u);
            while (*count_of_tile / present == before / present)
                sim_nanosleep(0);
            __threadfence_block();
        }
        __syncwarp();
    }
    SIM_MEMBER static unsigned int thread_rank() { return cuda_sim::rank_in_block() % count; }
    SIM_MEMBER static constexpr unsigned int size() { return count; }
    SIM_MEMBER static constexpr unsigned int num_threads() { return count; }
    SIM_MEMBER static unsigned int meta_group_rank() { return cuda_sim::rank_in_block() / count; }
    SIM_MEMBER static unsigned int meta_group_size()
    {
        return (cuda_sim::threads_of_block() + count - 1) / count;
    }

    template <class type> SIM_MEMBER type shfl(type value, unsigned int rank) const
    {
        if (thread_rank() == rank)
            slot<type>(first_warp()) = value;
        sync();
        type result = slot<type>(first_warp());
        sync();
        return result;
    }
    SIM_MEMBER int any(int predicate) const
    {
        return combined<int>(__any_sync(0xffffffff, predicate), [](int a, int b) { return a | b; });
    }
    SIM_MEMBER int all(int predicate) const
    {
        return combined<int>(__all_sync(0xffffffff, predicate), [](int a, int b) { return a & b; });
    }

    /* The warps' values, which lane 0 has, combined; every thread gets the result. */
    template <class type, class operation>
    SIM_MEMBER type combined(type value, operation combine) const
    {
        if (cuda_sim::lane() == 0)
            slot<type>(cuda_sim::rank_in_block() / SIM_WARP_SIZE) = value;
        sync();
        type result = slot<type>(first_warp());
        for (unsigned int i = 1; i < count / SIM_WARP_SIZE; i++)
            result = combine(result, slot<type>(first_warp() + i));
        sync();
        return result;
    }

private:
    char (*of_warp)[16];
    unsigned int *arrived;

    /* A tile at the end of a block may be a part of one. */
    SIM_MEMBER static unsigned int warps_here()
    {
        unsigned int warps = (cuda_sim::threads_of_block() + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE;
        unsigned int left = warps - first_warp();

        return left < count / SIM_WARP_SIZE ? left : count / SIM_WARP_SIZE;
    }
    SIM_MEMBER static unsigned int first_warp()
    {
        return cuda_sim::rank_in_block() / count * (count / SIM_WARP_SIZE);
    }
    template <class type> SIM_MEMBER type &slot(unsigned int warp) const
    {
        static_assert(sizeof(type) <= 16, "values of tiles above a warp have at most 16 bytes");
        return *reinterpret_cast<type *>(of_warp[warp]);
    }
};

template <unsigned int count, unsigned int threads>
SIM_INLINE auto tiled_partition(const thread_block_with_memory<threads> &block)
{
    if constexpr (count > SIM_WARP_SIZE)
        return multi_warp_tile<count>(block.memory->of_warp, block.memory->arrived);
    else
        return thread_block_tile<count, thread_block>();
}

}

#endif
