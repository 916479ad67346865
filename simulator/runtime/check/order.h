/*
 * Which accesses are ordered, by CUDA's memory model: program order, barriers, and fences around
 * atomics and volatile accesses. docs/memory_model.md has the rules.
 *
 * Logical time is counted in ticks, by warp. Each synchronisation starts a new tick for its
 * threads. An access is identified by its unit (its block in this launch), its thread and its tick.
 * Whether an access comes before a thread's next one follows, from the quickest answer to the
 * slowest, from
 *   - the tick of the block's last barrier and of the warp's last whole __syncwarp,
 *   - what the lanes of a warp have told each other at __syncwarp of parts of it,
 *   - what the thread has acquired from others: a map (knowledge.h).
 *
 * A fence records its thread's knowledge. A later atomic or volatile store releases that at its
 * word as a message (message.h). A thread that reads the word receives the message, and acquires it
 * by a later fence of its own.
 */
#ifndef ORDER_H
#define ORDER_H

#include "base/worker.h"
#include "check/detector.h"

/* Makes a worker's part of it; ends the program with status 3 if memory is out. */
void order_start(void);

/*
 * A launch with that many blocks and threads in each begins (is_exact: the look), or all its blocks
 * have met at a grid barrier: forgets all messages.
 */
void order_new_launch(uint64_t blocks, unsigned threads, int is_exact);
void order_new_phase(void);

/* A block begins, with a unit of its own; it has ended or was stopped. */
void order_new_block(struct worker *worker);
void order_end_block(struct worker *worker);

/* Starts the worker's ticks from 1 again. No earlier access matters any more. */
void order_restart_ticks(void);

/* All threads of the block have met at a barrier. */
void order_block_barrier(struct worker *worker);

/* The lanes of the mask, in the running warp, have met at __syncwarp. */
void order_warp_barrier(struct worker *worker, unsigned mask);

/* The thread executes a fence. is_sc: PTX's fence.sc; else fence.acq_rel. */
void order_fence(struct worker *worker, unsigned thread, enum sim_scope scope, int is_sc);

/* Its next strong access is a release; its last one is an acquire. */
void order_release(struct worker *worker, unsigned thread, enum sim_scope scope);
void order_acquire(struct worker *worker, unsigned thread, enum sim_scope scope);

/* 1 if the thread has executed a fence in this block or phase. */
int order_has_fenced(unsigned thread);

/*
 * To be called right before the running thread performs it, when its earlier accesses are merged.
 */
void order_strong(struct worker *worker, const struct strong_access *access);

/* Gives the running thread a new tick for its next accesses. */
void order_new_tick(struct worker *worker);

/* A plain write: later reads of the word receive no earlier message. */
void order_plain_write(uintptr_t address, unsigned size);

/* 1 if a word of global memory, or of the block's shared memory, may have such a message. */
int order_has_messages(int global_memory);

/* 1 if the other thread's access, in the unit at the tick, comes before the thread's next. */
int order_knows(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                unsigned tick);

/* 1 if it would, had the thread executed a fence after its last strong read. */
int order_lacks_own_fence(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                          unsigned tick);

/* 1 if it would for some thread of the block, had that thread executed such a fence. */
int order_lacks_fence_of_block(struct worker *worker, uint32_t unit, unsigned other, unsigned tick);

/* 1 if a signal in global memory, which a fence precedes, comes after the other thread's access. */
int order_is_told(struct worker *worker, uint32_t unit, unsigned other, unsigned tick);

/*
 * 1 if the block has used atomics or volatile accesses to global memory, for example to synchronise
 * with others.
 */
int order_has_met_others(void);

/* 1 if barriers alone order the block's threads, so that the question is quick. */
int order_is_by_barriers(void);

/* The stamp of the thread's accesses now. */
static inline unsigned order_tick(unsigned thread)
{
    return detector.warps[thread / SIM_WARP_SIZE].tick[thread % SIM_WARP_SIZE];
}

/*
 * The part of order_knows that needs no map: 1 if barriers of the warp or block order the access.
 */
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
