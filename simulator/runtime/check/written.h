/*
 * Which launch has written an array: for the words about bytes that nobody has written. Only stores
 * count that are the first to their bytes; so this costs nothing where memory is written again.
 */
#ifndef WRITTEN_H
#define WRITTEN_H

#include <stddef.h>
#include <stdint.h>

#include "base/run.h"
#include "memory/memory.h"

/* The running launch stores size bytes to an address in the arena that nobody had written. */
void written_note(struct worker *worker, uintptr_t address, unsigned size);

/* The last launch before this one (run; NULL: of all) that wrote to the allocation; or NULL. */
const struct writer *written_last(const struct allocation *a, const struct run *run);

/*
 * That launch in words: "; the last launch that wrote new bytes there, fill at a.cu:7, had 768
 * threads: 3 blocks of 256". "" for NULL. Written to the caller's buffer.
 */
const char *written_name(const struct writer *writer, char *text, size_t size);

/*
 * The host's call that was to write the allocation, as it seems, and got the number of its elements
 * for their bytes; or NULL. Elements are of the size of the access that found it unwritten. No
 * launch before this one has written there.
 */
const struct host_beginning *written_too_little(const struct allocation *a, const struct run *run,
                                                unsigned access_size);

/* That call in words: "; cudaMemcpy at a.cu:7 wrote 1000 bytes, as many as there are elements". */
const char *written_too_little_name(const struct host_beginning *beginning, char *text,
                                    size_t size);

/* What a launch has done here, for those that repeat it. */
struct written {
    uintptr_t start; /* of the allocation */
    unsigned smallest, largest;
};

/* All of the launch that has ended; to be freed. Stores their number to *count. */
struct written *written_by(const struct run *run, size_t *count);

/* The launch repeats the other. */
void written_again(const struct run *run, const struct written *written, size_t count);

#endif
