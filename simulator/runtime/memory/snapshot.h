/*
 * A copy of global memory, so that a launch can be run again from its start.
 */
#ifndef SNAPSHOT_H
#define SNAPSHOT_H

/* Copies all live allocations and variables with their state. */
void snapshot_take(void);

/* Puts back what snapshot_take has copied last. */
void snapshot_restore(void);

#endif
