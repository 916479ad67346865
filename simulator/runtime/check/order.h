/*
 * Which accesses are ordered: ticks, barriers, fences and atomics.
 *
 * A fence followed by an atomic on a word releases what the thread knows to
 * whoever later performs an atomic on that word (acquires). The model is that
 * of CUDA since Volta, except that the acquiring side needs no fence of its own.
 */
#ifndef ORDER_H
#define ORDER_H

#include "base/worker.h"

void order_start(struct worker *worker);

/* A launch begins (on any worker, before blocks run): forgets all releases. */
void order_new_launch(void);

/* A block begins, with a unit of its own. */
void order_new_block(struct worker *worker);

/* All threads of the block have met at a barrier. */
void order_block_barrier(struct worker *worker);

/* The lanes of the mask, in the running warp, have met at __syncwarp. */
void order_warp_barrier(struct worker *worker, unsigned mask);

/* The thread executes a fence. */
void order_fence(struct worker *worker, unsigned thread);

/* The thread performs an atomic on the address. */
void order_atomic(struct worker *worker, unsigned thread, uintptr_t address);

/* 1 if the thread knows of an own or acquired atomic on the address: it comes after others. */
int order_sees_atomic(struct worker *worker, unsigned thread, uintptr_t address);

/* 1 if an access by the other thread of the block at the tick comes before the thread's next. */
int order_within_block(struct worker *worker, unsigned thread, unsigned other, unsigned tick);

/* The same for an access by a thread of another unit of this launch. */
int order_between_blocks(struct worker *worker, unsigned thread, uint32_t unit, unsigned other,
                         unsigned tick);

#endif
