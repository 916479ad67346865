/*
 * Atomics that move on through memory, from block to block.
 */
#ifndef ATOMIC_ORDER_H
#define ATOMIC_ORDER_H

#include "clock/sample.h"

/*
 * The bytes that so many blocks, which run side by side, add to: each block of the grid adds to
 * words behind those of the block before. 0 if the sampled blocks follow no such order.
 */
double atomic_order_bytes(const struct sample *sample, double blocks);

#endif
