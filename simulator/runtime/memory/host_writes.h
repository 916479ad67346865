/*
 * The host's writes to managed and pinned memory, which no hook announces. A byte counts as written
 * when it differs from the junk in new memory.
 */
#ifndef HOST_WRITES_H
#define HOST_WRITES_H

#include "memory/memory.h"

/*
 * Marks the host's writes to size bytes of the allocation, from byte `at` on, and to the bytes
 * around, to be sure. Does nothing for memory that is neither managed nor pinned. To be called
 * while no kernel runs.
 */
void host_writes_see(struct allocation *allocation, size_t at, size_t size);

/* The same for all memory, before a launch. */
void host_writes_see_all(void);

#endif
