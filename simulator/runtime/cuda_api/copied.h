/*
 * The bytes that copies of the host API touch, for the order of streams (check/streams.h). They are
 * collected row by row while a call copies, and become one piece of work of its stream.
 */
#ifndef COPIED_H
#define COPIED_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

/* The call reads or writes (WATCHED_) size bytes of memory, of the device or the host. */
void copied_note(const void *pointer, size_t size, unsigned how, uintptr_t pc, const char *call);

/*
 * The call is complete: its ranges become work of the stream. A default stream: that of the current
 * device. waits: the host waits for the work.
 */
void copied_done(cudaStream_t stream, int waits);

/* The call is complete, but failed, or was no work of a stream: drops its ranges. */
void copied_forget(void);

/*
 * Sorts ranges by address. Overlapping ranges are split, so that each part has the flags of all of
 * them. Takes over the list, and returns a new one with its count.
 */
struct watched_range;
struct watched_range *copied_in_order(struct watched_range *ranges, size_t *count);

/* The address of memory in the order of streams: that in the arena, if it has one. */
uintptr_t copied_place(const void *pointer);

#endif
