/*
 * Which accesses are ordered, by CUDA's memory model: program order, barriers, and
 * fences around atomics and volatile accesses. docs/memory_model.md has the rules.
 *
 * Time is counted in ticks, by warp. Each synchronisation starts a new tick for the
 * threads that it is about; an access is known by its unit (its block in this
 * launch), its thread and the tick at which it happened. Which accesses a thread
 * knows to be over is told, from the quickest answer to the slowest, by
 *   - the tick of the block's last barrier and of the warp's last whole __syncwarp,
 *   - what the lanes of a warp have told each other at __syncwarp of parts of it,
 *   - what the thread has acquired from others: a map (knowledge.h).
 *
 * A fence takes down what its thread knows; a later atomic or volatile store leaves
 * that at its word as a message (message.h). Whoever reads the word gets it, and knows
 * it once a fence of its own follows.
 */
#ifndef ORDER_H
#define ORDER_H

#include "base/worker.h"
#include "check/detector.h"

/* Makes a worker's part of it; ends the program with status 3 if memory is out. */
void order_start(void);

/* A launch of so many blocks and threads in each begins, or all its blocks have met at a grid
 * barrier: forgets all messages. */
void order_new_launch(uint64_t blocks, unsigned threads);
void order_new_phase(void);

/* A block begins, with a unit of its own; it has ended or was stopped. */
void order_new_block(struct worker *worker);
void order_end_block(struct worker *worker);

/* Starts the worker's ticks from 1 again: nothing that happened before matters any more. */
void order_restart_ticks(void);

/* All threads of the block have met at a barrier. */
void order_block_barrier(struct worker *worker);

/* The lanes of the mask, in the running warp, have met at __syncwarp. */
void order_warp_barrier(struct worker *worker, unsigned mask);

/* The thread executes a fence. */
void order_fence(unsigned thread, enum sim_scope scope);

/* 1 if the thread has executed a fence in this block or phase. */
int order_has_fenced(unsigned thread);

/* To be called right before the running thread performs it, all its earlier ones being merged. */
void order_strong(struct worker *worker, const struct strong_access *access);

/* Gives the running thread a tick of its own for what it does now. */
void order_new_tick(struct worker *worker);

/* A plain write: whoever reads the word from now on gets no message from before. */
void order_plain_write(uintptr_t address, unsigned size);

/* 1 if the other thread's access, in the unit at the tick, comes before the thread's next. */
int order_knows(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                unsigned tick);

/* 1 if the thread would know it, had it executed a fence after what it read. */
int order_lacks_own_fence(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                          unsigned tick);

/* 1 if some thread of the block would know it, had it executed such a fence. */
int order_lacks_fence_of_block(struct worker *worker, uint32_t unit, unsigned other, unsigned tick);

/* 1 if the block has used atomics or volatile accesses to global memory: to meet others, say. */
int order_has_met_others(void);

/* The stamp of the thread's accesses now. */
static inline unsigned order_tick(unsigned thread)
{
    return detector.warps[thread / SIM_WARP_SIZE].tick[thread % SIM_WARP_SIZE];
}

/* The part of the question that needs no map: 1 if it is ordered within the warp and block. */
static inline int order_knows_nearby(unsigned thread, unsigned other, unsigned tick)
{
    const struct warp_order *warp = &detector.warps[thread / SIM_WARP_SIZE];
    if (thread == other || tick < detector.barrier_tick)
        return 1;
    return thread / SIM_WARP_SIZE == other / SIM_WARP_SIZE &&
           (tick < warp->warp_tick ||
            tick <= warp->known[thread % SIM_WARP_SIZE][other % SIM_WARP_SIZE]);
}

#endif
