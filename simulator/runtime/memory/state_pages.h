/*
 * The state of many bytes of the arena at once. Whole pages that have one state are views of a few
 * pages that all of them share: they take no memory, and no time to be filled, until one of their
 * bytes gets another state.
 */
#ifndef STATE_PAGES_H
#define STATE_PAGES_H

#include <stddef.h>
#include <stdint.h>

/* The bytes [start, start + size) of the arena get that state: one of memory.h's. */
void state_fill(uintptr_t start, size_t size, uint8_t state);

/* From now on every byte is filled: the program may not make a file, or map one. */
void state_without_files(void);

#endif
