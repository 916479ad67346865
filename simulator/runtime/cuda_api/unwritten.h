/*
 * Copies to the host of device memory that nobody has written, or not all of it: a note.
 */
#ifndef UNWRITTEN_H
#define UNWRITTEN_H

#include <stddef.h>
#include <stdint.h>

struct allocation;

/*
 * The call at the pc is about to copy size bytes of device memory to the host. from: their
 * allocation; state: of the first byte. At least one byte.
 */
void unwritten_look(const struct allocation *from, const void *source, const uint8_t *state,
                    size_t size, uintptr_t pc, const char *call);

#endif
