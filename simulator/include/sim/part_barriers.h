/*
 * Barriers for a number of a block's threads: those of PTX, which are for whole warps, and that of
 * cooperative groups in two parts. They are made of atomics in shared memory, which no kernel's
 * size counts, and count as those.
 */
#ifndef SIM_PART_BARRIERS_H
#define SIM_PART_BARRIERS_H

#include "atomics.h"
#include "barriers.h"
#include "builtin_variables.h"
#include "exchanges.h"
#include "part_barrier_words.h"

namespace cuda_sim {

/* PTX's numbers, and behind them the block's barrier in two parts. */
constexpr unsigned int part_barrier_numbers = 16, part_barrier_of_groups = 16;
inline SIM_THREAD_LOCAL struct sim_part_barrier part_barriers[part_barrier_numbers + 1];
constexpr sim_scope of_part_barrier = (sim_scope)(SIM_SCOPE_BLOCK | SIM_SCOPE_OF_BARRIER);

/* As many threads arrive at it: its phase. It opens when all those expected have. */
SIM_INLINE unsigned int part_arrive(unsigned int number, unsigned int expected, unsigned int count)
{
    static constexpr unsigned long long next_phase = 1ull << 32;
    sim_part_barrier *barrier = &part_barriers[number];
    unsigned long long before;

    if (!sim_part_barrier_begins(part_barriers, sizeof part_barriers, number, expected))
        sim_unsupported("a barrier at which threads wait for different numbers of arrivals");
    sim_release(SIM_SCOPE_BLOCK);
    before = sim_atomic(SIM_ATOMIC_SUB, SIM_UINT64, &barrier->state, count, 0, of_part_barrier);
    sim_has_arrived();
    if ((unsigned int)before == count)
        sim_atomic(SIM_ATOMIC_ADD, SIM_UINT64, &barrier->state, next_phase + expected, 0,
                   of_part_barrier);
    return (unsigned int)(before >> 32);
}

/* Waits until the phase is over. */
SIM_INLINE void part_wait(unsigned int number, unsigned int phase)
{
    sim_part_barrier *barrier = &part_barriers[number];
    unsigned long long now;

    sim_waits_at(&barrier->expected);
    do {
        now = sim_atomic(SIM_ATOMIC_LOAD, SIM_UINT64, &barrier->state, 0, 0, of_part_barrier);
        sim_acquire(SIM_SCOPE_BLOCK);
    } while ((unsigned int)(now >> 32) == phase);
    sim_waits_at(nullptr);
}

namespace ptx {

/* A warp's first thread that has not left the kernel arrives for all. */
SIM_INLINE void warp_meets(unsigned int number, unsigned int threads, bool waits)
{
    unsigned int rank = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    unsigned int lower = (1u << rank % SIM_WARP_SIZE) - 1;

    if (number >= part_barrier_numbers || threads == 0 || threads % SIM_WARP_SIZE)
        sim_unsupported("a barrier of PTX that is none of 0 to 15, or not for whole warps");
    __syncwarp();
    if (!(sim_ballot(0xffffffff, 1) & lower)) {
        unsigned int phase = part_arrive(number, threads, SIM_WARP_SIZE);
        if (waits)
            part_wait(number, phase);
    }
    __syncwarp();
}

SIM_INLINE unsigned int threads_of_warps()
{
    return (blockDim.x * blockDim.y * blockDim.z + SIM_WARP_SIZE - 1) / SIM_WARP_SIZE *
           SIM_WARP_SIZE;
}

/*
 * bar.sync number, threads; where all threads meet that is __syncthreads(), at number 0 or in a
 * program in which nobody arrives without waiting.
 */
SIM_INLINE void bar_sync(unsigned int number, unsigned int threads)
{
    if (threads == threads_of_warps() && (number == 0 || !sim_part_barrier_arrivals()))
        __syncthreads();
    else
        warp_meets(number, threads, true);
}

/* In a program that calls bar_arrive, its making tells the runtime of that before main. */
template <int> struct arrivals {
    static inline const int known = sim_part_barrier_arrives();
};

/* bar.arrive number, threads */
template <int once = 0> SIM_INLINE void bar_arrive(unsigned int number, unsigned int threads)
{
    (void)&arrivals<once>::known;
    if (number == 0 && threads == threads_of_warps())
        sim_unsupported("bar.arrive for all threads at barrier 0, which is that of "
                        "__syncthreads(): take another number");
    warp_meets(number, threads, false);
}

}

}

#endif
