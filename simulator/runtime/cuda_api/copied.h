/*
 * What copies of the host API touch, for the order of streams (check/streams.h): it is collected
 * while a call copies, row by row, and becomes one piece of work of its stream.
 */
#ifndef COPIED_H
#define COPIED_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

/* The call reads or writes (WATCHED_) that much memory, of the device or the host. */
void copied_note(const void *pointer, size_t size, unsigned how, uintptr_t pc, const char *call);

/* That was all: the stream, if a default one the current device's, did it. waits: the host too. */
void copied_done(cudaStream_t stream, int waits);

/* That was all, and it was no work of a stream, or failed. */
void copied_forget(void);

/*
 * Sorts ranges by address. Where some overlap, they are cut, so that each part has all that was
 * done to it. The list is given away, a new one comes back; so does its count.
 */
struct watched_range;
struct watched_range *copied_in_order(struct watched_range *ranges, size_t *count);

/* How the order of streams knows memory: its address in the arena, if it has one. */
uintptr_t copied_place(const void *pointer);

#endif
