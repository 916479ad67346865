/*
 * Barriers and fences.
 */
#ifndef SIM_BARRIERS_H
#define SIM_BARRIERS_H

#include "attributes.h"
#include "sim.h"

SIM_INLINE void __syncthreads()
{
    sim_block_barrier(SIM_BARRIER_PLAIN, 0);
}

/* simcc puts this in place of __syncthreads() behind n others on one line of the source. */
SIM_INLINE void sim_syncthreads_behind(unsigned int n)
{
    sim_block_barrier(n * SIM_BARRIER_PLACE, 0);
}

SIM_INLINE int __syncthreads_count(int predicate)
{
    return sim_block_barrier(SIM_BARRIER_COUNT, predicate);
}

SIM_INLINE int __syncthreads_and(int predicate)
{
    return sim_block_barrier(SIM_BARRIER_AND, predicate);
}

SIM_INLINE int __syncthreads_or(int predicate)
{
    return sim_block_barrier(SIM_BARRIER_OR, predicate);
}

SIM_INLINE void __syncwarp(unsigned int mask = 0xffffffff)
{
    sim_warp_barrier(mask);
}

/* The compiler moves no memory access across a fence: it cannot see into the call. */
SIM_INLINE void __threadfence_block()
{
    sim_fence(SIM_SCOPE_BLOCK);
}

SIM_INLINE void __threadfence()
{
    sim_fence(SIM_SCOPE_DEVICE);
}

SIM_INLINE void __threadfence_system()
{
    sim_fence(SIM_SCOPE_SYSTEM);
}

#endif
