/*
 * Cooperative groups larger than a warp: the thread's block, the grid, and
 * thread_group, which can be any group, known only when the program runs.
 */
#ifndef SIM_GROUPS_BLOCK_H
#define SIM_GROUPS_BLOCK_H

#include "attributes.h"
#include "barriers.h"
#include "builtin_variables.h"
#include "part_barriers.h"

namespace cuda_sim {

/* The running thread's number in its block, x fastest. */
SIM_INLINE unsigned int rank_in_block()
{
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}

SIM_INLINE unsigned int threads_of_block()
{
    return blockDim.x * blockDim.y * blockDim.z;
}

SIM_INLINE unsigned int lane()
{
    return rank_in_block() % SIM_WARP_SIZE;
}

/* The lanes below the running one. */
SIM_INLINE unsigned int lanes_below()
{
    return (1u << lane()) - 1;
}

SIM_INLINE unsigned long long rank_of_block()
{
    return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}

SIM_INLINE unsigned long long blocks_of_grid()
{
    return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}

}

namespace cooperative_groups {

/* The threads of the block. */
class thread_block {
public:
    struct arrival_token {
        unsigned int phase;
    };

    SIM_MEMBER static void sync() { __syncthreads(); }
    [[nodiscard]] SIM_MEMBER static arrival_token barrier_arrive()
    {
        return {cuda_sim::part_arrive(cuda_sim::part_barrier_of_groups, size(), 1)};
    }
    SIM_MEMBER static void barrier_wait(arrival_token &&token)
    {
        cuda_sim::part_wait(cuda_sim::part_barrier_of_groups, token.phase);
    }
    SIM_MEMBER static unsigned int thread_rank() { return cuda_sim::rank_in_block(); }
    SIM_MEMBER static unsigned int size() { return cuda_sim::threads_of_block(); }
    SIM_MEMBER static unsigned int num_threads() { return size(); }
    SIM_MEMBER static dim3 group_index() { return blockIdx; }
    SIM_MEMBER static dim3 thread_index() { return threadIdx; }
    SIM_MEMBER static dim3 group_dim() { return blockDim; }
    SIM_MEMBER static dim3 dim_threads() { return blockDim; }
};

SIM_INLINE thread_block this_thread_block()
{
    return thread_block();
}

/* All threads of a cooperative launch. */
class grid_group {
public:
    SIM_MEMBER void sync() const
    {
        sim_require_cooperative();
        sim_grid_barrier();
    }
    SIM_MEMBER bool is_valid() const { return sim_cooperative(); }
    SIM_MEMBER static unsigned long long size()
    {
        return cuda_sim::blocks_of_grid() * cuda_sim::threads_of_block();
    }
    SIM_MEMBER static unsigned long long num_threads() { return size(); }
    SIM_MEMBER static unsigned long long thread_rank()
    {
        return cuda_sim::rank_of_block() * cuda_sim::threads_of_block() + cuda_sim::rank_in_block();
    }
    SIM_MEMBER static dim3 group_dim() { return gridDim; }
    SIM_MEMBER static dim3 dim_blocks() { return gridDim; }
    SIM_MEMBER static unsigned long long num_blocks() { return cuda_sim::blocks_of_grid(); }
    SIM_MEMBER static dim3 block_index() { return blockIdx; }
    SIM_MEMBER static unsigned long long block_rank() { return cuda_sim::rank_of_block(); }
};

SIM_INLINE grid_group this_grid()
{
    return grid_group();
}

/* Any group of a block's threads: the block itself, or lanes of one warp. */
class thread_group {
public:
    SIM_MEMBER thread_group(const thread_block &) : lanes(0) {}
    SIM_MEMBER explicit thread_group(unsigned int mask) : lanes(mask) {}

    SIM_MEMBER void sync() const
    {
        if (lanes)
            __syncwarp(lanes);
        else
            __syncthreads();
    }

    SIM_MEMBER unsigned int thread_rank() const
    {
        return lanes ? (unsigned int)__builtin_popcount(lanes & cuda_sim::lanes_below())
                     : cuda_sim::rank_in_block();
    }

    SIM_MEMBER unsigned int size() const
    {
        return lanes ? (unsigned int)__builtin_popcount(lanes) : cuda_sim::threads_of_block();
    }

    SIM_MEMBER unsigned int num_threads() const { return size(); }
    SIM_MEMBER unsigned int mask() const { return lanes; }

private:
    unsigned int lanes; /* 0: the block */
};

template <class group> SIM_INLINE void sync(const group &g)
{
    g.sync();
}

template <class group> SIM_INLINE auto thread_rank(const group &g)
{
    return g.thread_rank();
}

template <class group> SIM_INLINE auto group_size(const group &g)
{
    return g.size();
}

}

#endif
