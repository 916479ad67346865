/*
 * What the host has written to managed and pinned memory, which it does without a word: whatever is
 * no longer the junk that new memory is filled with.
 */
#ifndef HOST_WRITES_H
#define HOST_WRITES_H

#include "memory/memory.h"

/*
 * Marks as written what the host has written among size bytes from byte at of the allocation on,
 * and, to be sure, the bytes around. Other memory than managed and pinned is left alone. Called
 * while no kernel runs.
 */
void host_writes_see(struct allocation *allocation, size_t at, size_t size);

/* The same for all memory, before a launch. */
void host_writes_see_all(void);

#endif
