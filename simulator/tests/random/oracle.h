/*
 * The oracle: says which lines of a kernel race, by CUDA's memory model alone.
 */
#ifndef ORACLE_H
#define ORACLE_H

#include "event.h"
#include "pairs.h"

/*
 * The races among the events (at most EVENTS_MOST, of lines below SLOTS_MOST).
 *
 * Where a thread's atomic has found another's, and a plain access of its own to the word
 * comes next, the two are in order in this execution, by chance or in any: that hangs on
 * what the program makes of the value, which an execution does not show. So the verdict
 * has the races that there are in any case (least) and those that there may be (most).
 *
 * Where a fence.sc of a block's scope orders by a signal that has left the block and come back
 * through fences of other blocks, the simulator may be stricter than PTX: such a race, too, is only
 * one that there may be. Without these, both are the same.
 */
void oracle_judge(const struct event *events, unsigned count, struct verdict *verdict);

#endif
